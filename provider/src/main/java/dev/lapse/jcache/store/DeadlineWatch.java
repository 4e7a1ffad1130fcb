package dev.lapse.jcache.store;

/**
 * Told of reads shortly before the deadline of what they read.
 *
 * @param <K> the type of keys
 */
public interface DeadlineWatch<K> {

  /**
   * How near a deadline has to be. Asked at each read, so it must be quick.
   *
   * @return nanoseconds
   */
  long horizon();

  /**
   * Tells of a read. Runs on the reader's thread, with no lock held.
   *
   * @param key the key as the store holds it
   * @param left nanoseconds until the deadline, less than the horizon
   */
  void near(K key, long left);
}

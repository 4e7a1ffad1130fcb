package dev.lapse.jcache.eviction;

/**
 * Says how much of a cache's maximum weight an entry takes. Asked once for each value that is
 * stored, by the thread that stores it, so possibly by many threads at once; the answer stands
 * until the value is replaced.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
@FunctionalInterface
public interface Weigher<K, V> {

  /**
   * Weighs an entry.
   *
   * @param key the key
   * @param value the value
   * @return the weight in units of the maximum; at least 0. A weight over the maximum keeps the
   *     entry from being stored
   */
  int weigh(K key, V value);
}

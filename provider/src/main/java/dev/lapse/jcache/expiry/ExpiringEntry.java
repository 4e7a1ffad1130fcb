package dev.lapse.jcache.expiry;

import javax.cache.processor.MutableEntry;

/**
 * The entry of an entry processor, which can also say when it is to expire. Obtained by {@code
 * entry.unwrap(ExpiringEntry.class)}; it is the same entry. Nothing is carried out until the
 * processor has returned, and then the last word counts.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface ExpiringEntry<K, V> extends MutableEntry<K, V> {

  /**
   * The same as {@code entry.unwrap(ExpiringEntry.class)}, with the types kept.
   *
   * @param entry an entry that a processor of this provider was given
   * @param <K> the type of keys
   * @param <V> the type of values
   * @return the same entry
   * @throws IllegalArgumentException if it is of another provider
   */
  @SuppressWarnings("unchecked") // the very entry
  static <K, V> ExpiringEntry<K, V> of(MutableEntry<K, V> entry) {
    return entry.unwrap(ExpiringEntry.class);
  }

  /**
   * Sets the value with its own expiration, in place of what the expiry policy says for it.
   *
   * @param value the value, not null
   * @param expiration when it expires
   */
  void setValue(V value, Expiration expiration);

  /**
   * Says when the value that the entry has now is to expire: the one that was there, or one that
   * was set or loaded. A {@link #setValue(Object)} afterwards asks the policy again.
   *
   * @param expiration when it expires; not {@link Expiration#keep()}
   * @return false if the entry has no value, and nothing happens
   * @throws IllegalArgumentException if the expiration is {@link Expiration#keep()}
   */
  boolean expire(Expiration expiration);

  /**
   * Tells how long the value that was there when the processor began lives on, whatever the
   * processor has asked for since. No access and no load.
   *
   * @return absent, eternal or a time to live
   */
  Lifetime lifetime();
}

package dev.lapse.jcache.operation;

import javax.cache.Cache;

/**
 * A key and its value, as handed to writers and from iterators.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class LapseEntry<K, V> implements Cache.Entry<K, V> {

  private final K key;
  private final V value;

  /**
   * Creates an entry.
   *
   * @param key the key
   * @param value the value
   */
  public LapseEntry(K key, V value) {
    this.key = key;
    this.value = value;
  }

  @Override
  public K getKey() {
    return key;
  }

  @Override
  public V getValue() {
    return value;
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    return Unwrapping.of(this, type);
  }

  @Override
  public String toString() {
    return key + "=" + value;
  }
}

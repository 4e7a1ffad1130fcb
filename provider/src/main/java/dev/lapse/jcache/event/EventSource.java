package dev.lapse.jcache.event;

import javax.cache.Cache;

/**
 * The cache whose events are delivered, as far as delivery needs to know it. All methods are called
 * outside of every lock, from any thread.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface EventSource<K, V> {

  /**
   * The source of the events.
   *
   * @return the cache that listeners see as the source
   */
  Cache<K, V> cache();

  /**
   * Names the cache and its manager within a sentence, for logs and exceptions.
   *
   * @return for example {@code cache "sessions" of manager "web"}
   */
  String describe();

  /**
   * Makes the key that one listener sees.
   *
   * @param stored the key that the store keeps
   * @return the key itself, or a copy of it
   */
  K keyOut(K stored);

  /**
   * Makes the value that one listener sees.
   *
   * @param stored a value in its stored form
   * @return the value, or a copy of it
   */
  V valueOut(Object stored);
}

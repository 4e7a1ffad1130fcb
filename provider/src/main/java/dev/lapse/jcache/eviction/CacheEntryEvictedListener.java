package dev.lapse.jcache.eviction;

import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.event.CacheEntryListener;
import javax.cache.event.CacheEntryListenerException;

/**
 * Listens to the evictions of a bounded cache. Registered like the listeners of the specification
 * (JSR-107 1.1.1, chapter 8), by a {@link CacheEntryListenerConfiguration}, and delivered to like
 * them: synchronously or not, through the filter, with the old value where the configuration
 * requires it, and for each key in order with its other events. A listener may implement this
 * interface alone, or others with it.
 *
 * <p>An eviction is told to these listeners only; to those of the specification it is neither a
 * removal nor an expiry. An entry that is due is expired, not evicted.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
@FunctionalInterface
public interface CacheEntryEvictedListener<K, V> extends CacheEntryListener<K, V> {

  /**
   * Called after entries have been evicted.
   *
   * @param events the evictions; one at least
   * @throws CacheEntryListenerException if the listener fails; other listeners and later events are
   *     not affected
   */
  void onEvicted(Iterable<EvictedEntryEvent<? extends K, ? extends V>> events)
      throws CacheEntryListenerException;
}

package dev.lapse.jcache;

import dev.lapse.jcache.copy.Boundary;
import dev.lapse.jcache.event.EventSource;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * What a cache's events say of where they come from. It does not keep the cache from being
 * collected: the reaper's thread and the threads of listeners know the source, and a manager that
 * everybody has dropped must be able to go.
 */
final class CacheSource<K, V> implements EventSource<K, V> {

  private final String description;
  private final Boundary<K, V> boundary;
  private volatile @Nullable WeakReference<LapseCache<K, V>> cache;

  CacheSource(String description, Boundary<K, V> boundary) {
    this.description = description;
    this.boundary = boundary;
  }

  void bind(LapseCache<K, V> bound) {
    cache = new WeakReference<>(bound);
  }

  Boundary<K, V> boundary() {
    return boundary;
  }

  @Override
  public LapseCache<K, V> cache() {
    WeakReference<LapseCache<K, V>> reference = cache;
    LapseCache<K, V> bound = reference == null ? null : reference.get();
    if (bound == null) {
      throw new IllegalStateException("Cache " + description + " is gone");
    }
    return bound;
  }

  @Override
  public String describe() {
    return description;
  }

  @Override
  public K keyOut(K key) {
    return boundary.keyOut(key);
  }

  @Override
  public V valueOut(Object stored) {
    return boundary.valueOut(stored);
  }
}

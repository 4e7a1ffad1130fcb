package dev.lapse.benchmarks.subject;

import javax.cache.Cache;
import javax.cache.processor.EntryProcessor;
import org.jspecify.annotations.Nullable;

/** A cache of a provider, used by its JCache interface alone. */
final class JCacheSubject implements Subject {

  private static final EntryProcessor<Integer, Object, Boolean> INCREMENT =
      (entry, arguments) -> {
        entry.setValue((Integer) entry.getValue() + 1);
        return true;
      };

  private final Cache<Integer, Object> cache;

  JCacheSubject(Cache<Integer, Object> cache) {
    this.cache = cache;
  }

  @Override
  public @Nullable Object get(Integer key) {
    return cache.get(key);
  }

  @Override
  public void put(Integer key, Object value) {
    cache.put(key, value);
  }

  @Override
  public boolean putIfAbsent(Integer key, Object value) {
    return cache.putIfAbsent(key, value);
  }

  @Override
  public @Nullable Object getAndRemove(Integer key) {
    return cache.getAndRemove(key);
  }

  @Override
  public boolean remove(Integer key) {
    return cache.remove(key);
  }

  @Override
  public void increment(Integer key) {
    cache.invoke(key, INCREMENT);
  }

  @Override
  public void close() {
    cache.getCacheManager().destroyCache(cache.getName());
  }
}

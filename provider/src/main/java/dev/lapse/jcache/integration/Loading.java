package dev.lapse.jcache.integration;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.cache.integration.CacheLoader;
import javax.cache.integration.CacheLoaderException;
import org.jspecify.annotations.Nullable;

/**
 * The user's {@link CacheLoader}. Whatever it throws, errors included, arrives as a {@link
 * CacheLoaderException} with the cause (JSR-107 1.1.1, {@code CacheLoader}); an exception of that
 * type passes unwrapped.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class Loading<K, V> {

  private final CacheLoader<K, V> loader;
  private final String cacheName;

  /** Null where nobody wants to know how long loads take. */
  private volatile @Nullable Timing timing;

  private record Timing(LongSupplier clock, LongConsumer times) {}

  /**
   * Wraps a loader.
   *
   * @param loader the user's
   * @param cacheName for messages
   */
  public Loading(CacheLoader<K, V> loader, String cacheName) {
    this.loader = loader;
    this.cacheName = cacheName;
  }

  /**
   * Has loads timed. A load that fails is not.
   *
   * @param clock nanoseconds
   * @param times told how many a load took
   */
  public void time(LongSupplier clock, LongConsumer times) {
    timing = new Timing(clock, times);
  }

  /**
   * Loads one value.
   *
   * @param key the key
   * @return the value, or null if the source has none
   * @throws CacheLoaderException if the loader failed
   */
  public @Nullable V load(K key) {
    try {
      return timed(() -> loader.load(key));
    } catch (Throwable e) {
      throw failure("load of key " + key, e);
    }
  }

  /**
   * Loads values for many keys by one call.
   *
   * @param keys the keys; the loader gets this very set
   * @return what the loader had for these keys; without the nulls and the keys nobody asked for
   * @throws CacheLoaderException if the loader failed
   */
  public Map<K, V> loadAll(Set<K> keys) {
    Map<K, V> wanted = new HashMap<>();
    try {
      Map<K, V> loaded = timed(() -> loader.loadAll(keys));
      if (loaded != null) {
        for (Map.Entry<K, V> entry : loaded.entrySet()) {
          if (entry.getKey() != null && entry.getValue() != null && keys.contains(entry.getKey())) {
            wanted.put(entry.getKey(), entry.getValue());
          }
        }
      }
    } catch (Throwable e) {
      throw failure("loadAll of " + keys.size() + " keys", e);
    }
    return wanted;
  }

  private <T> @Nullable T timed(Supplier<@Nullable T> load) {
    Timing present = timing;
    if (present == null) {
      return load.get();
    }
    long start = present.clock().getAsLong();
    T loaded = load.get();
    present.times().accept(present.clock().getAsLong() - start);
    return loaded;
  }

  private CacheLoaderException failure(String what, Throwable cause) {
    return cause instanceof CacheLoaderException already
        ? already
        : new CacheLoaderException(
            "Cache "
                + cacheName
                + ": "
                + what
                + " failed in "
                + loader.getClass().getName()
                + ": "
                + cause,
            cause);
  }
}

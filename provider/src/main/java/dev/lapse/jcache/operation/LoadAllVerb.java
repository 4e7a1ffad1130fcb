package dev.lapse.jcache.operation;

import dev.lapse.jcache.integration.Loading;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import javax.cache.CacheException;
import javax.cache.integration.CompletionListener;
import org.jspecify.annotations.Nullable;

/**
 * {@code Cache.loadAll}: asynchronous, and its completion listener is told exactly once, whatever
 * happens.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class LoadAllVerb<K, V> {

  private static final System.Logger LOG = System.getLogger(LoadAllVerb.class.getName());

  private final CacheContext<K, V> context;
  private final BooleanSupplier closed;

  /**
   * Creates the verb.
   *
   * @param context what to work on
   * @param closed whether the cache was closed while a load waited for its turn
   */
  public LoadAllVerb(CacheContext<K, V> context, BooleanSupplier closed) {
    this.context = context;
    this.closed = closed;
  }

  /**
   * Starts a load.
   *
   * @param keys without nulls, the caller's own copy
   * @param replacing whether live values are loaded anew
   * @param listener told once how it ended, by the loading thread; or null
   */
  public void loadAll(Set<K> keys, boolean replacing, @Nullable CompletionListener listener) {
    Loading<K, V> loading = context.loading();
    if (loading == null || keys.isEmpty()) {
      tell(listener, null);
      return;
    }
    try {
      context.workers().execute(() -> tell(listener, load(loading, keys, replacing)));
    } catch (RuntimeException e) { // the executor is the user's, and rejects
      tell(
          listener,
          new CacheException(
              "Cache "
                  + context.cacheName()
                  + ": loadAll was rejected by the executor "
                  + context.workers(),
              e));
    }
  }

  private @Nullable Exception load(Loading<K, V> loading, Set<K> keys, boolean replacing) {
    if (closed.getAsBoolean()) {
      return new CacheException(
          "Cache " + context.cacheName() + " was closed before its loadAll began");
    }
    try {
      new LoadBatch<>(
              context, loading, replacing ? LoadBatch.Purpose.REPLACE : LoadBatch.Purpose.FILL)
          .load(replacing ? keys : absent(keys), (key, stored) -> {});
      return null;
    } catch (Exception e) {
      return e;
    } catch (Throwable e) {
      return new CacheException("Cache " + context.cacheName() + ": loadAll failed: " + e, e);
    }
  }

  private Collection<K> absent(Set<K> keys) {
    List<K> absent = new ArrayList<>();
    for (K key : keys) {
      if (context.store().peek(key) == null) {
        absent.add(key);
      }
    }
    return absent;
  }

  private void tell(@Nullable CompletionListener listener, @Nullable Exception failure) {
    if (listener == null) {
      if (failure != null) {
        LOG.log(
            System.Logger.Level.WARNING,
            () -> "Cache " + context.cacheName() + ": loadAll without a completion listener failed",
            failure);
      }
      return;
    }
    try {
      if (failure == null) {
        listener.onCompletion();
      } else {
        listener.onException(failure);
      }
    } catch (Throwable e) {
      LOG.log(
          System.Logger.Level.WARNING,
          () -> "Cache " + context.cacheName() + ": the completion listener of loadAll threw",
          e);
    }
  }
}

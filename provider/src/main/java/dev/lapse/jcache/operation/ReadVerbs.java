package dev.lapse.jcache.operation;

import dev.lapse.jcache.copy.Boundary;
import dev.lapse.jcache.integration.Loading;
import dev.lapse.jcache.stats.CacheCounters;
import dev.lapse.jcache.store.Decision;
import dev.lapse.jcache.store.EntryStore;
import dev.lapse.jcache.store.RunningStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The verbs that read, and the loads that a miss leads to. For each key at most one load is
 * running, however many threads miss on it: a load is a step of that key. A failed load is not
 * remembered.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class ReadVerbs<K, V> {

  private final CacheContext<K, V> context;
  private final EntryStore<K, V> store;
  private final Boundary<K, V> boundary;
  private final @Nullable Loading<K, V> loading;

  /**
   * Creates the verbs.
   *
   * @param context what to work on
   */
  public ReadVerbs(CacheContext<K, V> context) {
    this.context = context;
    this.store = context.store();
    this.boundary = context.boundary();
    this.loading = context.missLoader();
  }

  /**
   * {@code Cache.get}.
   *
   * @param key not null
   * @return the value, or null
   */
  public @Nullable V get(K key) {
    CacheCounters counters = context.counters().get();
    long start = counters.enabled() ? context.ticker().nanos() : 0;
    Object stored = store.read(key);
    V value = stored == null ? null : boundary.valueOut(stored);
    if (counters.enabled()) {
      count(counters, stored == null ? 0 : 1, stored == null ? 1 : 0, start);
    }
    return value != null || loading == null ? value : loadMissing(key, loading);
  }

  /**
   * {@code Cache.containsKey}: no access, no load, no statistics.
   *
   * @param key not null
   * @return whether there is a live value
   */
  public boolean containsKey(K key) {
    return store.peek(key) != null;
  }

  /**
   * {@code Cache.getAll}. What is missing is loaded by one call of the loader's {@code loadAll},
   * apart from keys that another thread is loading at that moment; those are waited for.
   *
   * @param keys without nulls, the caller's own copy
   * @return the values found
   */
  public Map<K, V> getAll(Set<K> keys) {
    CacheCounters counters = context.counters().get();
    long start = counters.enabled() ? context.ticker().nanos() : 0;
    Map<K, V> found = new HashMap<>();
    List<K> missing = new ArrayList<>();
    for (K key : keys) {
      Object stored = store.read(key);
      if (stored == null) {
        missing.add(key);
      } else {
        found.put(key, boundary.valueOut(stored));
      }
    }
    if (counters.enabled()) {
      count(counters, found.size(), missing.size(), start);
    }
    if (loading != null && !missing.isEmpty()) {
      new LoadBatch<>(context, loading, false)
          .load(missing, (key, stored) -> found.put(key, boundary.valueOut(stored)));
    }
    return found;
  }

  private void count(CacheCounters counters, int hits, int misses, long start) {
    counters.recordHits(hits);
    counters.recordMisses(misses);
    counters.recordGetTime(context.ticker().nanos() - start, hits + misses);
  }

  private @Nullable V loadMissing(K key, Loading<K, V> loader) {
    for (; ; ) {
      RunningStep<K> step = store.tryBegin(key);
      if (step != null) {
        return load(key, loader, step);
      }
      store.awaitStep(key);
      Object stored = store.peek(key);
      if (stored != null) {
        return boundary.valueOut(stored);
      }
    }
  }

  private @Nullable V load(K key, Loading<K, V> loader, RunningStep<K> step) {
    Object result = step.prior();
    Decision decision = Decision.Plain.KEEP;
    if (result == null) {
      try {
        V loaded = loader.load(key);
        if (loaded != null) {
          result = boundary.valueIn(loaded);
          decision = new Decision.Store(result);
        }
      } catch (Throwable e) {
        store.abandon(step, e);
        throw e;
      }
    }
    store.finish(step, decision);
    store.deliver(step);
    return result == null ? null : boundary.valueOut(result);
  }
}

package dev.lapse.jcache.operation;

import dev.lapse.jcache.copy.Boundary;
import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.Lifetime;
import dev.lapse.jcache.integration.Loading;
import dev.lapse.jcache.stats.CacheCounters;
import dev.lapse.jcache.stats.StatisticsSwitch;
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
  private final StatisticsSwitch statistics;
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
    this.statistics = context.statistics();
    this.store = context.store();
    this.boundary = context.boundary();
    this.loading = context.missLoader();
  }

  /**
   * {@code Cache.get}.
   *
   * @param key not null
   * @param counters where to count it
   * @return the value, or null
   */
  public @Nullable V get(K key, CacheCounters counters) {
    V value = counters.enabled() ? lookUpCounted(key, counters) : lookUp(key);
    return value == null ? missed(key) : value;
  }

  /**
   * What {@code Cache.get} does when it has found nothing.
   *
   * @param key not null
   * @return the value that was loaded, or null
   */
  public @Nullable V missed(K key) {
    return loading == null ? null : loadMissing(key, loading, null);
  }

  private @Nullable V lookUp(K key) {
    Object stored = store.read(key);
    return stored == null ? null : boundary.valueOut(stored);
  }

  private @Nullable V lookUpCounted(K key, CacheCounters counters) {
    boolean timed = counters.timesThis();
    long start = timed ? context.ticker().nanos() : 0;
    V value = lookUp(key);
    if (value == null) {
      counters.recordMisses(1);
    } else {
      counters.recordHits(1);
    }
    if (timed) {
      counters.recordGetTime(context.ticker().nanos() - start);
    }
    return value;
  }

  /**
   * {@code ExpiringCache.getAndExpire}.
   *
   * @param key not null
   * @param expiration when the value expires from now on
   * @return the value, or null
   */
  public @Nullable V getAndExpire(K key, Expiration expiration) {
    CacheCounters counters = statistics.get();
    long start = counters.enabled() ? context.ticker().nanos() : 0;
    Decision found =
        expiration.isKeep() ? Decision.Plain.KEEP : new Decision.Move(expiration, Set.of());
    Incoming<V> call = Incoming.nothing();
    try {
      store.step(
          key,
          call,
          new Noting<K, V>((any, prior, argument) -> prior == null ? Decision.Plain.KEEP : found));
    } finally {
      if (counters.enabled()) {
        count(counters, call.prior == null ? 0 : 1, call.prior == null ? 1 : 0, start);
      }
    }
    if (call.prior != null) {
      return boundary.valueOut(call.prior);
    }
    return loading == null ? null : loadMissing(key, loading, expiration);
  }

  /**
   * {@code ExpiringCache.lifetime}.
   *
   * @param key not null
   * @return how long its entry lives on
   */
  public Lifetime lifetime(K key) {
    return Lifetime.of(store.deadline(key), context.ticker());
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
    CacheCounters counters = statistics.get();
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
      new LoadBatch<>(context, loading, LoadBatch.Purpose.READ)
          .load(missing, (key, stored) -> found.put(key, boundary.valueOut(stored)));
    }
    return found;
  }

  private void count(CacheCounters counters, int hits, int misses, long start) {
    counters.recordHits(hits);
    counters.recordMisses(misses);
    counters.recordGetTime(context.ticker().nanos() - start, hits + misses);
  }

  private @Nullable V loadMissing(K key, Loading<K, V> loader, @Nullable Expiration expiration) {
    for (; ; ) {
      RunningStep<K> step = store.tryBegin(key);
      if (step != null) {
        return load(key, loader, step, expiration);
      }
      store.awaitStep(key);
      Object stored = store.peek(key);
      if (stored != null) {
        return boundary.valueOut(stored);
      }
    }
  }

  private @Nullable V load(
      K key, Loading<K, V> loader, RunningStep<K> step, @Nullable Expiration expiration) {
    Object result = step.prior();
    Decision decision = Decision.Plain.KEEP;
    if (result == null) {
      try {
        V loaded = loader.load(key);
        if (loaded != null) {
          result = boundary.valueIn(loaded);
          decision = new Decision.Store(result, expiration, false);
        }
      } catch (Throwable e) {
        result = store.stale(key);
        if (result == null) {
          store.abandon(step, e);
          throw e;
        }
        context.servedStale(Set.of(key), e);
      }
    }
    store.finish(step, decision);
    store.deliver(step);
    return result == null ? null : boundary.valueOut(result);
  }
}

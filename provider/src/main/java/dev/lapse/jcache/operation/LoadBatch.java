package dev.lapse.jcache.operation;

import dev.lapse.jcache.integration.Loading;
import dev.lapse.jcache.store.Decision;
import dev.lapse.jcache.store.EntryStore;
import dev.lapse.jcache.store.RunningStep;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * Loads many keys by as few calls of the loader as can be, and yet each key by one load at a time.
 * All keys whose step can be had without waiting are loaded by one call. The others, which somebody
 * else is loading or changing right now, are waited for with nothing held, so that two batches with
 * keys in opposite order cannot block each other.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class LoadBatch<K, V> {

  /** What a load is for. */
  enum Purpose {
    /** Somebody waits for the values, and is better served with one that has expired than not. */
    READ,
    /** Keys without a live value are to get one. */
    FILL,
    /** All keys are to get a new value. */
    REPLACE
  }

  private final EntryStore<K, V> store;
  private final CacheContext<K, V> context;
  private final Loading<K, V> loading;
  private final Purpose purpose;
  private final Failures failures = new Failures();

  LoadBatch(CacheContext<K, V> context, Loading<K, V> loading, Purpose purpose) {
    this.store = context.store();
    this.context = context;
    this.loading = loading;
    this.purpose = purpose;
  }

  /**
   * Loads.
   *
   * @param keys without nulls
   * @param live told the stored form of each key that has a value then
   * @throws RuntimeException if the loader, a copy or a synchronous listener failed; the other keys
   *     were served
   */
  void load(Collection<K> keys, BiConsumer<K, Object> live) {
    StepBatches.run(store, keys, held -> loadHeld(held, live));
    failures.throwIfAny();
  }

  private void loadHeld(Map<K, RunningStep<K>> held, BiConsumer<K, Object> live) {
    Map<K, RunningStep<K>> wanted = new HashMap<>();
    held.forEach(
        (key, step) -> {
          Object prior = step.prior();
          if (prior == null || purpose == Purpose.REPLACE) {
            wanted.put(key, step);
          } else {
            end(step, Decision.Plain.KEEP);
            live.accept(key, prior);
          }
        });
    if (wanted.isEmpty()) {
      return;
    }
    Map<K, V> loaded;
    try {
      loaded = loading.loadAll(new HashSet<>(wanted.keySet()));
    } catch (Throwable e) {
      if (!serveStale(wanted, e, live)) {
        throw e;
      }
      return;
    }
    wanted.forEach((key, step) -> store(key, step, loaded, live));
  }

  /** Ends the steps of a failed load; returns whether all keys could be served all the same. */
  private boolean serveStale(
      Map<K, RunningStep<K>> wanted, Throwable failure, BiConsumer<K, Object> live) {
    boolean all = purpose == Purpose.READ;
    for (Map.Entry<K, RunningStep<K>> each : wanted.entrySet()) {
      Object stale = store.stale(each.getKey());
      store.abandon(each.getValue(), failure);
      all &= stale != null;
      if (all) {
        live.accept(each.getKey(), Objects.requireNonNull(stale));
      }
    }
    if (all) {
      context.servedStale(wanted.keySet(), failure);
    }
    return all;
  }

  private void store(K key, RunningStep<K> step, Map<K, V> loaded, BiConsumer<K, Object> live) {
    V value = loaded.get(key);
    if (value == null) {
      end(step, Decision.Plain.KEEP);
      return;
    }
    Object stored;
    try {
      stored = context.boundary().valueIn(value);
    } catch (Throwable e) {
      store.abandon(step, e);
      failures.add(e);
      return;
    }
    end(step, Decision.store(stored));
    live.accept(key, stored);
  }

  private void end(RunningStep<K> step, Decision decision) {
    try {
      store.finish(step, decision);
      store.deliver(step);
    } catch (Throwable e) {
      failures.add(e);
    }
  }
}

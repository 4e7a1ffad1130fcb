package dev.lapse.jcache.operation;

import dev.lapse.jcache.copy.Boundary;
import dev.lapse.jcache.integration.Writing;
import dev.lapse.jcache.stats.CacheCounters;
import dev.lapse.jcache.store.Decision;
import dev.lapse.jcache.store.Decision.Plain;
import dev.lapse.jcache.store.Effect;
import dev.lapse.jcache.store.EntryCursor;
import dev.lapse.jcache.store.EntryStore;
import dev.lapse.jcache.store.RunningStep;
import dev.lapse.jcache.store.Transition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.cache.Cache;
import javax.cache.CacheException;
import org.jspecify.annotations.Nullable;

/**
 * The verbs that change many keys. Each key is changed atomically, the whole is not (JSR-107 1.1.1,
 * {@code Cache}). A listener that fails for one key does not keep the others from being changed;
 * the first failure is thrown at the end.
 *
 * <p>With a writer, all keys that can be had at once go to it in one call, while their steps are
 * held, so that the cache and the store see concurrent changes of a key in one order. Where the
 * writer fails, the keys that it reports as written are changed, and the others are left as they
 * were.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class BulkVerbs<K, V> {

  private final CacheContext<K, V> context;
  private final EntryStore<K, V> store;
  private final Boundary<K, V> boundary;
  private final @Nullable Writing<K, V> writing;
  private final Transition<K, Incoming<V>> put = new Noting<>((key, prior, call) -> call.store());
  private final Transition<K, Incoming<V>> remove =
      new Noting<>((key, prior, call) -> Plain.REMOVE);
  private final Transition<K, Incoming<V>> discard =
      new Noting<>((key, prior, call) -> Plain.DISCARD);

  /**
   * Creates the verbs.
   *
   * @param context what to work on
   */
  public BulkVerbs(CacheContext<K, V> context) {
    this.context = context;
    this.store = context.store();
    this.boundary = context.boundary();
    this.writing = context.writing();
  }

  /**
   * {@code Cache.putAll}.
   *
   * @param values without nulls
   */
  public void putAll(Map<? extends K, ? extends V> values) {
    Map<K, Incoming<V>> calls = new LinkedHashMap<>();
    values.forEach(
        (key, value) -> calls.put(key, Incoming.value(value, boundary.valueIn(value), null)));
    Work work = new Work();
    if (writing == null) {
      calls.forEach((key, call) -> work.step(key, call, put));
    } else {
      StepBatches.run(store, calls.keySet(), held -> writeAll(writing, held, calls, work));
    }
    work.conclude();
  }

  private void writeAll(
      Writing<K, V> writer, Map<K, RunningStep<K>> held, Map<K, Incoming<V>> calls, Work work) {
    List<Cache.Entry<? extends K, ? extends V>> left = new ArrayList<>();
    held.keySet().forEach(key -> left.add(new LapseEntry<>(key, call(calls, key).given())));
    work.run(
        held,
        () -> writer.writeAll(left),
        () -> left.stream().map(Cache.Entry::getKey).collect(Collectors.toSet()),
        key -> call(calls, key).store());
  }

  private Incoming<V> call(Map<K, Incoming<V>> calls, K key) {
    return Objects.requireNonNull(calls.get(key));
  }

  /**
   * {@code Cache.removeAll} of some keys.
   *
   * @param keys without nulls, the caller's own copy
   */
  public void removeAll(Set<K> keys) {
    Work work = new Work();
    if (writing == null) {
      keys.forEach(key -> work.step(key, Incoming.nothing(), remove));
    } else {
      StepBatches.run(store, keys, held -> deleteAll(writing, held, work));
    }
    work.conclude();
  }

  private void deleteAll(Writing<K, V> writer, Map<K, RunningStep<K>> held, Work work) {
    Collection<K> left = new ArrayList<>(held.keySet());
    work.run(held, () -> writer.deleteAll(left), () -> new HashSet<>(left), key -> Plain.REMOVE);
  }

  /** {@code Cache.removeAll}: of every live key. */
  public void removeAll() {
    Set<K> keys = new HashSet<>();
    EntryCursor<K> cursor = store.cursor();
    while (cursor.advance()) {
      keys.add(cursor.key());
    }
    removeAll(keys);
    store.emptied();
  }

  /** {@code Cache.clear}: no writer, no event but of what had expired, no statistics. */
  public void clear() {
    Work work = new Work();
    List<K> keys = store.keys();
    keys.forEach(key -> work.step(key, Incoming.nothing(), discard));
    store.emptied();
    work.failures.throwIfAny();
  }

  private interface Decider<K> {
    Decision decide(K key);
  }

  private interface Leftover<K> {
    Set<? extends K> keys();
  }

  /** One bulk call: its failures and its figures. */
  private final class Work {
    private final Failures failures = new Failures();
    private final CacheCounters counters = context.statistics().get();
    private final long start = counters.enabled() ? context.ticker().nanos() : 0;
    private int puts;
    private int removals;

    void step(K key, Incoming<V> call, Transition<K, Incoming<V>> transition) {
      try {
        store.step(key, call, transition);
      } catch (CacheException e) { // of a listener, a weigher or a full cache
        failures.add(e);
      }
      count(call.effect);
    }

    /** Calls the writer while steps are held, then ends them. */
    void run(
        Map<K, RunningStep<K>> held, Runnable write, Leftover<K> leftover, Decider<K> decider) {
      Set<? extends K> unwritten = Set.of();
      RuntimeException failure = null;
      try {
        write.run();
      } catch (RuntimeException e) {
        failure = e;
        unwritten = leftover.keys();
      }
      for (Map.Entry<K, RunningStep<K>> each : held.entrySet()) {
        RunningStep<K> step = each.getValue();
        Decision decision =
            unwritten.contains(each.getKey()) ? Plain.KEEP : decider.decide(each.getKey());
        try {
          Effect effect = store.finish(step, decision);
          count(effect);
          if (effect == Effect.REFUSED) {
            throw store.refusal(step);
          }
          store.deliver(step);
        } catch (CacheException e) { // of a listener, a weigher or a full cache
          failures.add(e);
        }
      }
      if (failure != null) {
        failures.addFirst(failure);
        conclude();
      }
    }

    private void count(Effect effect) {
      puts += effect.isPut() ? 1 : 0;
      removals += effect == Effect.REMOVED ? 1 : 0;
    }

    void conclude() {
      record();
      failures.throwIfAny();
    }

    private void record() {
      if (!counters.enabled()) {
        return;
      }
      long nanos = context.ticker().nanos() - start;
      if (puts > 0) {
        counters.recordPuts(puts);
        counters.recordPutTime(nanos, puts);
      }
      if (removals > 0) {
        counters.recordRemovals(removals);
        counters.recordRemoveTime(nanos, removals);
      }
    }
  }
}

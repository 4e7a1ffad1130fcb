package dev.lapse.jcache.operation;

import dev.lapse.jcache.copy.Boundary;
import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpireCondition;
import dev.lapse.jcache.integration.Writing;
import dev.lapse.jcache.stats.CacheCounters;
import dev.lapse.jcache.stats.StatisticsSwitch;
import dev.lapse.jcache.store.Decision;
import dev.lapse.jcache.store.Decision.Plain;
import dev.lapse.jcache.store.Effect;
import dev.lapse.jcache.store.EntryStore;
import dev.lapse.jcache.store.Transition;
import java.util.Set;
import javax.cache.event.CacheEntryListenerException;
import org.jspecify.annotations.Nullable;

/**
 * The verbs that change one key. A writer is called within the step, before anything changes; what
 * it throws leaves the entry as it was.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class WriteVerbs<K, V> {

  /** A put without a writer, the most frequent change: its argument is the stored form itself. */
  private static final Transition<Object, Object> PUT =
      (key, prior, stored) -> Decision.store(stored);

  /** No reading of the manager's clock, which starts at zero. */
  private static final long UNTIMED = -1;

  private final CacheContext<K, V> context;
  private final StatisticsSwitch statistics;
  private final EntryStore<K, V> store;
  private final Boundary<K, V> boundary;
  private final @Nullable Writing<K, V> writing;

  private final Transition<K, Incoming<V>> put;
  private final Transition<K, Incoming<V>> putIfAbsent;
  private final Transition<K, Incoming<V>> replace;
  private final Transition<K, Incoming<V>> replaceExpected;
  private final Transition<K, Incoming<V>> remove;
  private final Transition<K, Incoming<V>> removeEqual;

  /**
   * Creates the verbs.
   *
   * @param context what to work on
   */
  public WriteVerbs(CacheContext<K, V> context) {
    this.context = context;
    this.statistics = context.statistics();
    this.store = context.store();
    this.boundary = context.boundary();
    this.writing = context.writing();
    this.put = new Noting<>((key, prior, call) -> written(key, call));
    this.putIfAbsent =
        new Noting<>((key, prior, call) -> prior == null ? written(key, call) : Plain.KEEP);
    this.replace =
        new Noting<>((key, prior, call) -> prior == null ? Plain.KEEP : written(key, call));
    this.replaceExpected =
        new Noting<>(
            (key, prior, call) -> isExpected(prior, call) ? written(key, call) : Plain.TOUCH);
    this.remove = new Noting<>((key, prior, call) -> deleted(key));
    this.removeEqual =
        new Noting<>((key, prior, call) -> isExpected(prior, call) ? deleted(key) : Plain.TOUCH);
  }

  private boolean isExpected(@Nullable Object prior, Incoming<V> call) {
    return prior != null && boundary.holds(prior, call.expected());
  }

  private Decision written(K key, Incoming<V> call) {
    if (writing != null) {
      writing.write(new LapseEntry<>(key, call.given()));
    }
    return call.store();
  }

  private Decision deleted(K key) {
    if (writing != null) {
      writing.delete(key);
    }
    return Plain.REMOVE;
  }

  /**
   * {@code Cache.put}.
   *
   * @param key not null
   * @param value not null
   */
  public void put(K key, V value) {
    if (writing != null) {
      change(key, incoming(value, null), put, true, false);
      return;
    }
    CacheCounters counters = statistics.get();
    long start = start(counters);
    Object stored = boundary.valueIn(value);
    boolean counted = false;
    try {
      counted = store.step(key, stored, PUT).isPut();
    } catch (CacheEntryListenerException e) { // the change stands
      counted = true;
      throw e;
    } finally {
      if (counted && counters.enabled()) {
        counters.recordPuts(1);
        if (start != UNTIMED) {
          counters.recordPutTime(context.ticker().nanos() - start);
        }
      }
    }
  }

  /**
   * {@code ExpiringCache.put}.
   *
   * @param key not null
   * @param value not null
   * @param expiration when it expires
   */
  public void put(K key, V value, Expiration expiration) {
    change(key, incoming(value, expiration), put, writing != null, false);
  }

  /**
   * {@code ExpiringCache.expire}: no writer and no statistics.
   *
   * @param key not null
   * @param expiration where the deadline moves to
   * @param conditions under which it does
   * @return whether it did
   */
  public boolean expire(K key, Expiration expiration, Set<ExpireCondition> conditions) {
    context.requireMoving(expiration, key);
    Decision.Move move = new Decision.Move(expiration, conditions);
    Noting<K, V> verb = new Noting<>((wanted, prior, call) -> prior == null ? Plain.KEEP : move);
    Incoming<V> call = Incoming.nothing();
    store.step(key, call, verb);
    return call.effect == Effect.MOVED;
  }

  /**
   * {@code Cache.getAndPut}.
   *
   * @param key not null
   * @param value not null
   * @param expiration when it expires; null for what the rules say
   * @return the former value, or null
   */
  public @Nullable V getAndPut(K key, V value, @Nullable Expiration expiration) {
    return former(change(key, incoming(value, expiration), put, writing != null, true));
  }

  /**
   * {@code Cache.putIfAbsent}.
   *
   * @param key not null
   * @param value not null
   * @param expiration when it expires; null for what the rules say
   * @return whether there was no live value
   */
  public boolean putIfAbsent(K key, V value, @Nullable Expiration expiration) {
    return change(key, incoming(value, expiration), putIfAbsent, writing != null, true).prior
        == null;
  }

  /**
   * {@code Cache.replace}.
   *
   * @param key not null
   * @param value not null
   * @param expiration when it expires; null for what the rules say
   * @return whether there was a live value
   */
  public boolean replace(K key, V value, @Nullable Expiration expiration) {
    return change(key, incoming(value, expiration), replace, writing != null, true).prior != null;
  }

  /**
   * {@code Cache.replace} of an expected value.
   *
   * @param key not null
   * @param expected not null
   * @param value not null
   * @return whether the live value was the expected one
   */
  public boolean replaceEqual(K key, V expected, V value) {
    return change(
                key,
                Incoming.replacement(value, boundary.valueIn(value), expected),
                replaceExpected,
                true,
                true)
            .effect
        == Effect.UPDATED;
  }

  /**
   * {@code Cache.getAndReplace}.
   *
   * @param key not null
   * @param value not null
   * @param expiration when it expires; null for what the rules say
   * @return the former value, or null
   */
  public @Nullable V getAndReplace(K key, V value, @Nullable Expiration expiration) {
    return former(change(key, incoming(value, expiration), replace, writing != null, true));
  }

  /**
   * {@code Cache.remove}.
   *
   * @param key not null
   * @return whether there was a live value
   */
  public boolean remove(K key) {
    return change(key, Incoming.nothing(), remove, writing != null, false).prior != null;
  }

  /**
   * {@code Cache.remove} of an expected value.
   *
   * @param key not null
   * @param expected not null
   * @return whether the live value was the expected one
   */
  public boolean remove(K key, V expected) {
    return change(key, Incoming.removalOf(expected), removeEqual, true, true).effect
        == Effect.REMOVED;
  }

  /**
   * {@code Cache.getAndRemove}.
   *
   * @param key not null
   * @return the former value, or null
   */
  public @Nullable V getAndRemove(K key) {
    return former(change(key, Incoming.nothing(), remove, writing != null, true));
  }

  private Incoming<V> incoming(V value, @Nullable Expiration expiration) {
    return Incoming.value(value, boundary.valueIn(value), expiration);
  }

  private @Nullable V former(Incoming<V> call) {
    return call.prior == null ? null : boundary.valueOut(call.prior);
  }

  /**
   * Runs one verb and counts it.
   *
   * @param callsOut whether the transition runs user code: a writer, or the equals method of a
   *     value
   * @param reads whether the verb also answers what was there, and so counts a hit or a miss
   */
  private Incoming<V> change(
      K key, Incoming<V> call, Transition<K, Incoming<V>> verb, boolean callsOut, boolean reads) {
    CacheCounters counters = statistics.get();
    long start = start(counters);
    try {
      if (callsOut) {
        store.longStep(key, call, verb);
      } else {
        store.step(key, call, verb);
      }
    } catch (CacheEntryListenerException e) { // the change stands
      count(counters, call, reads, start);
      throw e;
    }
    count(counters, call, reads, start);
    return call;
  }

  private void count(CacheCounters counters, Incoming<?> call, boolean reads, long start) {
    if (!counters.enabled()) {
      return;
    }
    if (reads) {
      if (call.prior == null) {
        counters.recordMisses(1);
      } else {
        counters.recordHits(1);
      }
    }
    if (call.effect.isPut()) {
      counters.recordPuts(1);
    } else if (call.effect == Effect.REMOVED) {
      counters.recordRemovals(1);
    }
    if (start != UNTIMED) {
      time(counters, call, reads, context.ticker().nanos() - start);
    }
  }

  private static void time(CacheCounters counters, Incoming<?> call, boolean reads, long nanos) {
    if (reads) {
      counters.recordGetTime(nanos);
    }
    if (call.effect.isPut()) {
      counters.recordPutTime(nanos);
    } else if (call.effect == Effect.REMOVED) {
      counters.recordRemoveTime(nanos);
    }
  }

  private long start(CacheCounters counters) {
    return counters.timesThis() ? context.ticker().nanos() : UNTIMED;
  }
}

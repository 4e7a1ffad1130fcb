package dev.lapse.jcache.store;

import dev.lapse.jcache.event.EventDispatcher;
import dev.lapse.jcache.event.Happening;
import dev.lapse.jcache.eviction.Room;
import dev.lapse.jcache.expiry.Deadline;
import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpireCondition;
import dev.lapse.jcache.expiry.ExpiryRules;
import dev.lapse.jcache.store.Decision.Move;
import dev.lapse.jcache.store.Decision.Plain;
import dev.lapse.jcache.store.Decision.Store;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what was decided about one entry, under that entry's monitor: moves deadlines, ends
 * values, publishes the events in order and keeps the strata right. The one place in which a value
 * ends.
 */
final class EntryCommitter<K, V> {

  private final ExpiryRules<K> rules;
  private final EventDispatcher<K, V> events;
  private final Strata<K> strata;
  private final EntryTable<K> table;
  private final @Nullable SizeBound<K> bound;
  private final @Nullable StaleShelf<K> stale;
  private final LongAdder expiredLazily = new LongAdder();

  EntryCommitter(
      ExpiryRules<K> rules,
      EventDispatcher<K, V> events,
      Strata<K> strata,
      EntryTable<K> table,
      @Nullable SizeBound<K> bound,
      @Nullable StaleShelf<K> stale) {
    this.rules = rules;
    this.events = events;
    this.strata = strata;
    this.table = table;
    this.bound = bound;
    this.stale = stale;
  }

  /**
   * Asks for the deadline that goes with a decision, once.
   *
   * @throws javax.cache.CacheException if the user's entry expiry failed
   */
  long plan(Decision decision, K key, @Nullable Object prior, long now) {
    if (decision instanceof Store store) {
      return planValue(store, key, prior, now);
    }
    if (prior == null) {
      return ExpiryRules.UNCHANGED;
    }
    if (decision instanceof Move move) {
      return rules.asGiven(move.expiration(), now);
    }
    return decision == Plain.TOUCH ? rules.afterAccess(key, prior, now) : ExpiryRules.UNCHANGED;
  }

  private long planValue(Store store, K key, @Nullable Object prior, long now) {
    Expiration given = store.expiration();
    long planned = given == null ? ExpiryRules.UNCHANGED : rules.asGiven(given, now);
    if (planned != ExpiryRules.UNCHANGED) {
      return planned;
    }
    if (prior == null || store.anew()) {
      return rules.afterCreation(key, store.value(), now);
    }
    return given == null ? rules.afterUpdate(key, store.value(), now) : ExpiryRules.UNCHANGED;
  }

  /** Whether a new value is not even stored: the rules, and not the call, give it zero to live. */
  static boolean isStillborn(Store store, long planned, long now) {
    Expiration given = store.expiration();
    return Deadline.isDue(planned, now) && (given == null || given.isKeep());
  }

  Effect commit(
      StoredEntry<K> entry,
      @Nullable Object prior,
      Decision decision,
      long planned,
      long now,
      int weight,
      @Nullable Outbox outbox) {
    if (decision instanceof Store store) {
      return prior == null
          ? create(entry, store, planned, now, weight, outbox)
          : update(entry, prior, store.value(), planned, now, weight, outbox);
    }
    if (prior == null) {
      forgetStale(decision, entry.key);
      return Effect.NONE;
    }
    if (decision == Plain.REMOVE || decision == Plain.DISCARD) {
      entry.exchangeDeadline(Deadline.CLAIMED);
      end(entry);
      if (decision == Plain.REMOVE) {
        publish(outbox, Happening.REMOVED, entry, null, prior);
      }
      return Effect.REMOVED;
    }
    if (decision != Plain.KEEP && bound != null) {
      bound.touch(entry);
    }
    restore(entry, prior);
    if (decision instanceof Move move) {
      return move(entry, prior, move, planned, now, outbox);
    }
    move(entry, planned, now);
    return Effect.NONE;
  }

  /** What is removed is not to come back, even if it had expired before. */
  void forgetStale(Decision decision, K key) {
    if (decision == Plain.REMOVE || decision == Plain.DISCARD) {
      forgetStale(key);
    }
  }

  /** Nor what somebody has put something else over, even if that was not stored. */
  void forgetStale(K key) {
    if (stale != null) {
      stale.forget(key);
    }
  }

  /** Where a running step has stood in for the value. */
  private static void restore(StoredEntry<?> entry, Object prior) {
    if (entry.valuePlain() != prior) {
      entry.setValueRelease(prior);
    }
  }

  Effect create(
      StoredEntry<K> entry,
      Store store,
      long deadline,
      long now,
      int weight,
      @Nullable Outbox outbox) {
    forgetStale(entry.key);
    if (isStillborn(store, deadline, now)) {
      return Effect.STILLBORN;
    }
    Object value = store.value();
    if (Deadline.isDue(deadline, now)) {
      publish(outbox, Happening.CREATED, entry, value, null);
      expire(entry, value, outbox);
      return Effect.CREATED;
    }
    Room room = bound == null ? Room.RESERVED : bound.reserve(entry, weight);
    if (room == Room.FULL) {
      return Effect.REFUSED;
    }
    publish(outbox, Happening.CREATED, entry, value, null);
    if (room == Room.TOO_HEAVY) {
      evict(entry, value, outbox);
      return Effect.CREATED;
    }
    entry.setValueRelease(value);
    move(entry, deadline, now);
    if (bound != null) {
      bound.admit(entry);
    }
    return Effect.CREATED;
  }

  private Effect update(
      StoredEntry<K> entry,
      Object prior,
      Object value,
      long planned,
      long now,
      int weight,
      @Nullable Outbox outbox) {
    Room room = bound == null ? Room.RESERVED : bound.replace(entry, weight);
    if (room == Room.FULL) {
      restore(entry, prior);
      return Effect.REFUSED;
    }
    publish(outbox, Happening.UPDATED, entry, value, prior);
    if (room == Room.TOO_HEAVY) {
      evict(entry, value, outbox);
    } else if (planned != ExpiryRules.UNCHANGED && Deadline.isDue(planned, now)) {
      entry.exchangeDeadline(Deadline.CLAIMED);
      expire(entry, value, outbox);
    } else {
      entry.setValueRelease(value);
      move(entry, planned, now);
    }
    return Effect.UPDATED;
  }

  /**
   * Readers may move the deadline meanwhile, so the conditions are asked about the one that goes.
   */
  private Effect move(
      StoredEntry<K> entry,
      Object prior,
      Move move,
      long planned,
      long now,
      @Nullable Outbox outbox) {
    boolean due = Deadline.isDue(planned, now);
    long former;
    do {
      former = entry.deadlineAcquire();
      for (ExpireCondition condition : move.conditions()) {
        if (!condition.holds(former, planned)) {
          return Effect.NONE;
        }
      }
    } while (!entry.casDeadline(former, due ? Deadline.CLAIMED : planned));
    if (due) {
      expire(entry, prior, outbox);
    } else {
      moved(entry, former, planned, now);
    }
    return Effect.MOVED;
  }

  private void move(StoredEntry<K> entry, long deadline, long now) {
    if (deadline != ExpiryRules.UNCHANGED) {
      moved(entry, entry.exchangeDeadline(deadline), deadline, now);
    }
  }

  /** The strata must hear of a deadline that comes earlier than the last one, and only of such. */
  private void moved(StoredEntry<K> entry, long former, long deadline, long now) {
    if (deadline < former || former == Deadline.CLAIMED) {
      strata.ensureLinked(entry, now);
    } else if (deadline == Deadline.ETERNAL) {
      strata.unlink(entry); // not to be counted, nor evicted, as one with a deadline
    }
  }

  /** Claims an entry whose deadline has passed; {@link #expire} is due then. */
  boolean claimIfDue(StoredEntry<K> entry, Object value, long now) {
    for (; ; ) {
      long deadline = entry.deadlineAcquire();
      if (!Deadline.isDue(deadline, now) || deadline == Deadline.CLAIMED) {
        return false;
      }
      if (entry.casDeadline(deadline, Deadline.CLAIMED)) {
        if (stale != null) {
          stale.keep(entry.key, value, deadline, now);
        }
        return true;
      }
    }
  }

  /** After the claim: the one place where an expired value ends. */
  void expire(StoredEntry<K> entry, Object value, @Nullable Outbox outbox) {
    expiredLazily.increment();
    end(entry);
    publish(outbox, Happening.EXPIRED, entry, null, value);
  }

  /** Ends a live value, or one that was too heavy to come in. */
  void evict(StoredEntry<K> entry, Object value, @Nullable Outbox outbox) {
    SizeBound<K> bound = Objects.requireNonNull(this.bound);
    entry.exchangeDeadline(Deadline.CLAIMED);
    end(entry);
    bound.countEviction();
    publish(
        outbox,
        bound.isWeighed() ? Happening.EVICTED_FOR_WEIGHT : Happening.EVICTED_FOR_SIZE,
        entry,
        null,
        value);
  }

  /** Ends a value, and tells nobody. A running step keeps what it has. */
  void forget(StoredEntry<K> entry) {
    synchronized (entry) {
      Object value = entry.valuePlain();
      if (value != null && !(value instanceof RunningStep)) {
        entry.exchangeDeadline(Deadline.CLAIMED);
        end(entry);
      }
    }
  }

  /** After the claim. */
  private void end(StoredEntry<K> entry) {
    if (bound != null) {
      bound.depart(entry);
    }
    entry.setValueRelease(null);
    strata.unlink(entry);
  }

  void retireIfAbsent(StoredEntry<K> entry) {
    if (entry.valuePlain() == null) {
      table.remove(entry);
    }
  }

  void publish(
      @Nullable Outbox outbox,
      Happening happening,
      StoredEntry<K> entry,
      @Nullable Object value,
      @Nullable Object old) {
    if (outbox != null) {
      events.publish(outbox, happening, entry.key, value, old);
    } else if (events.hasListeners()) {
      events.publishUnattended(happening, entry.key, value, old);
    }
  }

  boolean hasListeners() {
    return events.hasListeners();
  }

  /** Where to publish to; null while nobody has to be waited for. */
  @Nullable Outbox outbox() {
    return events.hasSynchronousListeners() ? new Outbox() : null;
  }

  /** Expires a claimed entry for the reaper, for whom nobody waits. */
  void expireUnattended(StoredEntry<K> entry, Object value) {
    end(entry);
    if (events.hasListeners()) {
      events.publishUnattended(Happening.EXPIRED, entry.key, null, value);
    }
    retireIfAbsent(entry);
  }

  long lazilyExpired() {
    return expiredLazily.sum();
  }
}

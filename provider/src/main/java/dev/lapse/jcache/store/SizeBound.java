package dev.lapse.jcache.store;

import dev.lapse.jcache.eviction.Bound;
import dev.lapse.jcache.eviction.EvictionPolicy;
import dev.lapse.jcache.eviction.Room;
import dev.lapse.jcache.stats.CacheCounters;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import java.util.random.RandomGenerator;
import javax.cache.CacheException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a store within its bound. Values are counted or weighed as they come and go, under the
 * entry's monitor; a thread that has stored one and has left every monitor then makes room, dead
 * entries before live ones.
 */
final class SizeBound<K> {

  /**
   * How many entries a put looks at to find a dead one, where the strata say that there may be one.
   */
  private static final int LOOKS_FOR_THE_DEAD = 4;

  /**
   * How often there may be no victim, or one that is in use, before a put leaves it to the next
   * one. With 16 inspections for the first victim and one for each other, fewer than 20 entries are
   * inspected for one that goes; the looks for the dead come on top where one may be due.
   */
  private static final int REFUSALS = 4;

  /** How often a put pauses for threads that have all possible victims in hand. */
  private static final int PAUSES = 100;

  private final Bound<BoundedEntry<K>> bound;
  private final Strata<K> strata;
  private final @Nullable ToIntBiFunction<K, Object> weigher;
  private final Supplier<CacheCounters> counters;
  private final LongAdder evictions = new LongAdder();
  private final String cacheName;
  private final String full;

  /** Whether nothing goes to make room for what has come. */
  private final boolean strict;

  SizeBound(BoundSetup<K> setup, Strata<K> strata, String cacheName) {
    this.bound = new Bound<>(setup.settings(), new StrataIndex<>(strata), setup.seed());
    this.strata = strata;
    this.weigher = setup.weigher();
    this.counters = setup.counters();
    this.cacheName = cacheName;
    this.strict = setup.settings().policy() == EvictionPolicy.NOEVICTION;
    this.full =
        "the cache is full ("
            + setup.settings().maximum()
            + (weigher == null ? " entries" : " units of weight")
            + "), and its eviction policy "
            + setup.settings().policy().configName()
            + " lets nothing go";
  }

  StoredEntry<K> newEntry(K key) {
    return weigher == null ? new BoundedEntry<>(key) : new WeighedEntry<>(key);
  }

  boolean isWeighed() {
    return weigher != null;
  }

  /**
   * Weighs a value; outside of every monitor, since the weigher is the user's.
   *
   * @throws CacheException if the weigher fails
   */
  int weigh(K key, Object stored) {
    if (weigher == null) {
      return 1;
    }
    int weight;
    try {
      weight = weigher.applyAsInt(key, stored);
    } catch (Throwable e) {
      throw new CacheException(
          "Cache " + cacheName + ": the weigher threw for key " + key + ": " + e, e);
    }
    if (weight < 0) {
      throw new CacheException(
          "Cache "
              + cacheName
              + ": the weigher gave key "
              + key
              + " the weight "
              + weight
              + ". It must be 0 or more.");
    }
    return weight;
  }

  /**
   * Expires dead entries where a value would be refused for want of their room. With no monitor
   * held.
   */
  void prepare(int weight, EntryCommitter<K, ?> committer, long now, @Nullable Outbox outbox) {
    while (strict && bound.total() + weight > bound.maximum()) {
      if (!expireDead(committer, now, outbox)) {
        return;
      }
    }
  }

  /** Under the monitor of an entry without a value. */
  Room reserve(StoredEntry<K> entry, int weight) {
    Room room = bound.reserve(weight);
    if (room == Room.RESERVED && weigher != null) {
      ((BoundedEntry<K>) entry).setWeight(weight);
    }
    return room;
  }

  /** Under the monitor of an entry with a value, after {@link #reserve}. */
  void admit(StoredEntry<K> entry) {
    bound.admit((BoundedEntry<K>) entry, entry.key.hashCode());
  }

  /** Under the monitor of an entry whose value is about to be replaced. */
  Room replace(StoredEntry<K> entry, int weight) {
    bound.touch((BoundedEntry<K>) entry);
    return weigher == null ? Room.RESERVED : bound.reweigh((BoundedEntry<K>) entry, weight);
  }

  void touch(StoredEntry<K> entry) {
    bound.touch((BoundedEntry<K>) entry);
  }

  /** Under the monitor of an entry whose value has gone. */
  void depart(StoredEntry<K> entry) {
    bound.depart((BoundedEntry<K>) entry);
  }

  CacheException refusal(K key) {
    return new CacheException(
        "Cache "
            + cacheName
            + ": key "
            + key
            + " was refused: "
            + full
            + ". Raise the bound, or choose another policy (LapseConfiguration.builder(...).evictionPolicy(...)).");
  }

  boolean isExceeded() {
    return bound.isExceeded();
  }

  /** Makes room where there is too much. With no monitor held. */
  void keep(
      StoredEntry<K> stored, EntryCommitter<K, ?> committer, long now, @Nullable Outbox outbox) {
    BoundedEntry<K> victim = null;
    int refusals = 0;
    int emptyHanded = 0;
    while (refusals < REFUSALS && emptyHanded < PAUSES && bound.isExceeded()) {
      if (expireDead(committer, now, outbox)) {
        continue;
      }
      victim = victim == null ? bound.choose(stored.key.hashCode()) : bound.chooseOther(victim);
      if (victim == null) {
        // Other threads have all of them in hand; theirs will be gone in a moment.
        emptyHanded++;
        LockSupport.parkNanos(1);
        continue;
      }
      synchronized (victim) {
        Object value = victim.valuePlain();
        if (!bound.isChosen(victim)) {
          victim = null; // it has left by itself
        } else if (value == null || value instanceof RunningStep) {
          refusals++;
        } else {
          evict(victim, value, committer, now, outbox);
          victim = null;
        }
      }
    }
    if (victim != null) {
      bound.spare(victim);
    }
  }

  private void evict(
      StoredEntry<K> victim,
      Object value,
      EntryCommitter<K, ?> committer,
      long now,
      @Nullable Outbox outbox) {
    if (committer.claimIfDue(victim, value, now)) {
      committer.expire(victim, value, outbox);
    } else {
      committer.evict(victim, value, outbox);
    }
    committer.retireIfAbsent(victim);
  }

  void countEviction() {
    evictions.increment();
    counters.get().recordEvictions(1);
  }

  /** Expires one dead entry, if one can be found. */
  private boolean expireDead(EntryCommitter<K, ?> committer, long now, @Nullable Outbox outbox) {
    if (strata.nextDue() > now) {
      return false;
    }
    // Any would do, so chance need not be repeatable here.
    RandomGenerator random = new SplittableRandom(now);
    for (int look = 0; look < LOOKS_FOR_THE_DEAD; look++) {
      StoredEntry<K> entry = strata.nearest(random);
      if (entry == null) {
        return false;
      }
      synchronized (entry) {
        Object value = entry.valuePlain();
        if (value != null
            && !(value instanceof RunningStep)
            && committer.claimIfDue(entry, value, now)) {
          committer.expire(entry, value, outbox);
          committer.retireIfAbsent(entry);
          return true;
        }
        // Its deadline has moved since it was linked; where it belongs it hides no dead one.
        strata.unlink(entry);
      }
    }
    return false;
  }

  long total() {
    return bound.total();
  }

  long evictions() {
    return evictions.sum();
  }
}

package dev.lapse.jcache.store;

import dev.lapse.jcache.expiry.Deadline;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * The least store that strata can be used with: keys with deadlines and no values. It follows the
 * protocol of the real one (deadlines are exchanged or compared-and-set, whoever claims an entry
 * unlinks it, a running step keeps the reaper away).
 */
public final class StandInStore implements Expirer<Integer> {

  /** Told of each entry that the reaper expires, with the entry's monitor held. */
  @FunctionalInterface
  public interface ExpiredListener {
    void expired(int key, long deadline, long now);
  }

  private final Map<Integer, StoredEntry<Integer>> map = new ConcurrentHashMap<>();
  private final Set<Integer> running = ConcurrentHashMap.newKeySet();
  private final AtomicLong lazilyExpired = new AtomicLong();
  private final Strata<Integer> strata;
  private final ExpirySampler<Integer> sampler;
  private final ExpiredListener listener;
  private volatile long undelivered;
  private volatile boolean behind;
  private int rounds;

  public StandInStore(LongConsumer onEarlierSlot, ExpiredListener listener) {
    this(new Strata<>(onEarlierSlot), listener);
  }

  StandInStore(Strata<Integer> strata, ExpiredListener listener) {
    this.strata = strata;
    this.listener = listener;
    this.sampler = new ExpirySampler<>(strata, this);
  }

  public Expirable expirable() {
    return sampler;
  }

  Strata<Integer> strata() {
    return strata;
  }

  /** Stores the key, present or not. */
  public void put(int key, long deadline, long now) {
    for (; ; ) {
      StoredEntry<Integer> entry = map.computeIfAbsent(key, StoredEntry::new);
      synchronized (entry) {
        if (map.get(key) == entry) {
          entry.exchangeDeadline(deadline);
          strata.ensureLinked(entry, now);
          return;
        }
      }
    }
  }

  /**
   * Changes the deadline of a live entry without a lock, as a reading touch does. Returns false if
   * it is absent or dead.
   */
  public boolean touch(int key, long newDeadline, long now) {
    StoredEntry<Integer> entry = map.get(key);
    if (entry == null) {
      return false;
    }
    for (; ; ) {
      long deadline = entry.deadlineAcquire();
      if (Deadline.isDue(deadline, now)) {
        return false;
      }
      if (entry.casDeadline(deadline, newDeadline)) {
        if (newDeadline < deadline) {
          strata.ensureLinked(entry, now);
        }
        return true;
      }
    }
  }

  /** Returns whether it was there and alive. */
  public boolean remove(int key, long now) {
    StoredEntry<Integer> entry = map.get(key);
    if (entry == null) {
      return false;
    }
    synchronized (entry) {
      long deadline = entry.exchangeDeadline(Deadline.CLAIMED);
      map.remove(key, entry);
      strata.unlink(entry);
      boolean wasThere = deadline != Deadline.CLAIMED;
      if (wasThere && Deadline.isDue(deadline, now)) {
        lazilyExpired.incrementAndGet();
      }
      return wasThere && !Deadline.isDue(deadline, now);
    }
  }

  /** Has a step run for the key until {@link #endStep}. */
  public void beginStep(int key) {
    running.add(key);
  }

  public void endStep(int key, long now) {
    // In this order: an entry that was made meanwhile may have been left to this step too.
    running.remove(key);
    StoredEntry<Integer> entry = map.get(key);
    if (entry != null) {
      synchronized (entry) {
        strata.ensureLinked(entry, now);
      }
    }
  }

  public void setBehind(boolean newBehind) {
    behind = newBehind;
  }

  public void setUndelivered(long newUndelivered) {
    undelivered = newUndelivered;
  }

  public int size() {
    return map.size();
  }

  /** How many entries have a finite deadline. */
  long finite() {
    return map.values().stream()
        .filter(entry -> Deadline.isFinite(entry.deadlineAcquire()))
        .count();
  }

  Map<Integer, StoredEntry<Integer>> entries() {
    return map;
  }

  @Override
  public Fate expireIfDue(StoredEntry<Integer> entry, long now) {
    synchronized (entry) {
      if (running.contains(entry.key)) {
        return Fate.LEFT_TO_STEP;
      }
      long deadline = entry.deadlineVolatile();
      if (!Deadline.isFinite(deadline)
          || !Deadline.isDue(deadline, now)
          || !entry.casDeadline(deadline, Deadline.CLAIMED)) {
        return Fate.KEPT;
      }
      map.remove(entry.key, entry);
      listener.expired(entry.key, deadline, now);
      return Fate.EXPIRED;
    }
  }

  @Override
  public void roundIsOver() {
    rounds++;
  }

  /** How often the store was told that a round is over. */
  int rounds() {
    return rounds;
  }

  @Override
  public boolean isBehind() {
    return behind;
  }

  @Override
  public long undelivered() {
    return undelivered;
  }

  @Override
  public long lazilyExpired() {
    return lazilyExpired.get();
  }
}

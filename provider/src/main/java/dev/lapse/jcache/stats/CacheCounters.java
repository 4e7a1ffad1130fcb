package dev.lapse.jcache.stats;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a cache counts while it works; {@link #snapshot} reads it. A cache without statistics has
 * {@link #disabled} counters, which ignore everything.
 *
 * <p>Counting takes no lock. A snapshot that is taken while others count may have one operation's
 * hit but not yet its time; no count is ever lost. Which operation counts as what is said by {@link
 * javax.cache.management.CacheStatisticsMXBean} and decided by the callers.
 */
public final class CacheCounters {

  private static final CacheCounters DISABLED = new CacheCounters();

  /** A sum of durations, and how many operations it covers. */
  private static final class Stopwatch {
    final LongAdder nanos = new LongAdder();
    final LongAdder operations = new LongAdder();

    void add(long moreNanos, long moreOperations) {
      nanos.add(moreNanos);
      operations.add(moreOperations);
    }

    CacheStatisticsSnapshot.Timing read() {
      return new CacheStatisticsSnapshot.Timing(nanos.sum(), operations.sum());
    }

    void clear() {
      nanos.reset();
      operations.reset();
    }
  }

  /** So many operations are timed before chance decides, so that a few are enough for a mean. */
  private static final int TIMED_AT_FIRST = 30_000;

  /** Of later operations, one in so many is timed; a power of two. */
  private static final int ONE_IN = 32;

  /** Counted down without care for races: it matters little how many exactly that are. */
  private int stillTimed = TIMED_AT_FIRST;

  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder puts = new LongAdder();
  private final LongAdder removals = new LongAdder();
  private final LongAdder evictions = new LongAdder();
  private final Stopwatch getTime = new Stopwatch();
  private final Stopwatch putTime = new Stopwatch();
  private final Stopwatch removeTime = new Stopwatch();

  private CacheCounters() {}

  /**
   * Makes counters that count.
   *
   * @return new counters, all zero
   */
  public static CacheCounters counting() {
    return new CacheCounters();
  }

  /**
   * The counters of a cache without statistics.
   *
   * @return counters that stay zero
   */
  public static CacheCounters disabled() {
    return DISABLED;
  }

  /**
   * Whether anything is counted. Where it is not, callers need not measure times either.
   *
   * @return false for {@link #disabled} counters
   */
  public boolean enabled() {
    return this != DISABLED;
  }

  /**
   * Whether to measure how long an operation takes. Reading the clock twice costs more than a whole
   * read of a cache, so mean times come from the first operations and from a sample of the later
   * ones.
   *
   * @return true if the time is to be recorded
   */
  public boolean timesThis() {
    if (!enabled()) {
      return false;
    }
    int left = stillTimed;
    if (left > 0) {
      stillTimed = left - 1;
      return true;
    }
    return (ThreadLocalRandom.current().nextInt() & ONE_IN - 1) == 0;
  }

  /**
   * Counts gets that were satisfied.
   *
   * @param count how many
   */
  public void recordHits(long count) {
    count(hits, count);
  }

  /**
   * Counts gets that were not satisfied.
   *
   * @param count how many
   */
  public void recordMisses(long count) {
    count(misses, count);
  }

  /**
   * Counts values that were put, new ones and replaced ones alike.
   *
   * @param count how many
   */
  public void recordPuts(long count) {
    count(puts, count);
  }

  /**
   * Counts entries that a caller removed.
   *
   * @param count how many
   */
  public void recordRemovals(long count) {
    count(removals, count);
  }

  /**
   * Counts live entries that the cache gave up for lack of space.
   *
   * @param count how many
   */
  public void recordEvictions(long count) {
    count(evictions, count);
  }

  /**
   * Adds the time of an operation of which {@link #timesThis} was true. It stands for those that
   * were not timed as well.
   *
   * @param nanos how long it took
   */
  public void recordGetTime(long nanos) {
    long weight = stillTimed > 0 ? 1 : ONE_IN;
    recordGetTime(nanos * weight, weight);
  }

  /**
   * Adds the time that some gets took, without the loading of values. Gets that nobody timed are
   * not in the average.
   *
   * @param nanos nanoseconds for all of them together
   * @param operations how many gets that time covers
   */
  public void recordGetTime(long nanos, long operations) {
    time(getTime, nanos, operations);
  }

  /**
   * Adds the time of an operation of which {@link #timesThis} was true. It stands for those that
   * were not timed as well.
   *
   * @param nanos how long it took
   */
  public void recordPutTime(long nanos) {
    long weight = stillTimed > 0 ? 1 : ONE_IN;
    recordPutTime(nanos * weight, weight);
  }

  /**
   * Adds the time that some puts took. Puts that nobody timed are not in the average.
   *
   * @param nanos nanoseconds for all of them together
   * @param operations how many puts that time covers
   */
  public void recordPutTime(long nanos, long operations) {
    time(putTime, nanos, operations);
  }

  /**
   * Adds the time of an operation of which {@link #timesThis} was true. It stands for those that
   * were not timed as well.
   *
   * @param nanos how long it took
   */
  public void recordRemoveTime(long nanos) {
    long weight = stillTimed > 0 ? 1 : ONE_IN;
    recordRemoveTime(nanos * weight, weight);
  }

  /**
   * Adds the time that some removals took. Removals that nobody timed are not in the average.
   *
   * @param nanos nanoseconds for all of them together
   * @param operations how many removals that time covers
   */
  public void recordRemoveTime(long nanos, long operations) {
    time(removeTime, nanos, operations);
  }

  private void count(LongAdder counter, long count) {
    if (enabled()) {
      counter.add(count);
    }
  }

  private void time(Stopwatch stopwatch, long nanos, long operations) {
    if (enabled()) {
      stopwatch.add(nanos, operations);
    }
  }

  /**
   * Reads all counters.
   *
   * @return their present values
   */
  public CacheStatisticsSnapshot snapshot() {
    return new CacheStatisticsSnapshot(
        hits.sum(),
        misses.sum(),
        puts.sum(),
        removals.sum(),
        evictions.sum(),
        getTime.read(),
        putTime.read(),
        removeTime.read());
  }

  /** Sets all counters to zero. What is counted at the same moment may be kept or lost. */
  public void clear() {
    hits.reset();
    misses.reset();
    puts.reset();
    removals.reset();
    evictions.reset();
    stillTimed = TIMED_AT_FIRST;
    getTime.clear();
    putTime.clear();
    removeTime.clear();
  }
}

package dev.lapse.jcache.reaper;

import dev.lapse.jcache.expiry.Ticker;
import java.util.Arrays;

/**
 * Simulated time, what arrives in it, and a gauge of what is stale. Whoever works for a while tells
 * it with {@link #spend}; the arrivals of that while then happen in the middle of the work, as they
 * would on another processor.
 */
final class SimulatedWorld implements Ticker {

  static final long MICRO = 1_000;
  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000_000_000;

  /** What happens to the caches from outside. */
  interface Arrivals {
    /** When the next one happens, {@link Long#MAX_VALUE} for never. */
    long next();

    void happen();
  }

  private final long end;
  private final long warmUp;
  private long now;
  private Arrivals arrivals =
      new Arrivals() {
        @Override
        public long next() {
          return Long.MAX_VALUE;
        }

        @Override
        public void happen() {}
      };

  /**
   * Deadlines by millisecond, of entries that are held; and up to which millisecond they are stale
   * by now.
   */
  private final int[] deadlines;

  private int cursor;
  private long stale;
  private long held;
  private double sumOfStale;
  private double sumOfHeld;
  private double peakShare;
  private long reclaimed;
  private final long[] lagsOf = new long[64];
  private long[][] lags = new long[64][];

  SimulatedWorld(long warmUp, long end) {
    this.warmUp = warmUp;
    this.end = end;
    this.deadlines = new int[(int) (end / MILLI) + 2];
    Arrays.setAll(lags, cache -> new long[16]);
  }

  void setArrivals(Arrivals newArrivals) {
    arrivals = newArrivals;
  }

  @Override
  public long nanos() {
    return now;
  }

  boolean isOver() {
    return now >= end;
  }

  /** Work that takes a while. */
  void spend(long nanos) {
    sleep(nanos, () -> false);
  }

  /** Lets time pass until it is over or, after an arrival, somebody is woken. */
  void sleep(long nanos, java.util.function.BooleanSupplier woken) {
    long until = Math.min(now + nanos, end);
    while (arrivals.next() <= until) {
      moveTo(Math.max(now, arrivals.next()));
      arrivals.happen();
      if (woken.getAsBoolean()) {
        return;
      }
    }
    moveTo(until);
  }

  private void moveTo(long moment) {
    while (cursor < moment / MILLI) {
      stale += deadlines[cursor++];
      if (cursor * MILLI >= warmUp && held > 0) {
        sumOfStale += stale;
        sumOfHeld += held;
        peakShare = Math.max(peakShare, (double) stale / held);
      }
    }
    now = moment;
  }

  void stored(long deadline) {
    held++;
    count(deadline, 1);
  }

  void moved(long from, long to) {
    count(from, -1);
    count(to, 1);
  }

  void expired(int cache, long deadline) {
    if (deadline > now) {
      throw new AssertionError("early by " + (deadline - now));
    }
    held--;
    count(deadline, -1);
    if (now >= warmUp) {
      reclaimed++;
      int number = (int) lagsOf[cache]++;
      if (number == lags[cache].length) {
        lags[cache] = Arrays.copyOf(lags[cache], number * 2);
      }
      lags[cache][number] = now - deadline;
    }
  }

  private void count(long deadline, int change) {
    int bucket = (int) Math.min(deadline / MILLI, deadlines.length - 1);
    deadlines[bucket] += change;
    if (bucket < cursor) {
      stale += change;
    }
  }

  boolean isWarm() {
    return now >= warmUp;
  }

  long held() {
    return held;
  }

  long stale() {
    return stale;
  }

  long reclaimed() {
    return reclaimed;
  }

  double meanStaleShare() {
    return sumOfHeld == 0 ? 0 : sumOfStale / sumOfHeld;
  }

  double peakStaleShare() {
    return peakShare;
  }

  /**
   * How late the given share of the cache's entries expired at most, in milliseconds; what is still
   * held is left out.
   */
  double lagMillis(int cache, double quantile) {
    int number = (int) lagsOf[cache];
    if (number == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(lags[cache], number);
    Arrays.sort(sorted);
    return (double) sorted[(int) Math.min(number - 1, (long) (quantile * number))] / MILLI;
  }
}

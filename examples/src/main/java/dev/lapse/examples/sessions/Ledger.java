package dev.lapse.examples.sessions;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * What must become of each session, kept outside of the cache: when it was visited last, and how
 * often it has been logged out. So it tells of any provider whether it is right and how late it is.
 */
final class Ledger {

  /** Some providers keep their deadlines in whole milliseconds. */
  private static final long TOLERANCE_NANOS = 1_000_000;

  private static final int SIGNIFICANT_DIGITS = 3;

  private final long beginning = System.nanoTime();
  private final long ttlNanos;
  private final AtomicLongArray visited;
  private final AtomicIntegerArray logouts;
  private final Histogram latenessMicros = new ConcurrentHistogram(SIGNIFICANT_DIGITS);
  private final LongAdder loggedOut = new LongAdder();
  private final LongAdder tooEarly = new LongAdder();
  private final LongAdder tooOften = new LongAdder();
  private final AtomicLong opened = new AtomicLong();

  /**
   * Makes an empty ledger.
   *
   * @param capacity how many sessions there will be
   * @param ttlNanos how long a session lives after its last visit
   */
  Ledger(int capacity, long ttlNanos) {
    this.ttlNanos = ttlNanos;
    this.visited = new AtomicLongArray(capacity);
    this.logouts = new AtomicIntegerArray(capacity);
  }

  /** Nanoseconds since the beginning. */
  long now() {
    return System.nanoTime() - beginning;
  }

  /** To be called just before a session is put. Numbers are given in order, from zero. */
  void opening(int number) {
    visited.set(number, now());
    opened.set(number + 1);
  }

  /**
   * To be called just before a session is read, which gives it a new deadline.
   *
   * @return false if it comes too late to be sure that the session is still alive: leave it alone
   *     then
   */
  boolean visiting(int number) {
    long now = now();
    if (now - visited.get(number) > ttlNanos - ttlNanos / 4) {
      return false;
    }
    visited.set(number, now);
    return true;
  }

  /** The expired event of a session has come. */
  void loggedOut(int number) {
    long late = now() - deadline(number);
    if (logouts.getAndIncrement(number) > 0) {
      tooOften.increment();
      return;
    }
    loggedOut.increment();
    if (late < -TOLERANCE_NANOS) {
      tooEarly.increment();
    }
    latenessMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(Math.max(0, late)));
  }

  private long deadline(int number) {
    return visited.get(number) + ttlNanos;
  }

  int opened() {
    return opened.intValue();
  }

  long loggedOut() {
    return loggedOut.sum();
  }

  /** How many sessions are past their deadline and have not been logged out. */
  int overdue() {
    long now = now();
    int overdue = 0;
    for (int number = opened() - 1; number >= 0; number--) {
      if (logouts.get(number) == 0 && deadline(number) <= now) {
        overdue++;
      }
    }
    return overdue;
  }

  boolean isComplete() {
    return loggedOut() == opened();
  }

  /** The state of the accounts. */
  Balance balance() {
    return new Balance(
        opened(), loggedOut(), tooOften.sum(), tooEarly.sum(), latenessMicros.copy());
  }

  /**
   * The accounts.
   *
   * @param opened how many sessions there were
   * @param loggedOut how many of them were logged out
   * @param tooOften how many logouts came for a session that had had its own
   * @param tooEarly how many sessions were logged out before their deadline
   * @param latenessMicros how long after the deadline the logouts came, in microseconds
   */
  record Balance(
      int opened, long loggedOut, long tooOften, long tooEarly, Histogram latenessMicros) {

    long never() {
      return opened - loggedOut;
    }

    /** Whether each session was logged out exactly once, and none before its time. */
    boolean isRight() {
      return never() == 0 && tooOften == 0 && tooEarly == 0;
    }
  }
}

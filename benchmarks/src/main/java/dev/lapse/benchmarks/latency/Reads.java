package dev.lapse.benchmarks.latency;

import dev.lapse.benchmarks.subject.Subject;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Reads at a fixed rate, and remembers how long after its turn each read was done. A read that has
 * to wait for one before it, or for a pause, is not forgiven: it counts from the moment when it
 * should have begun.
 */
final class Reads {

  private static final long INTERVAL_NANOS = 200_000;

  /** The scheduler wakes a thread late by some 60 µs; so much before its turn it begins to spin. */
  private static final long SPIN_NANOS = 100_000;

  private final Subject subject;
  private final Integer[] live;
  private final long[] turns;
  private final long[] latencies;
  private final Thread thread;
  private volatile boolean over;
  private volatile int done;
  private volatile int missed;

  Reads(Subject subject, Integer[] live, int maximumSeconds) {
    this.subject = subject;
    this.live = live;
    int maximum = (int) (maximumSeconds * 1_000_000_000L / INTERVAL_NANOS);
    turns = new long[maximum];
    latencies = new long[maximum];
    thread = new Thread(this::run, "reads");
  }

  void start() {
    thread.start();
  }

  private void run() {
    long turn = System.nanoTime() + INTERVAL_NANOS;
    int missing = 0;
    for (int i = 0; i < turns.length && !over; i++) {
      long wait = turn - System.nanoTime();
      if (wait > SPIN_NANOS) {
        LockSupport.parkNanos(wait - SPIN_NANOS);
      }
      while (turn - System.nanoTime() > 0) {
        Thread.onSpinWait();
      }
      if (subject.get(live[i % live.length]) == null) {
        missing++;
      }
      turns[i] = turn;
      latencies[i] = System.nanoTime() - turn;
      turn += INTERVAL_NANOS;
      done = i + 1;
    }
    missed = missing;
  }

  /** Stops reading; returns how many reads did not find their entry. */
  int stop() throws InterruptedException {
    over = true;
    thread.join();
    return missed;
  }

  /** The latencies, in nanoseconds, of reads whose turn was in a stretch of time. */
  Histogram between(long from, long to) {
    return histogram(from, to, List.of());
  }

  /** The same without those that met a pause. */
  Histogram outsideOf(List<PauseLog.Pause> pauses, long from, long to) {
    return histogram(from, to, pauses);
  }

  private Histogram histogram(long from, long to, List<PauseLog.Pause> pauses) {
    Histogram histogram = new Histogram(3);
    int first = Arrays.binarySearch(turns, 0, done, from);
    for (int i = first < 0 ? -first - 1 : first; i < done && turns[i] < to; i++) {
      long begin = turns[i];
      long end = begin + latencies[i];
      if (pauses.stream().noneMatch(pause -> begin < pause.end() && pause.start() < end)) {
        histogram.recordValue(latencies[i]);
      }
    }
    return histogram;
  }
}

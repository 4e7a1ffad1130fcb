package dev.lapse.examples.sessions;

import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import javax.cache.Cache;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Some sessions are visited again, at every third of their time to live, and abandoned after ten
 * visits. One thread: all visits are the same while after each other, so they come in the order of
 * a queue.
 */
final class Visitors implements Runnable {

  private static final int VISITS = 10;
  private static final long NAP_NANOS = 500_000;

  private record Visit(int number, int left, long at) {}

  private final Cache<String, Session> cache;
  private final Ledger ledger;
  private final double share;
  private final long intervalNanos;
  private final Queue<Visit> visits = new ConcurrentLinkedQueue<>();
  private final Histogram getNanos = new ConcurrentHistogram(3);
  private final LongAdder missed = new LongAdder();
  private final LongAdder vanished = new LongAdder();
  private volatile boolean over;

  Visitors(Cache<String, Session> cache, Ledger ledger, Options options) {
    this.cache = cache;
    this.ledger = ledger;
    this.share = options.slidingShare();
    this.intervalNanos = options.ttlNanos() / 3;
  }

  /** A session has been put. Every so-many-th of them is taken on. */
  void opened(int number) {
    if ((long) ((number + 1) * share) > (long) (number * share)) {
      visits.add(new Visit(number, VISITS, ledger.now() + intervalNanos));
    }
  }

  /** From now on nobody is visited any more. */
  void end() {
    over = true;
  }

  @Override
  public void run() {
    while (!over) {
      Visit next = visits.peek();
      if (next == null || next.at() > ledger.now()) {
        LockSupport.parkNanos(NAP_NANOS);
        continue;
      }
      visits.remove();
      if (!ledger.visiting(next.number())) {
        missed.increment();
      } else if (visit(next.number()) && next.left() > 1) {
        visits.add(new Visit(next.number(), next.left() - 1, ledger.now() + intervalNanos));
      }
    }
  }

  private boolean visit(int number) {
    String key = Session.key(number);
    long start = System.nanoTime();
    Session session = cache.get(key);
    getNanos.recordValue(System.nanoTime() - start);
    if (session == null) {
      vanished.increment();
    }
    return session != null;
  }

  /** How many visits came so late that the session might have been gone. */
  long missed() {
    return missed.sum();
  }

  /** How many sessions were not there although their time was not up. */
  long vanished() {
    return vanished.sum();
  }

  /** How long {@code get} took, in nanoseconds; no values if nobody was visited. */
  Histogram getNanos() {
    return getNanos.copy();
  }

  /** The microseconds below which so many per cent of the {@code get} calls stayed. */
  static String micros(Histogram nanos, double percentile) {
    return nanos.getTotalCount() == 0
        ? "n/a"
        : String.format(Locale.ROOT, "%.1f us", nanos.getValueAtPercentile(percentile) / 1e3);
  }
}

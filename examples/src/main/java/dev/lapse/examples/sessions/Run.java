package dev.lapse.examples.sessions;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.expiry.Duration;
import javax.cache.expiry.TouchedExpiryPolicy;

/**
 * One run: opens sessions at a rate, has some of them visited, and waits until the last one is
 * logged out. Uses nothing but the API of JCache.
 */
final class Run {

  private static final long NAP_NANOS = 1_000_000;

  private final Options options;
  private final Ledger ledger;
  private final Cache<String, Session> cache;
  private final Visitors visitors;
  private final ReaperFigures reaper;
  private final long patienceNanos;
  private long lastDeadline;

  /**
   * Creates the cache.
   *
   * @param manager of any provider
   * @param options what to do
   * @param patience how long after the last deadline to wait for logouts
   */
  Run(CacheManager manager, Options options, java.time.Duration patience) {
    this.options = options;
    this.patienceNanos = patience.toNanos();
    this.ledger = new Ledger(options.sessions(), options.ttlNanos());
    this.cache = createCache(manager);
    this.visitors = new Visitors(cache, ledger, options);
    this.reaper = ReaperFigures.of(manager);
  }

  private Cache<String, Session> createCache(CacheManager manager) {
    CacheEntryExpiredListener<String, Session> logout =
        events -> events.forEach(event -> ledger.loggedOut(Session.number(event.getKey())));
    return manager.createCache(
        "sessions",
        new MutableConfiguration<String, Session>()
            .setTypes(String.class, Session.class)
            .setExpiryPolicyFactory(
                TouchedExpiryPolicy.factoryOf(
                    new Duration(
                        TimeUnit.MILLISECONDS, TimeUnit.NANOSECONDS.toMillis(options.ttlNanos()))))
            .addCacheEntryListenerConfiguration(
                new MutableCacheEntryListenerConfiguration<>(
                    () -> logout, null, false, options.synchronous())));
  }

  /** Runs it, in this thread and one for the visitors. */
  void execute(PrintStream out) throws InterruptedException {
    Thread visiting = new Thread(visitors, "visitors");
    visiting.setDaemon(true);
    visiting.start();
    LiveLine line = new LiveLine(out);
    open(line);
    visitors.end();
    visiting.join();
    lastDeadline = ledger.now() + options.ttlNanos();
    awaitLogouts(line);
    line.end();
  }

  private void open(LiveLine line) {
    long start = ledger.now();
    long shown = start;
    int number = 0;
    while (number < options.sessions()) {
      long now = ledger.now();
      int due = (int) Math.min(options.sessions(), (now - start) * options.rate() / 1_000_000_000);
      for (; number < due; number++) {
        Session session = new Session("user-" + number, System.currentTimeMillis());
        ledger.opening(number);
        cache.put(Session.key(number), session);
        visitors.opened(number);
      }
      if (now - shown >= LiveLine.periodNanos()) {
        shown += LiveLine.periodNanos();
        line.show(this);
      }
      LockSupport.parkNanos(NAP_NANOS);
    }
  }

  private void awaitLogouts(LiveLine line) {
    long shown = ledger.now();
    while (!ledger.isComplete() && ledger.now() < lastDeadline + patienceNanos) {
      LockSupport.parkNanos(NAP_NANOS);
      if (ledger.now() - shown >= LiveLine.periodNanos()) {
        shown += LiveLine.periodNanos();
        line.show(this);
      }
    }
    line.show(this);
  }

  /** How far the run is, between 0 and 1. */
  double progress() {
    if (ledger.opened() == 0) {
      return 0;
    }
    double whole = options.durationNanos() + options.ttlNanos();
    return ledger.isComplete() && lastDeadline > 0 ? 1 : Math.min(0.99, ledger.now() / whole);
  }

  Ledger ledger() {
    return ledger;
  }

  Visitors visitors() {
    return visitors;
  }

  ReaperFigures reaper() {
    return reaper;
  }
}

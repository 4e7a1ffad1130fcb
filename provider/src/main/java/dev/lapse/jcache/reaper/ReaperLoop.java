package dev.lapse.jcache.reaper;

import dev.lapse.jcache.expiry.Ticker;
import dev.lapse.jcache.store.Expirable;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the reaper's thread does, without the thread: runs the pass that is due and tells how long
 * to sleep. So it runs under a clock that is moved by hand just as well.
 */
final class ReaperLoop {

  private static final System.Logger LOGGER = System.getLogger(ReaperLoop.class.getName());

  /**
   * A pass that comes so much later than planned tells of a starved thread or of a clock that
   * jumped.
   */
  private static final long LATE_NANOS = 1_000_000_000;

  private static final long AWAKE = Long.MIN_VALUE;

  private final Ticker ticker;
  private final String manager;
  private final PassProbe probe;
  private final ExpireCycle cycle;
  private final ReaperCounters counters = new ReaperCounters();

  /** Held while a pass runs. */
  private final ReentrantLock passLock = new ReentrantLock();

  private volatile ExpireBudget budget;

  /** There is work that need not wait for a tick. */
  private volatile boolean hurry;

  /**
   * When the sleeper wakes by itself; {@link #AWAKE} while a pass runs or is planned, or nobody
   * turns the loop.
   */
  private volatile long asleepUntil = AWAKE;

  // Guarded by passLock:
  private @Nullable PassResult last;
  private long lastSlowAt = -1;
  private long errorsSeen;

  ReaperLoop(
      Ticker ticker, RandomGenerator random, String manager, ExpireBudget budget, PassProbe probe) {
    this.ticker = ticker;
    this.manager = manager;
    this.budget = budget;
    this.probe = probe;
    this.cycle = new ExpireCycle(ticker, random, this::failed);
  }

  void add(Expirable cache) {
    cycle.add(cache);
  }

  void remove(Expirable cache) {
    if (cycle.remove(cache)) {
      counters.addLazilyExpired(cache.lazilyExpired());
    }
  }

  ExpireBudget budget() {
    return budget;
  }

  void setBudget(ExpireBudget newBudget) {
    budget = newBudget;
  }

  ReaperCounters counters() {
    return counters;
  }

  /** Whether any entry of any cache carries a deadline. */
  boolean hasDeadlines() {
    return cycle.nextDue() != Long.MAX_VALUE;
  }

  /** Has the next turn run a pass without waiting for a tick; the caller wakes the sleeper. */
  void hurry() {
    hurry = true;
  }

  /**
   * Whether the sleeper has to be woken because a slot opens at this moment. One volatile read if
   * not.
   */
  boolean sleepsPast(long opensAt) {
    return opensAt < asleepUntil;
  }

  /**
   * Runs the pass that is due, if one is.
   *
   * @return for how many nanoseconds there is nothing to do, unless {@link #sleepsPast} tells of
   *     something meanwhile
   */
  long turn() {
    passLock.lock();
    try {
      long expected = asleepUntil;
      asleepUntil = AWAKE;
      long now = ticker.nanos();
      if (expected != AWAKE) {
        noticeDelay(now - expected);
      }
      PassPlanner.Plan plan = plan();
      if (plan.at() <= now) {
        run(plan.slow());
        plan = plan();
      }
      long until;
      do {
        // Whoever links into an earlier slot has lowered nextDue and then reads asleepUntil; this
        // is the other way round.
        until = plan.at();
        asleepUntil = until;
        plan = plan();
      } while (plan.at() < until);
      return Math.max(0, until - ticker.nanos());
    } finally {
      passLock.unlock();
    }
  }

  /** Tells that nobody turns the loop for a while. */
  void halted() {
    asleepUntil = AWAKE;
  }

  /** Runs a slow pass now, whether one is due or not. */
  PassResult runPass() {
    passLock.lock();
    try {
      return run(true);
    } finally {
      passLock.unlock();
    }
  }

  private PassPlanner.Plan plan() {
    return PassPlanner.next(budget, last, lastSlowAt, hurry, cycle.nextDue());
  }

  private PassResult run(boolean slow) {
    hurry = false;
    probe.started();
    PassResult pass = cycle.run(budget, slow);
    last = pass;
    if (slow) {
      lastSlowAt = pass.startedAt();
    }
    counters.add(pass);
    probe.ended(pass);
    return pass;
  }

  private void noticeDelay(long late) {
    if (late > LATE_NANOS) {
      counters.addLatePass();
      LOGGER.log(
          Level.WARNING,
          "The reaper of cache manager {0} runs {1} ms late: its thread was starved, the machine was suspended or the"
              + " clock jumped. Entries expire late, none is lost.",
          manager,
          late / 1_000_000);
    }
  }

  /** What the caches tell at this moment. */
  ReaperCounters.CacheFigures figures() {
    long lazilyExpired = 0;
    long withDeadline = 0;
    long undelivered = 0;
    long oldest = Long.MAX_VALUE;
    for (Expirable cache : cycle.caches()) {
      lazilyExpired += cache.lazilyExpired();
      withDeadline += cache.withDeadline();
      undelivered += cache.undelivered();
      oldest = Math.min(oldest, cache.oldestDue());
    }
    return new ReaperCounters.CacheFigures(
        lazilyExpired, withDeadline, undelivered, Math.max(0, ticker.nanos() - oldest));
  }

  /** Logs the first error and then fewer and fewer, since a broken cache fails in each pass. */
  private void failed(Expirable cache, Throwable thrown) {
    long number = ++errorsSeen;
    if (Long.bitCount(number) == 1) {
      LOGGER.log(
          Level.ERROR,
          "The reaper of cache manager "
              + manager
              + " goes on after error "
              + number
              + " in the cache "
              + cache,
          thrown);
    }
  }
}

package dev.lapse.jcache.reaper;

import dev.lapse.jcache.expiry.CoarseClock;
import dev.lapse.jcache.store.Expirable;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Expires the entries of all caches of one manager when their time has come, whether or not anybody
 * uses the caches. One daemon thread, which starts with the first entry that carries a deadline,
 * sleeps while nothing is due and ends with {@link #close}. All methods may be called from any
 * thread.
 *
 * <p>Switched off, it has no thread, and entries expire when operations meet them. {@link #runPass}
 * runs a pass on the calling thread, whether the reaper is switched on or off: tests drive it by
 * hand so.
 */
public final class Reaper implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(Reaper.class.getName());

  /** How long {@link #close} waits for a pass to end. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** The sleep after an error that no cache is to blame for. */
  private static final long PAUSE_NANOS = 1_000_000_000;

  private final String manager;
  private final ReaperLoop loop;
  private final CoarseClock clock;

  /** The thread that turns the loop; null while none does. Written under this object's monitor. */
  private volatile @Nullable Thread thread;

  private volatile boolean active;
  private volatile boolean closed;

  /**
   * Creates a reaper without caches; it has no thread yet.
   *
   * @param manager the name of the cache manager, for the thread's name and for logs
   * @param clock the manager's, which starts at zero; it is coarse while the reaper's thread runs
   * @param random where chance comes from; used by one thread at a time
   * @param effort from {@link ExpireBudget#MIN_EFFORT} to {@link ExpireBudget#MAX_EFFORT}
   * @param active whether it runs by itself
   * @throws IllegalArgumentException if the effort is out of range
   */
  public Reaper(
      String manager, CoarseClock clock, RandomGenerator random, int effort, boolean active) {
    this(
        manager,
        clock,
        new ReaperLoop(
            clock, random, manager, new ExpireBudget(effort), PassProbe.forFlightRecorder(manager)),
        active);
  }

  Reaper(String manager, CoarseClock clock, ReaperLoop loop, boolean active) {
    this.manager = manager;
    this.clock = clock;
    this.loop = loop;
    this.active = active;
  }

  /**
   * Takes a cache into its care.
   *
   * @param cache the cache; its hook for earlier slots must be {@link #wakeFor}
   */
  public void register(Expirable cache) {
    loop.add(cache);
    if (cache.nextDue() != Long.MAX_VALUE) {
      wakeFor(cache.nextDue());
    }
  }

  /**
   * Forgets a cache. A pass that is running may still visit it; afterwards nothing here refers to
   * it.
   *
   * @param cache the cache; nothing happens if it was not registered
   */
  public void deregister(Expirable cache) {
    loop.remove(cache);
  }

  /**
   * Tells that a cache has something to do at a moment that it did not know of before. Starts the
   * thread, or wakes it where it would sleep past that moment. One or two volatile reads otherwise.
   *
   * @param opensAt nanoseconds on the manager's clock
   */
  public void wakeFor(long opensAt) {
    Thread sleeper = thread;
    if (sleeper == null) {
      if (mayRun()) {
        start();
      }
    } else if (loop.sleepsPast(opensAt)) {
      LockSupport.unpark(sleeper);
    }
  }

  /**
   * Has a pass run soon, because something that held up expiry is over: listeners that have caught
   * up.
   */
  public void wake() {
    loop.hurry();
    LockSupport.unpark(thread);
  }

  /**
   * Runs one slow pass on the calling thread; waits for a pass that is running.
   *
   * @return what it did
   */
  public PassResult runPass() {
    return loop.runPass();
  }

  /**
   * Changes the effort, from the next pass on.
   *
   * @param effort from {@link ExpireBudget#MIN_EFFORT} to {@link ExpireBudget#MAX_EFFORT}
   * @throws IllegalArgumentException if it is out of range
   */
  public void setEffort(int effort) {
    loop.setBudget(new ExpireBudget(effort));
    LockSupport.unpark(thread);
  }

  /**
   * Switches it on or off.
   *
   * @param newActive whether it is to run by itself
   */
  public void setActive(boolean newActive) {
    active = newActive;
    if (newActive && loop.hasDeadlines()) {
      start();
    }
    LockSupport.unpark(thread);
  }

  /**
   * The figures at this moment.
   *
   * @return a snapshot
   */
  public ReaperSnapshot snapshot() {
    return loop.counters().snapshot(loop.figures(), loop.budget(), active && !closed);
  }

  /**
   * Ends the thread. Waits for it for a second at most, and not at all on that thread itself or on
   * an interrupted one. May be called again.
   */
  @Override
  public void close() {
    Thread ending;
    synchronized (this) {
      closed = true;
      ending = thread;
    }
    if (ending != null && ending != Thread.currentThread()) {
      LockSupport.unpark(ending);
      try {
        ending.join(GRACE.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean mayRun() {
    return active && !closed;
  }

  private synchronized void start() {
    if (!mayRun() || thread != null) {
      return;
    }
    try {
      Thread started = newThread();
      thread = started;
      started.start();
    } catch (
        Throwable
            e) { // out of threads or memory: the operation that linked an entry must not fail for
      // it
      thread = null;
      loop.counters().addError();
      LOGGER.log(
          Level.ERROR,
          "The reaper of cache manager " + manager + " could not start; it tries again later",
          e);
    }
  }

  /**
   * A thread that refers to nothing of the caller's: no context class loader, no inherited thread
   * locals, and, since it is created with this class's own privileges, no protection domains of the
   * classes on the caller's stack.
   */
  @SuppressWarnings("removal")
  private Thread newThread() {
    return AccessController.doPrivileged(
        (PrivilegedAction<Thread>)
            () -> {
              Thread created = new Thread(null, this::live, "lapse-reaper-" + manager, 0, false);
              created.setDaemon(true);
              created.setContextClassLoader(null);
              return created;
            });
  }

  private void live() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    boolean measured = threads.isCurrentThreadCpuTimeSupported();
    long before = 0;
    clock.start(); // from now on each turn reads it
    while (!tryEnd()) {
      long pause = turn();
      if (measured) {
        long cpu = threads.getCurrentThreadCpuTime();
        loop.counters().addCpu(Math.max(0, cpu - before));
        before = Math.max(cpu, before);
      }
      // An interrupt would keep the thread from sleeping ever again.
      if (!Thread.interrupted() && mayRun() && pause > 0) {
        LockSupport.parkNanos(this, pause);
      }
    }
  }

  private long turn() {
    try {
      return loop.turn();
    } catch (Throwable e) { // nothing may end active expiry
      loop.counters().addError();
      LOGGER.log(
          Level.ERROR, "The reaper of cache manager " + manager + " goes on after an error", e);
      return PAUSE_NANOS;
    }
  }

  /**
   * Ends the thread if it is not to run any more; under the monitor, so that a new one is started
   * after it or not at all.
   */
  private synchronized boolean tryEnd() {
    if (mayRun()) {
      return false;
    }
    clock.stop();
    loop.halted();
    thread = null;
    return true;
  }
}

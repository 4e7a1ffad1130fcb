package dev.lapse.jcache.event;

import dev.lapse.jcache.waiting.Awaited;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ends waits that nothing else might end. The graph of waits knows what threads wait for in caches.
 * It does not know that a listener waits for a pool thread, which waits behind that listener to
 * change the same key; nor that a listener wants a lock of the application, whose owner waits
 * behind it. So while callers wait, this looks from time to time whether the listener that holds
 * them up does anything; if it has only been waiting for a second, the callers go on, and their
 * events are delivered after the listener has returned.
 *
 * <p>It costs nothing where nobody waits, and a task every quarter of a second where somebody does.
 */
final class Watch implements Runnable {

  private static final long PERIOD_MILLIS = 250;

  /** How many looks in a row have to find a listener waiting. */
  static final int PATIENCE = 4;

  private static final int LONGEST_CHAIN = 100;

  private final Lanes lanes;
  private final Submitter workers;
  private final Executor later;
  private final AtomicBoolean watching = new AtomicBoolean();

  Watch(Lanes lanes, Submitter workers) {
    this.lanes = lanes;
    this.workers = workers;
    this.later =
        CompletableFuture.delayedExecutor(PERIOD_MILLIS, TimeUnit.MILLISECONDS, this::submit);
  }

  /** A thread is going to wait. */
  void begin() {
    if (!watching.get() && watching.compareAndSet(false, true)) {
      // The JDK's timer thread inherits the context class loader of the thread that is first to use
      // it, so let
      // it be a worker.
      submit(() -> later.execute(this));
    }
  }

  private void submit(Runnable task) {
    if (workers.offer(task) != null) { // the manager may have been closed
      watching.set(false);
    }
  }

  @Override
  public void run() {
    if (lanes.lookAfterWaiters()) {
      later.execute(this);
      return;
    }
    watching.set(false);
    // Whoever came to wait in between saw the watch still going on.
    if (lanes.lookAfterWaiters()) {
      begin();
    }
  }

  /**
   * Whether a thread, or the one that it waits for in a cache, waits for something that is not of a
   * cache.
   */
  static boolean isWaitingOutside(Thread runner) {
    Thread thread = runner;
    for (int step = 0; step < LONGEST_CHAIN; step++) {
      Object blocker = LockSupport.getBlocker(thread);
      if (!(blocker instanceof Awaited awaited)) {
        return isWaiting(thread, blocker);
      }
      Thread owner = awaited.owner();
      if (owner == null) {
        return false;
      }
      thread = owner;
    }
    return false;
  }

  private static boolean isWaiting(Thread thread, @Nullable Object blocker) {
    return switch (thread.getState()) {
      case BLOCKED, WAITING -> true;
      case TIMED_WAITING -> blocker != null; // else it sleeps, which ends by itself
      default -> false;
    };
  }
}

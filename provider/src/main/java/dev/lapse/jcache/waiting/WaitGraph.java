package dev.lapse.jcache.waiting;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Makes threads wait, and sees to it that no circle of them waits for ever.
 *
 * <p>User code runs while a key is held: a loader, an entry processor, a listener. Where such code
 * of two threads wants what the other holds, both would wait for each other for ever. So every wait
 * is entered here, and before a thread goes to sleep the chain <em>owner → waits for → owner</em>
 * is followed. Where it comes back to the thread itself, somebody has to give way: first a wait
 * that can be abandoned without harm (for the delivery of an event, which then comes later), else
 * the thread that closed the circle, which is told so.
 *
 * <p>The graph is one for the whole JVM, since user code may go from one cache to another. It is
 * touched by threads that are about to park anyway, never on a path that does not wait.
 */
public final class WaitGraph {

  /** How a wait ended. */
  public enum Ending {
    /** What was waited for is over. */
    OVER,
    /** Given up so that others can go on; only for waits that allow it. */
    ABANDONED,
    /** Waiting would never have ended: what is waited for needs the waiting thread. */
    CIRCLE
  }

  private static final class Wait {
    final Thread thread;
    final Awaited awaited;
    final boolean canBeAbandoned;
    volatile boolean abandoned;

    Wait(Thread thread, Awaited awaited, boolean canBeAbandoned) {
      this.thread = thread;
      this.awaited = awaited;
      this.canBeAbandoned = canBeAbandoned;
    }
  }

  /** One per waiting thread; guarded by itself. */
  private static final Map<Thread, Wait> WAITS = new HashMap<>();

  private WaitGraph() {}

  /**
   * Waits until something is over. An interrupt does not end the wait, as no method of a cache
   * could report it; the thread's interrupt status is kept.
   *
   * @param awaited what to wait for
   * @param canBeAbandoned whether the caller can do without the wait where it would close a circle
   * @return how the wait ended
   */
  public static Ending await(Awaited awaited, boolean canBeAbandoned) {
    Wait wait = new Wait(Thread.currentThread(), awaited, canBeAbandoned);
    awaited.enlist(wait.thread);
    Ending refusal = enter(wait);
    if (refusal != null) {
      return refusal;
    }
    boolean interrupted = false;
    try {
      while (!awaited.isOver()) {
        if (wait.abandoned) {
          return Ending.ABANDONED;
        }
        LockSupport.park(awaited);
        interrupted |= Thread.interrupted();
      }
      return Ending.OVER;
    } finally {
      synchronized (WAITS) {
        WAITS.remove(wait.thread);
      }
      if (interrupted) {
        wait.thread.interrupt();
      }
    }
  }

  private static @Nullable Ending enter(Wait wait) {
    synchronized (WAITS) {
      if (closesCircle(wait)) {
        if (wait.canBeAbandoned) {
          return Ending.ABANDONED;
        }
        Wait victim = abandonableAhead(wait);
        if (victim == null) {
          return Ending.CIRCLE;
        }
        victim.abandoned = true;
        LockSupport.unpark(victim.thread);
      }
      WAITS.put(wait.thread, wait);
      return null;
    }
  }

  private static boolean closesCircle(Wait wait) {
    Thread owner = wait.awaited.owner();
    for (int steps = 0; owner != null && steps <= WAITS.size(); steps++) {
      if (owner == wait.thread) {
        return !wait.awaited.isOver();
      }
      owner = ownerAhead(owner);
    }
    return false;
  }

  private static @Nullable Wait abandonableAhead(Wait wait) {
    Thread owner = wait.awaited.owner();
    while (owner != null && owner != wait.thread) {
      Wait ahead = WAITS.get(owner);
      if (ahead == null || ahead.canBeAbandoned) {
        return ahead;
      }
      owner = ahead.awaited.owner();
    }
    return null;
  }

  private static @Nullable Thread ownerAhead(Thread thread) {
    Wait ahead = WAITS.get(thread);
    return ahead == null || ahead.abandoned || ahead.awaited.isOver()
        ? null
        : ahead.awaited.owner();
  }
}

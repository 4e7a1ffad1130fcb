package dev.lapse.jcache.event;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is undelivered and awaited by nobody, one for each listener of an event, and tells
 * when it has become less again. The mailboxes of asynchronous listeners keep their own counts,
 * which are added up when somebody asks.
 */
final class Backlog {

  private final int bound;
  private final LongSupplier inMailboxes;
  private final AtomicLong unattended = new AtomicLong();
  private final AtomicBoolean behind = new AtomicBoolean();
  private volatile @Nullable Runnable wakeUp;

  Backlog(int bound, LongSupplier inMailboxes) {
    this.bound = bound;
    this.inMailboxes = inMailboxes;
  }

  void whenCaughtUp(Runnable newWakeUp) {
    wakeUp = newWakeUp;
  }

  long undelivered() {
    return unattended.get() + inMailboxes.getAsLong();
  }

  boolean isBehind() {
    if (undelivered() < bound) {
      return false;
    }
    behind.set(true);
    // Whoever made it less before it could see the flag would have woken nobody.
    return undelivered() >= bound;
  }

  /** Deliveries to synchronous listeners that nobody waits for have been added. */
  void add(int listeners) {
    unattended.addAndGet(listeners);
  }

  /** Such deliveries are over. */
  void remove(int listeners) {
    unattended.addAndGet(-listeners);
    hasLessened();
  }

  /** To be called, without a lock, after any count has gone down. */
  void hasLessened() {
    if (behind.get() && undelivered() * 2 < bound && behind.compareAndSet(true, false)) {
      Runnable toRun = wakeUp;
      if (toRun != null) {
        try {
          toRun.run();
        } catch (Throwable e) { // the delivery that comes past here has to go on
          Failures.log("Nobody could be told that the listeners have caught up", e);
        }
      }
    }
  }
}

package dev.lapse.jcache.event;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The workers, as seen from under an entry's lock: an executor that never throws. */
final class Submitter {

  private final Executor executor;
  private final EventSource<?, ?> source;
  private volatile boolean refused;

  Submitter(Executor executor, EventSource<?, ?> source) {
    this.executor = executor;
    this.source = source;
  }

  /**
   * Hands a task to the workers. A refusal is logged where the last task was accepted.
   *
   * @return whether it was accepted; if not it will not run, and the caller has to try again later
   */
  boolean submit(Runnable task) {
    Throwable refusal = offer(task);
    if (refusal == null) {
      refused = false;
      return true;
    }
    if (!refused) {
      refused = true;
      String message = "The workers refused to deliver events of " + source.describe();
      Failures.log(message + "; the events are kept, and the next one tries again", refusal);
    }
    return false;
  }

  /**
   * Hands over a task that need not run.
   *
   * @return why it was refused, or null if it was accepted
   */
  @Nullable Throwable offer(Runnable task) {
    try {
      executor.execute(task);
      return null;
    } catch (RuntimeException | Error e) {
      return e;
    }
  }
}

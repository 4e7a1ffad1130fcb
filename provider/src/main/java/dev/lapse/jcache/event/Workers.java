package dev.lapse.jcache.event;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that deliver what no caller waits for, one pool to a manager. The one place in which
 * they are chosen.
 *
 * <p>The pool has no bound of its own: each cache submits a few tasks at most at a time (see {@link
 * Mailbox} and {@link Crew}), and a pool with a bound would let the blocked listeners of one cache
 * starve all the others. The threads are daemons, end after a few idle seconds, and hold neither a
 * class loader nor the manager meanwhile.
 */
public final class Workers implements Executor {

  private static final long IDLE_SECONDS = 3;

  private final ThreadPoolExecutor pool;

  /**
   * Makes the workers of a manager; no thread starts before there is something to deliver.
   *
   * @param managerName names the manager in the names of the threads
   */
  public Workers(String managerName) {
    String prefix = "lapse-events-" + managerName + "-";
    AtomicInteger number = new AtomicInteger();
    pool =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> newThread(task, prefix + number.incrementAndGet()));
  }

  private static Thread newThread(Runnable task, String name) {
    Thread thread = new Thread(null, task, name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
    return thread;
  }

  @Override
  public void execute(Runnable task) {
    pool.execute(task);
  }

  /** Lets the threads end as soon as they have nothing to do. Later tasks are rejected. */
  public void shutdown() {
    pool.shutdown();
  }
}

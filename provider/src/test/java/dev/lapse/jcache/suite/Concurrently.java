package dev.lapse.jcache.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs the same on several threads that start together. */
final class Concurrently {

  /** What one of the threads does. */
  interface Task {
    void run(int thread) throws Exception;
  }

  private Concurrently() {}

  /**
   * Returns when all have ended.
   *
   * @throws AssertionError if one failed, or with the stack of one that did not end within half a
   *     minute
   */
  static void run(int threads, Task task) throws InterruptedException {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads,
            work -> {
              Thread thread = new Thread(work, "suite-concurrent");
              thread.setDaemon(true);
              return thread;
            });
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int number = i;
        running.add(
            pool.submit(
                () -> {
                  start.await();
                  task.run(number);
                  return null;
                }));
      }
      for (Future<?> one : running) {
        one.get(30, TimeUnit.SECONDS);
      }
    } catch (ExecutionException e) {
      throw new AssertionError("one thread failed: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("not all threads ended; they are at " + stacks(), e);
    } finally {
      pool.shutdownNow();
    }
  }

  private static String stacks() {
    StringBuilder text = new StringBuilder();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              if (thread.getName().equals("suite-concurrent")) {
                text.append('\n').append(List.of(stack));
              }
            });
    return text.toString();
  }
}

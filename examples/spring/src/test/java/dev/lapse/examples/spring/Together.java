package dev.lapse.examples.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Calls something from many threads at once. */
final class Together {

  private Together() {}

  /** Returns what each of the threads got; what one of them threw is thrown as a cause. */
  static <T> List<T> call(int threads, Callable<T> call) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<T>> calls = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        calls.add(
            pool.submit(
                () -> {
                  start.await();
                  return call.call();
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> running : calls) {
        results.add(running.get(2, TimeUnit.MINUTES));
      }
      return results;
    } catch (ExecutionException e) {
      throw new AssertionError("a call failed", e.getCause());
    } catch (Exception e) {
      throw new AssertionError("a call has not returned", e);
    } finally {
      pool.shutdownNow();
    }
  }
}

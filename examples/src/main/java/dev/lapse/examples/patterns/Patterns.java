package dev.lapse.examples.patterns;

import dev.lapse.examples.Timeline;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.spi.CachingProvider;

/** Runs the demonstrations of this package, one after the other. */
public final class Patterns {

  /** What the demonstration of a pattern does. */
  interface Demonstration {
    void show(CacheManager manager, Stage stage) throws InterruptedException;
  }

  static final List<Demonstration> ALL =
      List.of(
          OneTimeTokens::demonstrate,
          RateLimiter::demonstrate,
          IdempotencyKeys::demonstrate,
          Leases::demonstrate,
          SlidingSessions::demonstrate,
          InventoryHolds::demonstrate,
          PriceList::demonstrate);

  private Patterns() {}

  /**
   * Runs all of them, in about twelve seconds.
   *
   * @param args none
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    show(ALL);
  }

  /** Runs some of them on the real clock, with a manager of their own. */
  static void show(List<Demonstration> demonstrations) throws InterruptedException {
    Stage stage = onRealClock(System.out);
    try (CachingProvider provider = Caching.getCachingProvider();
        CacheManager manager = provider.getCacheManager()) {
      for (Demonstration demonstration : demonstrations) {
        demonstration.show(manager, stage);
      }
    }
  }

  private static Stage onRealClock(PrintStream out) {
    Timeline timeline = new Timeline(out);
    return new Stage() {
      @Override
      public void begin(String headline) {
        timeline.begin(headline);
      }

      @Override
      public void say(String what) {
        timeline.say(what);
      }

      @Override
      public void letPass(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
      }
    };
  }

  /** Has several threads do the same at once, and counts those that were told true. */
  static int winners(int threads, Callable<Boolean> attempt) throws InterruptedException {
    CyclicBarrier start = new CyclicBarrier(threads);
    Callable<Boolean> together =
        () -> {
          start.await();
          return attempt.call();
        };
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      int winners = 0;
      for (Future<Boolean> told : pool.invokeAll(Collections.nCopies(threads, together))) {
        winners += told.get() ? 1 : 0;
      }
      return winners;
    } catch (ExecutionException e) {
      throw new IllegalStateException("An attempt has failed", e.getCause());
    } finally {
      pool.shutdown();
    }
  }
}

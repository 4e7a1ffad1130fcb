package dev.lapse.jcache.suite;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.cache.Cache;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.event.CacheEntryListener;
import javax.cache.integration.CompletionListenerFuture;
import javax.cache.processor.EntryProcessor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * Base of the classes with one world for each test method. A test that hangs is interrupted and
 * fails.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class SuiteTest {

  /** How long anything that must happen "at once" may take on a busy machine. */
  static final Duration SOON = Duration.ofSeconds(10);

  final World world = new World();
  final ManualTicker clock = world.clock;

  @AfterEach
  void closeWorld() {
    world.close();
  }

  static MutableConfiguration<Integer, String> configuration() {
    return World.configuration();
  }

  static javax.cache.expiry.Duration millis(long millis) {
    return new javax.cache.expiry.Duration(TimeUnit.MILLISECONDS, millis);
  }

  /** Synchronous, with old values. */
  static <K, V> CacheEntryListenerConfiguration<K, V> synchronous(
      CacheEntryListener<? super K, ? super V> listener) {
    return new MutableCacheEntryListenerConfiguration<>(() -> listener, null, true, true);
  }

  /** Asynchronous, with old values. */
  static <K, V> CacheEntryListenerConfiguration<K, V> asynchronous(
      CacheEntryListener<? super K, ? super V> listener) {
    return new MutableCacheEntryListenerConfiguration<>(() -> listener, null, true, false);
  }

  /** Fixes the types of a processor given as a lambda. */
  static <T> EntryProcessor<Integer, String, T> processor(
      EntryProcessor<Integer, String, T> processor) {
    return processor;
  }

  /** Runs loadAll to its end. */
  static <K, V> void loadAll(Cache<K, V> cache, java.util.Set<? extends K> keys, boolean replace)
      throws Exception {
    CompletionListenerFuture done = new CompletionListenerFuture();
    cache.loadAll(keys, replace, done);
    done.get(SOON.toSeconds(), TimeUnit.SECONDS);
  }

  /**
   * A daemon thread that runs at once; a failure of it is for the test to notice by what it did not
   * do.
   */
  static Thread inBackground(ThrowingRunnable action) {
    Thread thread =
        new Thread(
            () -> {
              try {
                action.run();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            "suite-background-" + THREADS.incrementAndGet());
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static final AtomicInteger THREADS = new AtomicInteger();

  /** A step of a test that may throw. */
  interface ThrowingRunnable {
    void run() throws Exception;
  }
}

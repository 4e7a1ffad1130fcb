package dev.lapse.jcache.realtime;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.expiry.ReaperMXBean;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.expiry.CreatedExpiryPolicy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions that are written once and that nobody reads again, on the real clock: each ends by
 * itself, once, not early, and gives its memory back. How late they end is printed only, since that
 * is also a matter of what else the machine does; the simulation and the benchmarks tell it.
 */
class AbandonedSessionsTest {

  /** How long anything may take on a machine that has other things to do. */
  private static final Duration SOON = Duration.ofSeconds(120);

  private static final AtomicInteger MANAGERS = new AtomicInteger();

  private record Session(String user, long number) {}

  private final CacheManager manager =
      Caching.getCachingProvider("dev.lapse.jcache.LapseCachingProvider")
          .getCacheManager(URI.create("urn:abandoned:" + MANAGERS.incrementAndGet()), null);

  @AfterEach
  void close() {
    manager.close();
  }

  /** Written at once, and what came of it. */
  private final class Run implements CacheEntryExpiredListener<String, Session> {
    final AtomicLongArray writtenAt;
    final AtomicLongArray endedAt;
    final AtomicIntegerArray ends;
    final AtomicInteger ended = new AtomicInteger();
    final AtomicInteger withoutValue = new AtomicInteger();
    final long timeToLive;
    final Cache<String, Session> cache;

    Run(int sessions, long timeToLiveMillis, boolean synchronous) {
      writtenAt = new AtomicLongArray(sessions);
      endedAt = new AtomicLongArray(sessions);
      ends = new AtomicIntegerArray(sessions);
      timeToLive = MILLISECONDS.toNanos(timeToLiveMillis);
      MutableConfiguration<String, Session> configuration =
          new MutableConfiguration<String, Session>()
              .setTypes(String.class, Session.class)
              .setExpiryPolicyFactory(
                  CreatedExpiryPolicy.factoryOf(
                      new javax.cache.expiry.Duration(MILLISECONDS, timeToLiveMillis)))
              .addCacheEntryListenerConfiguration(
                  new MutableCacheEntryListenerConfiguration<>(
                      () -> this, null, true, synchronous));
      cache = manager.createCache("sessions" + MANAGERS.incrementAndGet(), configuration);
    }

    void write(int number) {
      writtenAt.set(number, System.nanoTime());
      cache.put("session-" + number, new Session("user-" + number % 1000, number));
    }

    @Override
    public void onExpired(Iterable<CacheEntryEvent<? extends String, ? extends Session>> events) {
      for (CacheEntryEvent<? extends String, ? extends Session> event : events) {
        long now = System.nanoTime();
        int number = Integer.parseInt(event.getKey().substring("session-".length()));
        Session old = event.getOldValue();
        if (old == null || old.number() != number) {
          withoutValue.incrementAndGet();
        }
        endedAt.set(number, now);
        ends.incrementAndGet(number);
        ended.incrementAndGet();
      }
    }

    int sessions() {
      return ends.length();
    }

    /** In milliseconds after each one's deadline, sorted. */
    double[] lags() {
      double[] lags = new double[sessions()];
      for (int number = 0; number < lags.length; number++) {
        lags[number] = (endedAt.get(number) - writtenAt.get(number) - timeToLive) / 1e6;
      }
      Arrays.sort(lags);
      return lags;
    }

    void assertEachEndedOnceAndNotEarly() {
      Awaitility.await().atMost(SOON).until(() -> ended.get() >= sessions());
      for (int number = 0; number < sessions(); number++) {
        assertEquals(1, ends.get(number), "ends of session " + number);
      }
      assertEquals(0, withoutValue.get(), "events without the old value");
      assertTrue(lags()[0] >= 0, "a session ended early: " + lags()[0] + " ms after its deadline");
    }
  }

  private static void waitUntil(LongPredicate reached) {
    while (!reached.test(System.nanoTime())) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @Test
  void aMillionSessionsGoByThemselvesAndTheirMemoryComesBack() {
    Run run = new Run(1_000_000, 3000, false);
    long empty = usedHeap();
    for (int number = 0; number < run.sessions(); number++) {
      run.write(number);
    }
    long full = usedHeap();
    run.assertEachEndedOnceAndNotEarly();
    double[] lags = run.lags();
    System.out.printf(
        "A million sessions: the last one ended %.0f ms after its deadline%n",
        lags[lags.length - 1]);
    Awaitility.await("memory that is still held")
        .atMost(SOON)
        .until(() -> usedHeap() - empty, held -> held <= 0.05 * (full - empty));
    ReaperMXBean reaper = manager.unwrap(ReaperMXBean.class);
    assertEquals(0, reaper.getLazilyExpired());
    assertEquals(0, reaper.getUndeliveredEvents());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatComesAndGoesAllTheTimeEndsOnceAndNotEarly(boolean synchronous) {
    Run run = new Run(60_000, 500, synchronous);
    long start = System.nanoTime();
    for (int number = 0; number < run.sessions(); number++) {
      long due = start + number * 50_000L; // 20,000 a second
      waitUntil(now -> now >= due);
      run.write(number);
    }
    run.assertEachEndedOnceAndNotEarly();
    double[] lags = run.lags();
    System.out.printf(
        "20,000 sessions a second: lag p50 %.0f ms, p99 %.0f ms%n",
        lags[lags.length / 2], lags[(int) (lags.length * 0.99)]);
  }
}

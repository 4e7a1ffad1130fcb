package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.eviction.CacheEntryEvictedListener;
import dev.lapse.jcache.eviction.EvictedEntryEvent;
import dev.lapse.jcache.eviction.EvictionPolicy;
import dev.lapse.jcache.eviction.OccupancyMXBean;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.event.CacheEntryRemovedListener;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Eight threads put far more than fits while entries also expire on the real clock: the bound holds
 * at every moment that is looked at, and each value that came in has exactly one end. {@code
 * -Dlapse.stress.puts} says how many puts.
 */
class BoundedStressTest {

  private static final int THREADS = 8;
  private static final int BOUND = 20_000;
  private static final int PUTS = Integer.getInteger("lapse.stress.puts", 400_000);

  /** Counts how values begin and end. */
  private static final class Ledger
      implements CacheEntryCreatedListener<Integer, Long>,
          CacheEntryRemovedListener<Integer, Long>,
          CacheEntryExpiredListener<Integer, Long>,
          CacheEntryEvictedListener<Integer, Long> {
    final LongAdder begun = new LongAdder();
    final LongAdder evicted = new LongAdder();
    final LongAdder expired = new LongAdder();
    final LongAdder removed = new LongAdder();

    @Override
    public void onCreated(Iterable<CacheEntryEvent<? extends Integer, ? extends Long>> events) {
      events.forEach(event -> begun.increment());
    }

    @Override
    public void onRemoved(Iterable<CacheEntryEvent<? extends Integer, ? extends Long>> events) {
      events.forEach(event -> removed.increment());
    }

    @Override
    public void onExpired(Iterable<CacheEntryEvent<? extends Integer, ? extends Long>> events) {
      events.forEach(event -> expired.increment());
    }

    @Override
    public void onEvicted(Iterable<EvictedEntryEvent<? extends Integer, ? extends Long>> events) {
      events.forEach(event -> evicted.increment());
    }

    long held() {
      return begun.sum() - evicted.sum() - expired.sum() - removed.sum();
    }
  }

  private static final Duration LIFE = new Duration(TimeUnit.MILLISECONDS, 800);

  @ParameterizedTest
  @EnumSource(
      value = EvictionPolicy.class,
      names = {"ALLKEYS_TINYLFU", "ALLKEYS_LRU", "VOLATILE_TTL"})
  void theBoundHoldsAndEachValueEndsOnce(EvictionPolicy policy) throws Exception {
    Ledger ledger = new Ledger();
    try (CacheManager manager =
        Caching.getCachingProvider("dev.lapse.jcache.LapseCachingProvider")
            .getCacheManager(URI.create("urn:bounded-stress:" + policy), null)) {
      Cache<Integer, Long> cache =
          manager.createCache(
              "churn",
              LapseConfiguration.builder(Integer.class, Long.class)
                  .maximumEntries(BOUND)
                  .evictionPolicy(policy)
                  .expiryPolicyFactory(CreatedExpiryPolicy.factoryOf(LIFE))
                  .listener(SuiteTest.synchronous(ledger))
                  .build());
      OccupancyMXBean occupancy = cache.unwrap(OccupancyMXBean.class);
      AtomicLong most = new AtomicLong();
      AtomicReference<Throwable> failure = new AtomicReference<>();
      List<Thread> threads = new ArrayList<>();
      for (int number = 0; number < THREADS; number++) {
        SplittableRandom random = new SplittableRandom(number);
        Thread thread = new Thread(() -> churn(cache, occupancy, random, most));
        thread.setUncaughtExceptionHandler((any, thrown) -> failure.set(thrown));
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join(TimeUnit.SECONDS.toMillis(60));
        assertTrue(!thread.isAlive(), "hangs");
      }
      assertNull(failure.get());
      assertTrue(most.get() <= BOUND + THREADS, "entries seen: " + most);
      Awaitility.await()
          .untilAsserted(
              () -> assertEquals(occupancy.getEntries(), ledger.held(), "values without an end"));
      assertTrue(ledger.evicted.sum() > 0);
      Awaitility.await().until(() -> occupancy.getEntries() == 0);
      assertEquals(0, occupancy.getWeight(), "what has gone still counts");
      Awaitility.await().until(() -> ledger.held() == 0);
      cache.put(1, 1L);
      assertEquals(1L, cache.get(1));
    }
  }

  private static void churn(
      Cache<Integer, Long> cache,
      OccupancyMXBean occupancy,
      SplittableRandom random,
      AtomicLong most) {
    for (int i = 0; i < PUTS / THREADS; i++) {
      int key = random.nextInt(10 * BOUND);
      switch (random.nextInt(16)) {
        case 0 -> cache.remove(key);
        case 1, 2, 3 -> cache.get(key);
        default -> cache.put(key, (long) i);
      }
      if ((i & 63) == 0) {
        most.accumulateAndGet(occupancy.getWeight(), Math::max);
      }
    }
  }
}

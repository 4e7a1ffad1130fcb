package dev.lapse.examples.bucket4j;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.eviction.OccupancyMXBean;
import dev.lapse.jcache.expiry.ReaperMXBean;
import dev.lapse.jcache.expiry.Ticker;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.TouchedExpiryPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RateLimitTest {

  private CacheManager manager = manager(new Properties());

  private static CacheManager manager(Properties settings) {
    return Caching.getCachingProvider()
        .getCacheManager(URI.create("urn:rate-limit"), null, settings);
  }

  @AfterEach
  void close() {
    manager.close();
  }

  private Cache<String, byte[]> cache(long idleMillis) {
    return manager.createCache(
        "buckets",
        new MutableConfiguration<String, byte[]>()
            .setTypes(String.class, byte[].class)
            .setExpiryPolicyFactory(
                TouchedExpiryPolicy.factoryOf(
                    new javax.cache.expiry.Duration(TimeUnit.MILLISECONDS, idleMillis))));
  }

  private static long entries(Cache<?, ?> cache) {
    return cache.unwrap(OccupancyMXBean.class).getEntries();
  }

  @Test
  void eachClientHasABucketOfItsOwn() {
    RateLimit limit = new RateLimit(cache(60_000), 2, Duration.ofHours(1));
    assertTrue(limit.allows("alice"));
    assertTrue(limit.allows("alice"));
    assertFalse(limit.allows("alice"));
    assertTrue(limit.allows("bob"));
  }

  @Test
  void noCallIsAllowedTwiceHoweverManyCallAtOnce() throws Exception {
    int allowed = 100;
    int threads = 4;
    RateLimit limit = new RateLimit(cache(60_000), allowed, Duration.ofDays(1));
    ExecutorService callers = Executors.newFixedThreadPool(threads);
    try {
      Callable<Long> calls =
          () -> IntStream.range(0, allowed).filter(i -> limit.allows("everybody")).count();
      List<Future<Long>> counts = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        counts.add(callers.submit(calls));
      }
      long sum = 0;
      for (Future<Long> count : counts) {
        sum += count.get(60, TimeUnit.SECONDS);
      }
      assertEquals(allowed, sum);
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void bucketsOfClientsThatAreGoneAreGone() {
    int clients = 1000;
    Cache<String, byte[]> cache = cache(1000);
    RateLimit limit = new RateLimit(cache, 1, Duration.ofSeconds(1));
    IntStream.range(0, clients).forEach(i -> limit.allows("client " + i));
    assertTrue(entries(cache) > 0);

    await().until(() -> entries(cache) == 0);
    assertEquals(clients, manager.unwrap(ReaperMXBean.class).getActivelyExpired());
    assertTrue(limit.allows("client 0"), "a new bucket is full");
  }

  @Test
  void aBucketInUseStays() {
    AtomicLong seconds = new AtomicLong();
    Properties byHand = new Properties();
    byHand.put("lapse.ticker", (Ticker) () -> TimeUnit.SECONDS.toNanos(seconds.get()));
    byHand.setProperty("lapse.reaper.enabled", "false");
    manager.close();
    manager = manager(byHand);
    Cache<String, byte[]> cache = cache(10_000);
    RateLimit limit = new RateLimit(cache, 1, Duration.ofDays(1));
    assertTrue(limit.allows("busy"));
    assertTrue(limit.allows("idle"));

    for (int i = 0; i < 10; i++) {
      seconds.addAndGet(8);
      assertFalse(limit.allows("busy"), "the bucket was lost, and a full one made");
    }
    manager.unwrap(ReaperMXBean.class).runPass();
    assertEquals(1, entries(cache));
    assertTrue(cache.containsKey("busy"));
  }

  @Test
  void aCacheThatIsDeclaredForOtherKeysIsRefusedWithItsTypes() {
    Cache<Long, byte[]> byNumber =
        manager.createCache(
            "buckets", new MutableConfiguration<Long, byte[]>().setTypes(Long.class, byte[].class));
    @SuppressWarnings("unchecked") // on purpose
    RateLimit limit =
        new RateLimit((Cache<String, byte[]>) (Cache<?, ?>) byNumber, 1, Duration.ofSeconds(1));
    assertSays(
        () -> limit.allows("alice"), "Cache buckets of", "java.lang.Long", "java.lang.String");
  }

  @Test
  void aManagerThatSomebodyElseHasClosed() {
    RateLimit limit = new RateLimit(cache(60_000), 1, Duration.ofSeconds(1));
    manager.close();
    assertSays(
        () -> limit.allows("alice"), "cache buckets of cache manager urn:rate-limit is closed");
  }

  private static void assertSays(Runnable action, String... parts) {
    StringBuilder messages = new StringBuilder();
    for (Throwable each = assertThrows(RuntimeException.class, action::run);
        each != null;
        each = each.getCause()) {
      messages.append(each).append('\n');
    }
    for (String part : parts) {
      assertTrue(messages.toString().contains(part), () -> part + " in " + messages);
    }
  }
}

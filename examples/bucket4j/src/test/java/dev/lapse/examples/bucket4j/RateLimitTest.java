package dev.lapse.examples.bucket4j;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.eviction.OccupancyMXBean;
import dev.lapse.jcache.expiry.ReaperMXBean;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.TouchedExpiryPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RateLimitTest {

  private final CacheManager manager =
      Caching.getCachingProvider().getCacheManager(URI.create("urn:rate-limit"), null);

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
    Cache<String, byte[]> cache = cache(2000);
    RateLimit limit = new RateLimit(cache, 1, Duration.ofDays(1));
    assertTrue(limit.allows("busy"));
    limit.allows("idle");
    await()
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              assertFalse(limit.allows("busy"), "the bucket was lost, and a full one made");
              return entries(cache) == 1;
            });
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
        () -> limit.allows("alice"), "cache buckets of", "java.lang.Long", "java.lang.String");
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

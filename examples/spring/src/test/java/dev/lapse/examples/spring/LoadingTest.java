package dev.lapse.examples.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.LapseCachingProvider;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.management.CacheStatisticsMXBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.cache.Cache;
import org.springframework.cache.jcache.JCacheCacheManager;

/** {@code Cache.get(key, Callable)} and its relatives, which Spring makes of entry processors. */
class LoadingTest {

  private final LapseCachingProvider provider = new LapseCachingProvider();
  private final CacheManager manager = provider.getCacheManager();
  private final JCacheCacheManager spring = new JCacheCacheManager(manager);
  private final Cache cache = create("loaded");

  private Cache create(String name) {
    manager.createCache(name, new MutableConfiguration<>().setStatisticsEnabled(true));
    return spring.getCache(name);
  }

  @AfterEach
  void close() {
    provider.close();
  }

  @Test
  void aCacheCreatedAfterSpringHasStartedIsFound() {
    spring.afterPropertiesSet();
    Cache late = create("late");
    assertEquals("late", late.getName());
    assertTrue(spring.getCacheNames().containsAll(List.of("loaded", "late")));
    assertNull(spring.getCache("nowhere"));
  }

  @Test
  void underContentionThereIsOneLoadAKey() {
    for (int round = 0; round < 50; round++) {
      int key = round;
      AtomicInteger loads = new AtomicInteger();
      List<Object> seen =
          Together.call(
              8,
              () ->
                  cache.get(
                      key,
                      () -> {
                        Thread.yield();
                        return "value " + key + ", load " + loads.incrementAndGet();
                      }));
      assertEquals(Collections.nCopies(8, "value " + key + ", load 1"), seen);
      assertEquals(1, loads.get());
    }
    CacheStatisticsMXBean figures = manager.getCache("loaded").unwrap(CacheStatisticsMXBean.class);
    assertEquals(50, figures.getCachePuts());
  }

  @Test
  void aSlowLoadHoldsUpNoOtherKey() throws Exception {
    CountDownLatch loading = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      Future<String> slow =
          pool.submit(
              () ->
                  cache.get(
                      "slow",
                      () -> {
                        loading.countDown();
                        release.await();
                        return "at last";
                      }));
      loading.await();
      for (int key = 0; key < 1000; key++) {
        assertEquals("quick", cache.get(key, () -> "quick"));
      }
      assertFalse(slow.isDone());
      release.countDown();
      assertEquals("at last", slow.get(1, TimeUnit.MINUTES));
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void aLoadMayLoadAnotherKeyAndAnotherCache() {
    Cache other = create("other");
    String value =
        cache.get(
            "outer",
            () ->
                cache.get("inner", () -> "inner")
                    + " and "
                    + other.get("outer", () -> "other cache"));
    assertEquals("inner and other cache", value);
    assertEquals("inner", cache.get("inner", String.class));
  }

  @Test
  void whatALoadThrowsIsWrappedOnce() {
    IOException thrown = new IOException("the shelf is on fire");
    AtomicInteger loads = new AtomicInteger();
    Callable<String> loader =
        () -> {
          loads.incrementAndGet();
          throw thrown;
        };
    Cache.ValueRetrievalException failure =
        assertThrows(Cache.ValueRetrievalException.class, () -> cache.get("key", loader));
    assertSame(thrown, failure.getCause());
    assertEquals("key", failure.getKey());
    assertEquals(1, loads.get());
    assertNull(cache.get("key"));
    assertEquals("now", cache.get("key", () -> "now"));
  }

  @Test
  void underContentionEachCallerIsToldOfAFailureOfItsOwn() {
    AtomicInteger loads = new AtomicInteger();
    List<Throwable> failures =
        Together.call(
            4,
            () ->
                assertThrows(
                        Cache.ValueRetrievalException.class,
                        () ->
                            cache.get(
                                "key",
                                () -> {
                                  throw new IOException("load " + loads.incrementAndGet());
                                }))
                    .getCause());
    assertEquals(4, loads.get());
    assertEquals(4, failures.stream().map(Throwable::getMessage).distinct().count());
    assertTrue(failures.stream().allMatch(failure -> failure.getClass() == IOException.class));
  }

  @Test
  void nullIsAValue() {
    AtomicInteger loads = new AtomicInteger();
    Callable<Object> loader =
        () -> {
          loads.incrementAndGet();
          return null;
        };
    assertNull(cache.get("key", loader));
    assertNull(cache.get("key", loader));
    assertEquals(1, loads.get());
    assertNull(cache.get("key").get());
    cache.put("other", null);
    assertNull(cache.get("other").get());
    assertNull(cache.get("absent"));
  }

  @Test
  void whoeverPutsFirstWins() {
    assertNull(cache.putIfAbsent("key", "first"));
    assertEquals("first", cache.putIfAbsent("key", "second").get());
    assertNull(cache.putIfAbsent("empty", null));
    assertNull(cache.putIfAbsent("empty", "second").get());
    List<Cache.ValueWrapper> before =
        Together.call(8, () -> cache.putIfAbsent("race", Thread.currentThread().getName()));
    assertEquals(1, before.stream().filter(wrapper -> wrapper == null).count());
  }

  @Test
  void evictingAndClearingTellWhetherThereWasSomething() {
    cache.put("key", "value");
    assertTrue(cache.evictIfPresent("key"));
    assertFalse(cache.evictIfPresent("key"));
    cache.put("key", "value");
    assertTrue(cache.invalidate());
    assertFalse(cache.invalidate());
  }
}

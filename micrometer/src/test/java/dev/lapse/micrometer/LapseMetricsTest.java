package dev.lapse.micrometer;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.LapseCachingProvider;
import dev.lapse.jcache.config.LapseConfiguration;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.FactoryBuilder.SingletonFactory;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.event.CacheEntryExpiredListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LapseMetricsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final TestManager test = new TestManager();

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void tellsLazyFromActiveExpiry() {
    Cache<Integer, String> cache = test.shortLived("sessions");
    LapseMetrics.monitor(registry, test.manager);
    for (int key = 0; key < 10; key++) {
      cache.put(key, "value");
    }
    test.passSeconds(2);
    assertTrue(registry.get("lapse.lag").timeGauge().value(TimeUnit.MILLISECONDS) > 500);
    assertNull(cache.get(0));
    assertNull(cache.get(1));
    test.reaper().runPass();

    assertEquals(2, counted("lapse.expirations", "mode", "lazy"));
    assertEquals(8, counted("lapse.expirations", "mode", "active"));
    assertEquals(1, counted("lapse.reaper.passes", "reason", "threshold"));
    assertEquals(0, counted("lapse.reaper.passes", "reason", "budget"));
    assertEquals(0, counted("lapse.reaper.passed.over"));
    assertTrue(counted("lapse.reaper.inspections") >= 8);
    assertEquals(
        test.reaper().getCpuMillis() / 1000, counted("lapse.reaper.cpu"), "of a thread that idles");
    assertEquals(0, registry.get("lapse.lag").timeGauge().value());
  }

  @Test
  void tellsTheStaleShareAsTheReaperDoes() {
    Cache<Integer, String> cache = test.shortLived("stale");
    LapseMetrics.monitor(registry, test.manager);
    for (int key = 0; key < 1000; key++) {
      cache.put(key, "value");
    }
    test.reaper().runPass();
    assertEquals(0, measured("lapse.stale"));
    test.passSeconds(2);
    test.reaper().runPass();
    assertEquals(test.reaper().getStaleShare(), measured("lapse.stale"));
  }

  @Test
  void tellsUndeliveredEvents() {
    CountDownLatch release = new CountDownLatch(1);
    Cache<Integer, String> cache = test.shortLived("slow");
    CacheEntryExpiredListener<Integer, String> listener = events -> awaitQuietly(release);
    cache.registerCacheEntryListener(
        new MutableCacheEntryListenerConfiguration<>(
            new SingletonFactory<>(listener), null, false, false));
    LapseMetrics.monitor(registry, test.manager);
    assertEquals(0, measured("lapse.undelivered.events"));
    cache.put(1, "one");
    cache.put(2, "two");
    test.passSeconds(2);
    test.reaper().runPass();
    assertTrue(measured("lapse.undelivered.events") > 0);
    release.countDown();
    await().atMost(Duration.ofMinutes(1)).until(() -> measured("lapse.undelivered.events") == 0);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void tellsWhatACacheHolds() {
    Cache<Integer, String> mortal = test.shortLived("mortal");
    Cache<Integer, String> eternal =
        test.manager.createCache("eternal", new MutableConfiguration<Integer, String>());
    LapseMetrics.monitor(registry, test.manager, "region", "north");
    mortal.put(1, "one");
    mortal.put(2, "two");
    eternal.put(1, "one");

    assertEquals(2, measured("lapse.caches"));
    assertEquals(2, measured("lapse.cache.entries", "cache", "mortal"));
    assertEquals(2, measured("lapse.cache.entries.with.deadline", "cache", "mortal"));
    assertEquals(1, measured("lapse.cache.entries", "cache", "eternal"));
    assertEquals(0, measured("lapse.cache.entries.with.deadline", "cache", "eternal"));
    assertTrue(measured("lapse.cache.heap", "cache", "eternal") > 0);
    assertTrue(registry.find("lapse.cache.maximum").meters().isEmpty());
    registry
        .getMeters()
        .forEach(
            meter -> {
              assertEquals("north", meter.getId().getTag("region"));
              assertEquals("lapse:meters", meter.getId().getTag("cache.manager"));
            });
  }

  @Test
  void tellsEvictionsByReason() {
    Cache<Integer, String> counted =
        test.manager.createCache(
            "counted",
            LapseConfiguration.builder(Integer.class, String.class).maximumEntries(2).build());
    Cache<Integer, String> weighed =
        test.manager.createCache(
            "weighed",
            LapseConfiguration.builder(Integer.class, String.class)
                .maximumWeight(10, (key, value) -> value.length())
                .build());
    LapseMetrics.monitor(registry, test.manager);
    for (int key = 0; key < 5; key++) {
      counted.put(key, "value");
      weighed.put(key, "12345");
    }

    assertEquals(3, counted("lapse.cache.evictions", "cache", "counted", "reason", "size"));
    assertEquals(0, counted("lapse.cache.evictions", "cache", "counted", "reason", "weight"));
    assertEquals(0, counted("lapse.cache.evictions", "cache", "weighed", "reason", "size"));
    assertEquals(3, counted("lapse.cache.evictions", "cache", "weighed", "reason", "weight"));
    assertEquals(10, measured("lapse.cache.weight", "cache", "weighed"));
    assertEquals(10, measured("lapse.cache.maximum", "cache", "weighed"));
    assertEquals(2, measured("lapse.cache.weight", "cache", "counted"));
    assertEquals(2, measured("lapse.cache.maximum", "cache", "counted"));
  }

  @Test
  void followsTheCachesThatComeAndGo() {
    LapseMetrics.monitor(registry, test.manager);
    assertEquals(Set.of(), cachesMeasured());
    test.shortLived("first").put(1, "one");
    test.shortLived("second");
    assertEquals(2, measured("lapse.caches"));
    assertEquals(Set.of("first", "second"), cachesMeasured());
    assertEquals(1, measured("lapse.cache.entries", "cache", "first"));

    test.manager.destroyCache("first");
    test.manager.getCache("second").close();
    test.shortLived("first");
    assertEquals(1, measured("lapse.caches"));
    assertEquals(Set.of("first"), cachesMeasured());
    test.manager.getCache("first").put(1, "one");
    test.manager.getCache("first").put(2, "two");
    assertEquals(2, measured("lapse.cache.entries", "cache", "first"), "of the new cache");
  }

  @Test
  void goesWithItsManager() {
    test.shortLived("first");
    LapseMetrics binder = new LapseMetrics(test.manager);
    binder.bindTo(registry);
    test.manager.close();
    assertEquals(0, measured("lapse.caches"));
    assertEquals(List.of(), registry.getMeters());
    binder.bindTo(registry);
    assertEquals(List.of(), registry.getMeters(), "of a manager that is closed already");
  }

  @Test
  void aManagerOpenedAgainTakesThePlaceOfTheOneBefore() {
    test.shortLived("only in the first");
    LapseMetrics.monitor(registry, test.manager);
    registry.gauge("lapse.of.somebody.else", 1);
    test.manager.close();
    CacheManager second = test.open();
    second.createCache("only in the second", new MutableConfiguration<>()).put(1, "one");
    LapseMetrics.monitor(registry, second);

    assertEquals(1, measured("lapse.caches"));
    assertEquals(Set.of("only in the second"), cachesMeasured());
    assertEquals(1, measured("lapse.cache.entries"));
    assertEquals(1, registry.find("lapse.of.somebody.else").meters().size());
  }

  @Test
  void bindsToAnyNumberOfRegistries() {
    SimpleMeterRegistry other = new SimpleMeterRegistry();
    LapseMetrics binder = new LapseMetrics(test.manager, Tags.of("cache.manager", "mine"));
    binder.bindTo(registry);
    binder.bindTo(other);
    binder.bindTo(other);
    test.shortLived("late");
    assertEquals(1, registry.get("lapse.caches").tag("cache.manager", "mine").gauge().value());
    assertEquals(1, other.get("lapse.caches").tag("cache.manager", "mine").gauge().value());
    assertEquals(registry.getMeters().size(), other.getMeters().size());
  }

  @Test
  void keepsNoManagerFromBeingCollected() {
    WeakReference<CacheManager> dropped = bindAndDrop();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              System.gc();
              return dropped.get() == null;
            });
    assertEquals(0, measured("lapse.caches"));
    assertEquals(List.of(), registry.getMeters());
  }

  /** The provider goes too, else it would keep the manager. */
  private WeakReference<CacheManager> bindAndDrop() {
    CacheManager manager = new LapseCachingProvider().getCacheManager();
    manager.createCache("dropped", new MutableConfiguration<>()).put(1, "one");
    return new WeakReference<>(LapseMetrics.monitor(registry, manager));
  }

  @Test
  void refusesAManagerOfAnotherProvider() {
    CacheManager foreign =
        (CacheManager)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {CacheManager.class},
                (proxy, method, arguments) -> {
                  switch (method.getName()) {
                    case "getURI":
                      return URI.create("other:manager");
                    case "getCachingProvider":
                      return Caching.getCachingProvider();
                    default:
                      throw new IllegalArgumentException("cannot do that");
                  }
                });
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> new LapseMetrics(foreign));
    assertTrue(refusal.getMessage().contains("other:manager"), refusal.getMessage());
    assertTrue(
        refusal.getMessage().contains("Get the manager from dev.lapse.jcache.LapseCachingProvider"),
        refusal.getMessage());
  }

  @Test
  void refusesNoManagerAtAll() {
    assertThrows(NullPointerException.class, () -> new LapseMetrics(null));
  }

  private Set<String> cachesMeasured() {
    return registry.find("lapse.cache.entries").meters().stream()
        .map(Meter::getId)
        .map(id -> id.getTag("cache"))
        .collect(Collectors.toSet());
  }

  private double measured(String meter, String... tags) {
    return registry.get(meter).tags(tags).gauge().value();
  }

  private double counted(String meter, String... tags) {
    return registry.get(meter).tags(tags).functionCounter().count();
  }
}

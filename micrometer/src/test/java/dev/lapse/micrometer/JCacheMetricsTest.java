package dev.lapse.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lapse.jcache.config.LapseConfiguration;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.cache.JCacheMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import javax.cache.Cache;
import javax.cache.configuration.MutableConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Micrometer's binder for JCache tells the truth about Lapse. */
class JCacheMetricsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final TestManager test = new TestManager();

  @AfterEach
  void close() {
    test.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"books", "a/b", "a.b", "a b", "Outer$Inner", "книги", "default"})
  void countsWhatACacheDoes(String name) {
    Cache<Integer, String> cache =
        test.manager.createCache(
            name,
            LapseConfiguration.builder(Integer.class, String.class)
                .statisticsEnabled(true)
                .maximumEntries(1)
                .build());
    JCacheMetrics.monitor(registry, cache, Tags.of("shop", "main"), true);
    cache.put(1, "one");
    cache.get(1);
    cache.get(2);
    cache.get(3);
    cache.put(2, "two");
    cache.remove(1);
    cache.remove(2);

    assertEquals(1, counted(name, "cache.gets", "result", "hit"));
    assertEquals(2, counted(name, "cache.gets", "result", "miss"));
    assertEquals(2, counted(name, "cache.puts"));
    assertEquals(1, counted(name, "cache.evictions"));
    assertEquals(1, counted(name, "cache.removals"));
  }

  @Test
  void staysAtZeroWhileStatisticsAreOff() {
    Cache<Integer, String> cache =
        test.manager.createCache("quiet", new MutableConfiguration<Integer, String>());
    JCacheMetrics.monitor(registry, cache);
    cache.get(1);
    assertEquals(0, counted("quiet", "cache.gets", "result", "miss"));
  }

  private double counted(String cache, String meter, String... tags) {
    return registry.get(meter).tag("cache", cache).tags(tags).functionCounter().count();
  }
}

package dev.lapse.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.binder.cache.JCacheMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.cache.Cache;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a Prometheus server sees. */
class PrometheusPageTest {

  private static final String MANAGER = "cache_manager=\"lapse:meters\"";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final TestManager test = new TestManager();

  @AfterEach
  void close() {
    test.close();
    registry.close();
  }

  @Test
  void showsAllFiguresUnderConventionalNames() {
    Cache<Integer, String> cache = test.shortLived("sessions");
    JCacheMetrics.monitor(registry, cache);
    LapseMetrics.monitor(registry, test.manager);
    for (int key = 0; key < 5; key++) {
      cache.put(key, "value");
    }
    test.passSeconds(2);
    cache.get(0);
    test.reaper().runPass();
    cache.put(7, "value");

    Map<String, Double> page = page();
    String ofCache = "{cache=\"sessions\"," + MANAGER;
    assertEquals(1, page.get("lapse_expirations_total{" + MANAGER + ",mode=\"lazy\"}"));
    assertEquals(4, page.get("lapse_expirations_total{" + MANAGER + ",mode=\"active\"}"));
    assertEquals(1, page.get("lapse_cache_entries" + ofCache + "}"));
    assertEquals(1, page.get("lapse_cache_entries_with_deadline" + ofCache + "}"));
    assertEquals(1, page.get("lapse_cache_weight" + ofCache + "}"));
    assertEquals(0, page.get("lapse_cache_evictions_total" + ofCache + ",reason=\"size\"}"));
    assertEquals(0, page.get("lapse_cache_evictions_total" + ofCache + ",reason=\"weight\"}"));
    assertEquals(1, page.get("cache_gets_total{cache=\"sessions\",result=\"miss\"}"));
    for (String name :
        List.of(
            "lapse_caches",
            "lapse_stale_ratio",
            "lapse_lag_seconds",
            "lapse_undelivered_events",
            "lapse_reaper_inspections_total",
            "lapse_reaper_passed_over_total",
            "lapse_reaper_cpu_seconds_total")) {
      assertTrue(page.containsKey(name + "{" + MANAGER + "}"), name + " in " + page);
    }
    assertTrue(page.get("lapse_cache_heap_bytes" + ofCache + "}") > 0);
  }

  @Test
  void showsACacheOfAnyName() {
    String name = "a:b=c,d*?\"e\\\n";
    test.shortLived(name).put(1, "one");
    LapseMetrics.monitor(registry, test.manager);
    String escaped = "a:b=c,d*?\\\"e\\\\\\n";
    assertEquals(1, page().get("lapse_cache_entries{cache=\"" + escaped + "\"," + MANAGER + "}"));
  }

  @Test
  void aCacheThatComesLaterIsOnTheNextPageButOne() {
    LapseMetrics.monitor(registry, test.manager);
    test.shortLived("late").put(1, "one");
    String line = "lapse_cache_entries{cache=\"late\"," + MANAGER + "}";
    page();
    assertEquals(1, page().get(line));
    test.manager.destroyCache("late");
    page();
    assertTrue(!page().containsKey(line));
    test.manager.close();
    page();
    assertEquals(Map.of(), page());
  }

  /** Values by name and tags. */
  private Map<String, Double> page() {
    return registry
        .scrape()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .collect(
            Collectors.toMap(
                line -> line.substring(0, line.lastIndexOf(' ')),
                line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1))));
  }
}

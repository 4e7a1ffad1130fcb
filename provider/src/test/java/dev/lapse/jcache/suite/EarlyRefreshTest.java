package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.config.LapseConfigurationBuilder;
import dev.lapse.jcache.expiry.ExpiringCache;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.cache.Cache;
import javax.cache.expiry.CreatedExpiryPolicy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that are much read are loaded anew before they expire, without a reader that waits. */
class EarlyRefreshTest extends SuiteTest {

  private static final long LOAD_MILLIS = 100;
  private static final long TTL_MILLIS = 10_000;

  private final QueueingExecutor executor = new QueueingExecutor();
  private final AtomicInteger version = new AtomicInteger();
  private final RecordingListener<Integer, String> listener = new RecordingListener<>();
  private final RecordingLoader<Integer, String> loader =
      new RecordingLoader<>(key -> "V" + version.incrementAndGet());

  private LapseConfigurationBuilder<Integer, String> builder(double factor) {
    return LapseConfiguration.builder(Integer.class, String.class)
        .storeByValue(false)
        .statisticsEnabled(true)
        .expiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(TTL_MILLIS)))
        .readThrough(true)
        .cacheLoaderFactory(() -> loader)
        .listener(synchronous(listener))
        .earlyRefresh(factor);
  }

  private World worldWith(Executor workers) {
    Properties properties = World.property("lapse.executor", workers);
    properties.put("lapse.random.seed", "42");
    return new World(clock, properties);
  }

  /** Loads take their time on the hand-moved clock. */
  private void loadsTake(long millis) {
    loader.source =
        key -> {
          clock.advanceMillis(millis);
          return "V" + version.incrementAndGet();
        };
  }

  @Test
  void aHotKeyIsReplacedBeforeItsDeadlineAndNobodyMisses() {
    loadsTake(LOAD_MILLIS);
    try (World own = worldWith(executor)) {
      Cache<Integer, String> cache = own.create(builder(1).build());
      assertEquals("V1", cache.get(1));
      for (int read = 0; read < 100_000; read++) {
        clock.advanceMillis(1);
        cache.get(1);
        executor.drain();
      }
      Counters counters = Counters.of(cache);
      assertEquals(1, counters.misses(), "the first read alone");
      assertEquals(100_000, counters.hits());
      assertTrue(loader.loaded().size() >= 10, "loads " + loader.loaded().size());
      assertTrue(loader.loaded().size() <= 15, "loads " + loader.loaded().size());
      assertTrue(listener.texts().stream().noneMatch(event -> event.startsWith("EXPIRED")));
      assertEquals("UPDATED V1>V2", listener.texts().get(1));
      assertEquals(0, counters.puts(), "a load is no put");
    }
  }

  @Test
  void itLearnsFromBulkLoadsToo() {
    loadsTake(LOAD_MILLIS);
    try (World own = worldWith(executor)) {
      Cache<Integer, String> cache = own.create(builder(50).build());
      assertEquals(Map.of(1, "V1"), cache.getAll(Set.of(1)));
      clock.advanceMillis(TTL_MILLIS - 1);
      assertEquals(Map.of(1, "V1"), cache.getAll(Set.of(1)));
      executor.drain();
      assertEquals("V2", cache.get(1));
    }
  }

  @Test
  void aColdKeyIsLeftToExpire() {
    loadsTake(LOAD_MILLIS);
    try (World own = worldWith(executor)) {
      Cache<Integer, String> cache = own.create(builder(1).build());
      cache.get(1);
      for (int read = 0; read < 5; read++) {
        clock.advanceMillis(1_000);
        cache.get(1);
        executor.drain();
      }
      assertEquals(List.of(1), loader.loaded());
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 4})
  void aGreaterFactorRefreshesEarlier(double factor) {
    loadsTake(LOAD_MILLIS);
    double least = leftWhenRefreshed(factor / 2);
    double more = leftWhenRefreshed(factor);
    assertTrue(more > least, factor + ": " + more + " ms against " + least + " ms");
  }

  /** The mean over many keys that are read each millisecond. */
  private double leftWhenRefreshed(double factor) {
    loader.forget();
    double sum = 0;
    int keys = 20;
    try (World own = worldWith(executor)) {
      @SuppressWarnings("unchecked")
      ExpiringCache<Integer, String> cache =
          own.create(builder(factor).build()).unwrap(ExpiringCache.class);
      for (int key = 0; key < keys; key++) {
        String first = cache.get(key);
        Duration left = Duration.ZERO;
        while (first.equals(cache.get(key))) {
          left = cache.lifetime(key).timeToLive().orElse(Duration.ZERO);
          clock.advanceMillis(1);
          executor.drain();
        }
        sum += left.toNanos() / 1e6;
      }
    }
    return sum / keys;
  }

  @Test
  void whileTheLoadRunsReadersSeeTheOldValueAndNoSecondLoadBegins() throws Exception {
    Gate gate = new Gate();
    loadsTake(LOAD_MILLIS);
    try (World own = worldWith(task -> inBackground(task::run))) {
      Cache<Integer, String> cache = own.create(builder(50).build());
      assertEquals("V1", cache.get(1));
      loader.source =
          key -> {
            gate.pass();
            return "new";
          };
      clock.advanceMillis(TTL_MILLIS - 1);
      for (int read = 0; read < 1_000; read++) {
        assertEquals("V1", cache.get(1));
      }
      gate.awaitArrival();
      assertEquals(2, loader.loaded().size());
      gate.open();
      Awaitility.await().atMost(SOON).until(() -> "new".equals(cache.get(1)));
      clock.advanceMillis(TTL_MILLIS - 1);
      assertEquals("new", cache.get(1), "it lives as long as a new one");
    }
  }

  @Test
  void aRefreshThatFailsOrFindsNothingChangesNothing() {
    loadsTake(LOAD_MILLIS);
    try (World own = worldWith(executor)) {
      Cache<Integer, String> cache = own.create(builder(50).build());
      cache.get(1);
      clock.advanceMillis(TTL_MILLIS - 10);
      loader.source =
          key -> {
            throw new IllegalStateException("the source is down");
          };
      loader.forget();
      assertEquals("V1", cache.get(1));
      executor.drain();
      assertEquals(List.of(1), loader.loaded());
      assertEquals("V1", cache.get(1));
      loader.source = key -> null;
      executor.drain();
      assertEquals("V1", cache.get(1));
      executor.drain();
      clock.advanceMillis(10);
      assertNull(cache.get(1));
      assertEquals(List.of("CREATED V1", "EXPIRED V1"), listener.texts());
    }
  }

  @Test
  void anExecutorThatRejectsFailsNoRead() {
    loadsTake(LOAD_MILLIS);
    try (World own =
        worldWith(
            task -> {
              throw new RejectedExecutionException("full");
            })) {
      Cache<Integer, String> cache =
          own.create(
              LapseConfiguration.builder(Integer.class, String.class)
                  .storeByValue(false)
                  .expiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(TTL_MILLIS)))
                  .readThrough(true)
                  .cacheLoaderFactory(() -> loader)
                  .earlyRefresh(50)
                  .build());
      cache.get(1);
      clock.advanceMillis(TTL_MILLIS - 1);
      assertEquals("V1", cache.get(1));
      assertEquals("V1", cache.get(1));
    }
  }

  @Test
  void aValueThatWasChangedOrRemovedMeanwhileIsLeftAlone() {
    loadsTake(LOAD_MILLIS);
    try (World own = worldWith(executor)) {
      Cache<Integer, String> cache = own.create(builder(50).build());
      cache.get(1);
      clock.advanceMillis(TTL_MILLIS - 1);
      cache.get(1);
      cache.remove(1);
      loader.forget();
      executor.drain();
      assertEquals(List.of(), loader.loaded());
      assertEquals(List.of("CREATED V1", "REMOVED V1"), listener.texts());
    }
  }

  @Test
  void aClosedCacheLoadsNothingMore() {
    loadsTake(LOAD_MILLIS);
    try (World own = worldWith(executor)) {
      Cache<Integer, String> cache = own.create(builder(50).build());
      cache.get(1);
      clock.advanceMillis(TTL_MILLIS - 1);
      cache.get(1);
      cache.close();
      loader.forget();
      executor.drain();
      assertEquals(List.of(), loader.loaded());
    }
  }

  @Test
  void byValueTheRefreshedValueIsACopy() {
    loadsTake(LOAD_MILLIS);
    try (World own = worldWith(executor)) {
      Cache<Integer, String> cache = own.create(builder(50).storeByValue(true).build());
      cache.get(1);
      clock.advanceMillis(TTL_MILLIS - 1);
      cache.get(1);
      executor.drain();
      assertEquals("V2", cache.get(1));
    }
  }

  @Test
  void eternalValuesAreNotLoadedAnew() {
    loadsTake(LOAD_MILLIS);
    try (World own = worldWith(executor)) {
      Cache<Integer, String> cache = own.create(builder(50).expiryPolicyFactory(null).build());
      cache.get(1);
      for (int read = 0; read < 1_000; read++) {
        clock.advanceMillis(100_000);
        cache.get(1);
        executor.drain();
      }
      assertEquals(List.of(1), loader.loaded());
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void anImpossibleFactorIsRefused(double factor) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> builder(factor)).getMessage();
    assertTrue(message.contains("early refresh is " + factor), message);
  }

  @Test
  void withoutReadThroughItIsRefused() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> builder(1).readThrough(false).build())
            .getMessage();
    assertTrue(message.contains("early refresh") && message.contains("readThrough"), message);
  }
}

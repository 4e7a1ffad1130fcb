package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.cache.Cache;
import javax.cache.expiry.Duration;
import org.junit.jupiter.api.Test;

/** The statistics beyond what each operation counts, which is in the tables. */
class StatisticsTest extends SuiteTest {

  private static final List<String> COUNTERS =
      List.of(
          "CacheHits", "CacheMisses", "CacheGets", "CachePuts", "CacheRemovals", "CacheEvictions");
  private static final List<String> NUMBERS =
      List.of(
          "CacheHitPercentage",
          "CacheMissPercentage",
          "AverageGetTime",
          "AveragePutTime",
          "AverageRemoveTime");

  private Cache<Integer, String> counted() {
    return world.create(configuration().setStatisticsEnabled(true));
  }

  private static float number(Cache<?, ?> cache, String name) {
    return (Float) Counters.attribute(cache, name);
  }

  private static void assertAllZero(Cache<?, ?> cache) {
    COUNTERS.forEach(name -> assertEquals(0L, Counters.attribute(cache, name), name));
    NUMBERS.forEach(name -> assertEquals(0f, Counters.attribute(cache, name), name));
  }

  private static void assertSane(Cache<?, ?> cache) {
    for (String name : NUMBERS) {
      float value = number(cache, name);
      assertTrue(value >= 0 && Float.isFinite(value), () -> name + " is " + value);
    }
    float sum = number(cache, "CacheHitPercentage") + number(cache, "CacheMissPercentage");
    assertTrue(sum == 0 || Math.abs(sum - 100) < 0.01, () -> "the percentages add up to " + sum);
  }

  @Test
  void freshCacheHasZerosEverywhere() {
    assertAllZero(counted());
  }

  @Test
  void percentagesAreOfTheGets() {
    Cache<Integer, String> cache = counted();
    cache.put(1, "A");
    cache.get(1);
    cache.get(1);
    cache.get(1);
    cache.get(2);
    assertEquals(75f, number(cache, "CacheHitPercentage"));
    assertEquals(25f, number(cache, "CacheMissPercentage"));
    assertEquals(4L, Counters.attribute(cache, "CacheGets"));
    assertSane(cache);
  }

  @Test
  void numbersAreSaneWithoutGets() {
    Cache<Integer, String> cache = counted();
    for (int key = 0; key < 10; key++) {
      cache.put(key, "A");
    }
    assertSane(cache);
    cache.remove(1);
    assertSane(cache);
    assertEquals("0 0 10 1", Counters.of(cache).four());
  }

  @Test
  void clearOfTheBeanResetsTheCountersAlone() {
    Cache<Integer, String> cache = counted();
    cache.put(1, "A");
    cache.get(1);
    cache.get(2);
    cache.remove(1);
    cache.put(3, "C");
    Counters.clear(cache);
    assertAllZero(cache);
    assertEquals("C", cache.get(3));
    assertEquals("1 0 0 0", Counters.of(cache).four());
  }

  @Test
  void countingStopsAndGoesOn() {
    Cache<Integer, String> cache = counted();
    cache.put(1, "A");
    cache.get(1);
    world.manager.enableStatistics(cache.getName(), false);
    world.manager.enableStatistics(cache.getName(), true);
    Counters before = Counters.of(cache);
    cache.get(1);
    cache.get(2);
    cache.put(1, "B");
    assertEquals("1 1 1 0", Counters.of(cache).minus(before).four());
  }

  @Test
  void bulkOperationsCountEachKey() {
    SettablePolicy policy = SettablePolicy.created(millis(100));
    Cache<Integer, String> cache =
        world.create(
            configuration().setStatisticsEnabled(true).setExpiryPolicyFactory(() -> policy));
    cache.put(3, "dead soon");
    clock.advanceMillis(100);
    policy.creation = () -> Duration.ETERNAL;
    Counters before = Counters.of(cache);
    cache.putAll(Map.of(1, "A", 2, "B"));
    assertEquals("0 0 2 0", Counters.of(cache).minus(before).four());
    cache.getAll(Set.of(1, 2, 3, 4, 5));
    assertEquals("2 3 2 0", Counters.of(cache).minus(before).four());
    cache.invokeAll(
        Set.of(1, 2, 9),
        processor(
            (entry, arguments) -> {
              entry.setValue("x");
              return null;
            }));
    assertEquals("4 4 5 0", Counters.of(cache).minus(before).four());
    cache.removeAll(Set.of(1, 77));
    assertEquals("4 4 5 1", Counters.of(cache).minus(before).four());
    cache.removeAll();
    cache.removeAll();
    assertEquals("4 4 5 3", Counters.of(cache).minus(before).four());
  }

  @Test
  void sequenceAddsUp() {
    Cache<Integer, String> cache = counted();
    cache.put(1, "A");
    cache.putAll(Map.of(2, "B", 3, "C"));
    cache.put(1, "A");
    assertEquals("0 0 4 0", Counters.of(cache).four());
    cache.getAndPut(4, "D");
    cache.getAndPut(4, "E");
    assertEquals("1 1 6 0", Counters.of(cache).four());
    cache.get(1);
    cache.get(99);
    cache.containsKey(1);
    cache.containsKey(99);
    assertEquals("2 2 6 0", Counters.of(cache).four());
    cache.remove(1);
    cache.remove(1);
    assertEquals("2 2 6 1", Counters.of(cache).four());
    cache.remove(2, "B");
    cache.remove(2, "B");
    assertEquals("3 3 6 2", Counters.of(cache).four());
    cache.clear();
    cache.removeAll();
    assertEquals("3 3 6 2", Counters.of(cache).four());
  }

  @Test
  void timeOfTheLoadIsLeftOutOfTheAverageGetTime() {
    RecordingLoader<Integer, String> slow =
        new RecordingLoader<>(
            key -> {
              clock.advanceMillis(1_000);
              return "L";
            });
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .setStatisticsEnabled(true)
                .setCacheLoaderFactory(() -> slow)
                .setReadThrough(true));
    for (int key = 0; key < 10; key++) {
      cache.get(key);
      cache.getAll(Set.of(key + 100));
      cache.invoke(key + 200, processor((entry, arguments) -> entry.getValue()));
    }
    float average = number(cache, "AverageGetTime");
    assertTrue(
        average < TimeUnit.MILLISECONDS.toMicros(500),
        () -> "AverageGetTime is " + average + " us");
  }

  /**
   * On the running JVM's clock; the averages times the operations cannot be more than the whole
   * time.
   */
  @Test
  void averagesAreMicrosecondsPerOperation() {
    try (World real = World.realTime()) {
      Cache<Integer, String> cache = real.create(configuration().setStatisticsEnabled(true));
      int count = 5_000;
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        cache.put(i, "A");
      }
      for (int i = 0; i < count; i++) {
        cache.get(i);
      }
      for (int i = 0; i < count; i++) {
        cache.remove(i);
      }
      float micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
      float sum =
          count
              * (number(cache, "AverageGetTime")
                  + number(cache, "AveragePutTime")
                  + number(cache, "AverageRemoveTime"));
      assertTrue(sum <= micros, () -> "sum of the times " + sum + " us, of all " + micros + " us");
      assertTrue(number(cache, "AveragePutTime") > 0, "a thousand puts take some time");
      assertTrue(number(cache, "AverageGetTime") > 0, "a thousand gets take some time");
      assertSane(cache);
    }
  }

  @Test
  void noCountIsLostUnderContention() throws Exception {
    Cache<Integer, String> cache = counted();
    int threads = 4;
    int each = 5_000;
    Concurrently.run(
        threads,
        thread -> {
          for (int i = 0; i < each; i++) {
            cache.put(i % 50, "A");
            cache.get(i % 50);
            cache.get(1_000 + i % 50);
            if (cache.putIfAbsent(10_000 + thread * each + i, "once")) {
              cache.remove(10_000 + thread * each + i);
            }
          }
        });
    int all = threads * each;
    assertEquals(new Counters(all, 2 * all, 2 * all, all, 0), Counters.of(cache));
    assertEquals(3L * all, Counters.attribute(cache, "CacheGets"));
  }
}

package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.config.LapseConfigurationBuilder;
import dev.lapse.jcache.eviction.EvictionPolicy;
import dev.lapse.jcache.eviction.EvictionReason;
import dev.lapse.jcache.eviction.OccupancyMXBean;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.expiry.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Caches that are bounded by weight, weighers good and bad, and bounds that make no sense. */
class WeighedCacheTest extends BoundedTest {

  @ParameterizedTest
  @EnumSource(EvictionPolicy.class)
  void theWeightIsNeverAboveTheMaximumWhateverComesAndGrows(EvictionPolicy policy) {
    Cache<Integer, String> cache =
        world.create(weighed(policy, 200).evictAnyWhereNoneExpires(policy.isVolatile()).build());
    OccupancyMXBean occupancy = cache.unwrap(OccupancyMXBean.class);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 5_000; i++) {
      int key = random.nextInt(40);
      try {
        cache.put(key, "x".repeat(random.nextInt(30)));
      } catch (javax.cache.CacheException full) {
        assertEquals(EvictionPolicy.NOEVICTION, policy, full::getMessage);
        cache.remove(random.nextInt(40));
      }
      assertTrue(occupancy.getWeight() <= 200, "weight " + occupancy.getWeight());
      assertEquals(weight(cache), occupancy.getWeight());
    }
    assertEquals(policy == EvictionPolicy.NOEVICTION, occupancy.getEvictionsForWeight() == 0);
    cache.clear();
    assertEquals(0, occupancy.getWeight());
  }

  @Test
  void aValueThatIsTooHeavyIsNotStored() {
    Cache<Integer, String> cache = world.create(weighed(EvictionPolicy.ALLKEYS_LRU, 10).build());
    cache.put(1, "x".repeat(11));
    assertNull(cache.get(1));
    cache.put(2, "ok");
    cache.put(2, "y".repeat(11));
    assertNull(cache.get(2), "the former value would be stale");
    assertEquals(0, cache.unwrap(OccupancyMXBean.class).getWeight());
    assertEquals(
        List.of(
            "CREATED " + "x".repeat(11),
            "EVICTED " + "x".repeat(11) + " for " + EvictionReason.WEIGHT),
        listener.of(1));
    assertEquals(
        List.of(
            "CREATED ok",
            "UPDATED " + "y".repeat(11),
            "EVICTED " + "y".repeat(11) + " for " + EvictionReason.WEIGHT),
        listener.of(2));
  }

  @Test
  void aWeigherThatFailsOrIsNegativeChangesNothing() {
    AtomicInteger weight = new AtomicInteger(3);
    Cache<Integer, String> cache =
        world.create(
            bounded()
                .maximumWeight(
                    10,
                    (key, value) -> {
                      if (value.equals("throw")) {
                        throw new IllegalStateException("from the weigher");
                      }
                      return weight.get();
                    })
                .build());
    OccupancyMXBean occupancy = cache.unwrap(OccupancyMXBean.class);
    cache.put(1, "a");
    listener.forget();
    assertRefused(() -> cache.put(1, "throw"), cache.getName(), "weigher", "from the weigher");
    assertRefused(() -> cache.put(2, "throw"), cache.getName(), "weigher", "from the weigher");
    weight.set(-1);
    assertRefused(() -> cache.put(1, "b"), cache.getName(), "-1", "0 or more");
    assertRefused(() -> cache.getAndPut(2, "b"), cache.getName(), "-1", "0 or more");
    assertEquals("a", cache.get(1));
    assertNull(cache.get(2));
    assertEquals(3, occupancy.getWeight());
    assertEquals(List.of(), listener.all());
    weight.set(Integer.MAX_VALUE);
    cache.put(2, "too heavy for anything");
    assertNull(cache.get(2));
    assertEquals(3, occupancy.getWeight());
    weight.set(0);
    for (int key = 10; key < 100; key++) {
      cache.put(key, "weightless");
    }
    assertEquals(91, occupancy.getEntries());
    weight.set(10);
    cache.put(1, "whole");
    assertEquals("whole", cache.get(1));
    assertEquals(10, occupancy.getWeight());
  }

  @Test
  void weightsNearTheLargestNumberDoNotOverflowTheSum() {
    Cache<Integer, String> cache =
        world.create(
            bounded()
                .maximumWeight(Long.MAX_VALUE, (key, value) -> Integer.MAX_VALUE)
                .evictionPolicy(EvictionPolicy.NOEVICTION)
                .build());
    put(cache, 0, 1000);
    OccupancyMXBean occupancy = cache.unwrap(OccupancyMXBean.class);
    assertEquals(1000L * Integer.MAX_VALUE, occupancy.getWeight());
    cache.removeAll();
    assertEquals(0, occupancy.getWeight());
  }

  @Test
  void aRefusedProcessorStillDeliversWhatItMetAndALoadedValueIsHandedOut() {
    Cache<Integer, String> cache = world.create(weighed(EvictionPolicy.NOEVICTION, 5).build());
    creationExpiry(Duration.ETERNAL);
    cache.put(1, "1234");
    creationExpiry(MINUTE);
    cache.put(2, "x");
    world.clock.advanceNanos(java.util.concurrent.TimeUnit.MINUTES.toNanos(2));
    listener.forget();
    assertRefused(
        () ->
            cache.invoke(
                2,
                (entry, arguments) -> {
                  entry.setValue("123");
                  return null;
                }),
        "noeviction");
    assertEquals(List.of("EXPIRED x"), listener.of(2));
    Cache<Integer, String> loading =
        world.create(
            weighed(EvictionPolicy.NOEVICTION, 1)
                .cacheLoaderFactory(() -> new RecordingLoader<>(key -> "loaded " + key))
                .readThrough(true)
                .build());
    assertEquals("loaded 7", loading.get(7));
    assertEquals("loaded 7", loading.<String>invoke(7, (entry, arguments) -> entry.getValue()));
  }

  static Stream<LapseConfigurationBuilder<Integer, String>> nonsense() {
    return Stream.of(
        LapseConfiguration.builder(Integer.class, String.class)
            .maximumEntries(5)
            .maximumWeight(5, (k, v) -> 1),
        LapseConfiguration.builder(Integer.class, String.class)
            .evictionPolicy(EvictionPolicy.ALLKEYS_LRU),
        LapseConfiguration.builder(Integer.class, String.class)
            .maximumEntries(5)
            .evictionPolicy(EvictionPolicy.ALLKEYS_LRU)
            .evictAnyWhereNoneExpires(true));
  }

  @ParameterizedTest
  @MethodSource("nonsense")
  void boundsThatContradictEachOtherAreRefused(LapseConfigurationBuilder<Integer, String> builder) {
    String message = assertThrows(IllegalArgumentException.class, builder::build).getMessage();
    assertTrue(message.contains("Set ") || message.contains("Choose "), message);
  }

  @Test
  void boundsThatAreNotPositiveAreRefused() {
    LapseConfigurationBuilder<Integer, String> builder = bounded();
    for (long bound : new long[] {0, -1, Long.MIN_VALUE}) {
      String entries =
          assertThrows(IllegalArgumentException.class, () -> builder.maximumEntries(bound))
              .getMessage();
      assertTrue(
          entries.contains("maximum number of entries") && entries.contains(String.valueOf(bound)),
          entries);
      String weight =
          assertThrows(
                  IllegalArgumentException.class, () -> builder.maximumWeight(bound, (k, v) -> 1))
              .getMessage();
      assertTrue(
          weight.contains("maximum weight") && weight.contains(String.valueOf(bound)), weight);
    }
    assertThrows(NullPointerException.class, () -> builder.maximumWeight(5, null));
    assertThrows(NullPointerException.class, () -> builder.evictionPolicy(null));
  }
}

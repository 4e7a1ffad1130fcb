package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.eviction.EvictionPolicy;
import dev.lapse.jcache.eviction.OccupancyMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.expiry.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Thousands of random operations on a bounded cache and on a plain map under a hand-moved clock.
 * Which entry goes is up to the policy, so the map takes the listener's word for it: but only a
 * live entry may be evicted, with its current value, and each value has exactly one end.
 */
class BoundedModelTest extends BoundedTest {

  private static final int BOUND = 20;
  private static final int KEYS = 60;
  private static final int OPERATIONS = 15_000;

  private record Slot(String value, long deadline) {}

  private final Map<Integer, Slot> model = new HashMap<>();
  private long now;
  private long deadlineOfNew;

  static Stream<Arguments> runs() {
    List<Arguments> runs = new ArrayList<>();
    for (EvictionPolicy policy : EvictionPolicy.values()) {
      if (policy != EvictionPolicy.NOEVICTION) {
        for (long seed = 1; seed <= 3; seed++) {
          runs.add(Arguments.of(policy, seed));
        }
      }
    }
    return runs.stream();
  }

  @ParameterizedTest
  @MethodSource("runs")
  void cacheAndModelAgree(EvictionPolicy policy, long seed) {
    Cache<Integer, String> cache =
        world.create(bounded(policy, BOUND).evictAnyWhereNoneExpires(policy.isVolatile()).build());
    OccupancyMXBean occupancy = cache.unwrap(OccupancyMXBean.class);
    SplittableRandom random = new SplittableRandom(seed);
    for (int operation = 0; operation < OPERATIONS; operation++) {
      operate(cache, random, operation);
      listener.all().forEach(this::apply);
      listener.forget();
      String where = policy + ", seed " + seed + ", operation " + operation;
      assertEquals(model.size(), occupancy.getEntries(), where);
      assertTrue(model.size() <= BOUND, where);
      int key = random.nextInt(KEYS);
      Slot slot = model.get(key);
      assertEquals(slot != null && slot.deadline() > now, cache.containsKey(key), where);
      listener.all().forEach(this::apply);
      listener.forget();
    }
    assertEquals(0, Counters.of(cache).evictions() - occupancy.getEvictionsForSize());
    assertTrue(
        occupancy.getEvictionsForSize() > OPERATIONS / 100,
        "evictions " + occupancy.getEvictionsForSize());
  }

  private void operate(Cache<Integer, String> cache, SplittableRandom random, int operation) {
    int key = random.nextInt(KEYS);
    String value = "v" + operation;
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3, 4 -> {
        chooseLife(random);
        cache.put(key, value);
      }
      case 5 -> {
        chooseLife(random);
        cache.invoke(
            key,
            (entry, arguments) -> {
              entry.setValue(value);
              return null;
            });
      }
      case 6 -> {
        chooseLife(random);
        cache.putAll(Map.of(key, value, (key + 1) % KEYS, value));
      }
      case 7 -> cache.remove(key);
      case 8, 9, 10 -> {
        Slot slot = model.get(key);
        assertEquals(slot == null || slot.deadline() <= now ? null : slot.value(), cache.get(key));
      }
      default -> {
        long millis = random.nextLong(400);
        world.clock.advanceNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        now += millis;
      }
    }
  }

  private void chooseLife(SplittableRandom random) {
    if (random.nextInt(4) == 0) {
      creationExpiry(Duration.ETERNAL);
      deadlineOfNew = Long.MAX_VALUE;
    } else {
      long life = 1 + random.nextLong(3000);
      creationExpiry(new Duration(TimeUnit.MILLISECONDS, life));
      deadlineOfNew = now + life;
    }
  }

  private void apply(BoundedListener.Happened event) {
    int key = (Integer) event.key();
    String value = (String) event.value();
    if (event.what().equals("CREATED")) {
      assertNull(
          model.put(key, new Slot(value, deadlineOfNew)),
          "created over a value that has not ended: " + event);
      return;
    }
    Slot slot = model.remove(key);
    assertNotNull(slot, () -> "nothing was there: " + event + " of " + key);
    if (event.what().equals("UPDATED")) {
      model.put(key, new Slot(value, slot.deadline()));
      return;
    }
    assertEquals(slot.value(), value);
    assertEquals(
        event.what().equals("EXPIRED"), slot.deadline() <= now, () -> event + " of " + key);
  }
}

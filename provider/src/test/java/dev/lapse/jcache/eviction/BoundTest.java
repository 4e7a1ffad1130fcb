package dev.lapse.jcache.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.eviction.BoundSettings.NoneVolatile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds whatever the policy. */
class BoundTest {

  private static BoundSettings weighed(EvictionPolicy policy, long maximum) {
    return new BoundSettings(policy, maximum, true, NoneVolatile.ANY);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NOEVICTION")
  void nothingGoesBeforeTheCacheIsFullAndOneGoesForEachThatComesThen(EvictionPolicy policy) {
    TestCache cache = new TestCache(policy, 100);
    cache.putAll(IntStream.range(0, 100));
    assertEquals(List.of(), cache.evicted);
    cache.putAll(IntStream.range(100, 1000));
    assertEquals(900, cache.evicted.size());
    assertEquals(100, cache.entries.size());
    assertEquals(100, cache.bound.total());
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NOEVICTION")
  void theSmallestCacheHoldsTheLast(EvictionPolicy policy) {
    TestCache cache = new TestCache(policy, 1);
    cache.putAll(IntStream.range(0, 10));
    assertEquals(1, cache.entries.size());
  }

  /** Sixteen books, which fill unevenly. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NOEVICTION")
  void aLargeCacheIsFilledToItsBound(EvictionPolicy policy) {
    TestCache cache = new TestCache(policy, policy.isVolatile() ? 2000 : 20_000);
    int maximum = (int) cache.bound.maximum();
    cache.putAll(IntStream.range(0, maximum));
    assertEquals(maximum, cache.entries.size());
    cache.putAll(IntStream.range(maximum, 2 * maximum));
    assertEquals(maximum, cache.entries.size());
  }

  @ParameterizedTest
  @EnumSource
  void theTotalIsWhatTheEntriesWeigh(EvictionPolicy policy) {
    SplittableRandom random = new SplittableRandom(23);
    TestCache cache = new TestCache(weighed(policy, 5000), 1);
    for (int i = 0; i < 8_000; i++) {
      int key = random.nextInt(500);
      TestEntry entry = cache.entries.get(key);
      int weight = random.nextInt(200);
      if (entry == null) {
        TestEntry fresh = new TestEntry(key, weight);
        fresh.hasDeadline = random.nextBoolean();
        cache.put(fresh);
      } else if (random.nextInt(4) == 0) {
        cache.remove(key);
      } else if (random.nextInt(3) == 0) {
        cache.bound.reweigh(entry, weight);
        cache.keepBound(key);
      } else {
        cache.read(key);
      }
      long weighed = cache.entries.values().stream().mapToLong(TestEntry::weight).sum();
      assertEquals(weighed, cache.bound.total());
      assertTrue(weighed <= 5000, "over the bound");
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSameSeedGivesTheSameVictims(EvictionPolicy policy) {
    List<List<Integer>> runs = new ArrayList<>();
    for (long seed : new long[] {1, 1, 2}) {
      BoundSettings settings = new BoundSettings(policy, 50, false, NoneVolatile.ANY);
      TestCache cache = new TestCache(settings, seed);
      cache.access(new SplittableRandom(5).ints(3000, 0, 150));
      runs.add(cache.evicted);
    }
    assertEquals(runs.get(0), runs.get(1));
    boolean chance =
        policy != EvictionPolicy.ALLKEYS_TINYLFU && policy != EvictionPolicy.NOEVICTION;
    if (chance) {
      assertNotEquals(runs.get(0), runs.get(2));
    }
  }

  @ParameterizedTest
  @EnumSource
  void noMoreThanTwentyEntriesAreInspectedForOneVictim(EvictionPolicy policy) {
    TestCache cache = new TestCache(policy, 500);
    cache.putAll(IntStream.range(0, 500));
    cache.entries.values().forEach(entry -> entry.hasDeadline = entry.key % 2 == 0);
    for (int i = 500; i < 900; i++) {
      // All have been read, so that no policy finds an easy victim.
      List.copyOf(cache.entries.keySet())
          .forEach(
              key -> {
                for (int read = 0; read < 3; read++) {
                  cache.read(key);
                }
              });
      Set<TestEntry> inspected = new HashSet<>();
      TestEntry.inspected = inspected;
      try {
        cache.put(i);
      } finally {
        TestEntry.inspected = null;
      }
      assertTrue(inspected.size() <= 20, inspected.size() + " inspections");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWeighsMoreThanTheWholeBoundIsRefused(EvictionPolicy policy) {
    TestCache cache = new TestCache(weighed(policy, 10), 1);
    assertEquals(Room.RESERVED, cache.put(new TestEntry(1, 4)));
    assertEquals(Room.TOO_HEAVY, cache.put(new TestEntry(2, 11)));
    assertEquals(Room.TOO_HEAVY, cache.bound.reweigh(cache.entries.get(1), Integer.MAX_VALUE));
    assertEquals(4, cache.entries.get(1).weight());
    assertEquals(4, cache.bound.total());
    assertFalse(cache.bound.isExceeded());
  }

  @Test
  void theLargestWeightsDoNotOverflow() {
    TestCache cache = new TestCache(weighed(EvictionPolicy.ALLKEYS_TINYLFU, Long.MAX_VALUE), 1);
    for (int key = 0; key < 1000; key++) {
      assertEquals(Room.RESERVED, cache.put(new TestEntry(key, Integer.MAX_VALUE)));
    }
    assertEquals(1000L * Integer.MAX_VALUE, cache.bound.total());
    assertEquals(List.of(), cache.evicted);
  }

  @Test
  void noEvictionRefusesWhatDoesNotFit() {
    TestCache cache = new TestCache(weighed(EvictionPolicy.NOEVICTION, 10), 1);
    assertEquals(Room.RESERVED, cache.put(new TestEntry(1, 7)));
    assertEquals(Room.FULL, cache.put(new TestEntry(2, 4)));
    assertEquals(Room.RESERVED, cache.put(new TestEntry(2, 3)));
    assertEquals(Room.FULL, cache.bound.reweigh(cache.entries.get(1), 8));
    assertEquals(7, cache.entries.get(1).weight());
    assertEquals(Room.RESERVED, cache.bound.reweigh(cache.entries.get(1), 2));
    assertEquals(5, cache.bound.total());
    cache.remove(2);
    assertEquals(2, cache.bound.total());
    assertEquals(List.of(), cache.evicted);
  }

  @Test
  void whatWasReservedCanBeGivenBack() {
    TestCache cache = new TestCache(EvictionPolicy.NOEVICTION, 1);
    assertEquals(Room.RESERVED, cache.bound.reserve(1));
    assertEquals(Room.FULL, cache.bound.reserve(1));
    cache.bound.release(1);
    assertEquals(Room.RESERVED, cache.bound.reserve(1));
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NOEVICTION")
  void aChosenEntryCountsNoMoreUntilItIsSpared(EvictionPolicy policy) {
    TestCache cache = new TestCache(policy, 10);
    cache.putAll(IntStream.range(0, 10));
    TestEntry victim = cache.bound.choose(0);
    assertNotNull(victim);
    assertTrue(cache.bound.isChosen(victim));
    assertEquals(9, cache.bound.total());
    cache.bound.spare(victim);
    assertFalse(cache.bound.isChosen(victim));
    assertEquals(10, cache.bound.total());
    cache.bound.spare(victim);
    assertEquals(10, cache.bound.total());
    cache.remove(victim.key);
    assertEquals(9, cache.bound.total());
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NOEVICTION")
  void aChosenEntryThatLeavesByItselfIsCountedOffOnce(EvictionPolicy policy) {
    TestCache cache = new TestCache(policy, 10);
    cache.putAll(IntStream.range(0, 10));
    TestEntry victim = cache.bound.choose(0);
    assertNotNull(victim);
    cache.bound.depart(victim);
    cache.bound.depart(victim);
    assertFalse(cache.bound.isChosen(victim));
    cache.bound.spare(victim);
    assertEquals(9, cache.bound.total());
    // The entry gets another value.
    assertEquals(Room.RESERVED, cache.bound.reserve(1));
    cache.bound.admit(victim, victim.key);
    assertFalse(cache.bound.isChosen(victim));
    cache.bound.spare(victim);
    assertEquals(10, cache.bound.total());
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"NOEVICTION", "VOLATILE_TTL"})
  void insteadOfARefusedVictimComesAnother(EvictionPolicy policy) {
    TestCache cache = new TestCache(policy, 10);
    cache.putAll(IntStream.range(0, 10));
    TestEntry refused = cache.bound.choose(0);
    assertNotNull(refused);
    // Chance may bring the same one again, but not for ever.
    TestEntry other = cache.bound.chooseOther(refused);
    for (int i = 0; i < 100 && other == refused; i++) {
      other = cache.bound.chooseOther(refused);
    }
    assertNotNull(other);
    assertNotSame(refused, other);
    assertFalse(cache.bound.isChosen(refused));
    assertTrue(cache.bound.isChosen(other));
    assertEquals(9, cache.bound.total());
  }

  @ParameterizedTest
  @EnumSource
  void theWeightOfAChosenEntryMayChange(EvictionPolicy policy) {
    if (policy == EvictionPolicy.NOEVICTION) {
      return;
    }
    TestCache cache = new TestCache(weighed(policy, 100), 1);
    cache.put(new TestEntry(1, 10));
    TestEntry victim = cache.bound.choose(1);
    assertSame(cache.entries.get(1), victim);
    assertEquals(0, cache.bound.total());
    assertEquals(Room.RESERVED, cache.bound.reweigh(victim, 30));
    assertEquals(0, cache.bound.total());
    cache.bound.spare(victim);
    assertEquals(30, cache.bound.total());
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyCacheHasNoVictim(EvictionPolicy policy) {
    TestCache cache = new TestCache(policy, 100_000);
    assertNull(cache.bound.choose(1));
    cache.put(1);
    cache.remove(1);
    assertNull(cache.bound.choose(1));
  }

  /** All keys of one set of books go, and the others stay full. */
  @ParameterizedTest
  @ValueSource(strings = {"allkeys-tinylfu", "allkeys-lru"})
  void booksThatHaveBeenEmptiedFillAgain(String policy) {
    TestCache cache = new TestCache(EvictionPolicy.named(policy), 4096);
    cache.putAll(IntStream.range(0, 4096));
    List<Integer> some =
        cache.entries.values().stream()
            .filter(entry -> entry.seat() >>> 29 == 0)
            .map(entry -> entry.key)
            .toList();
    assertTrue(some.size() > 800 && some.size() < 1250, some.size() + " in the first books");
    some.forEach(cache::remove);
    cache.putAll(IntStream.range(4096, 40_000));
    long there = cache.entries.values().stream().filter(entry -> entry.seat() >>> 29 == 0).count();
    assertTrue(there > 400, there + " in the first books");
    assertEquals(4096, cache.entries.size());
  }
}

package dev.lapse.jcache.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.eviction.BoundSettings.NoneVolatile;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What each policy is there for. */
class PolicyTest {

  private static final int SIZE = 1000;

  private static long hits(TestCache cache, IntStream keys) {
    return keys.filter(cache.entries::containsKey).count();
  }

  @Test
  void leastRecentlyUsedIsWhatGoes() {
    TestCache cache = new TestCache(EvictionPolicy.ALLKEYS_LRU, SIZE);
    cache.putAll(IntStream.range(0, SIZE));
    IntStream.range(0, SIZE / 2).forEach(cache::read);
    cache.putAll(IntStream.range(SIZE, SIZE + SIZE / 4));
    long read = cache.evicted.stream().filter(key -> key < SIZE / 2).count();
    assertEquals(SIZE / 4, cache.evicted.size());
    assertEquals(0, read, "read entries were evicted before unread ones");
    long oldest = cache.evicted.stream().filter(key -> key < SIZE * 3 / 4).count();
    assertTrue(oldest > SIZE / 4 * 0.8, oldest + " of the victims are of the older half");
  }

  @Test
  void leastFrequentlyUsedIsWhatGoes() {
    TestCache cache = new TestCache(EvictionPolicy.ALLKEYS_LFU, SIZE);
    cache.putAll(IntStream.range(0, SIZE));
    for (int read = 0; read < 200; read++) {
      IntStream.range(0, SIZE / 2).forEach(cache::read);
    }
    // A scan: each is newer than all that were read, and is read once.
    for (int key = SIZE; key < 3 * SIZE; key++) {
      cache.put(key);
      cache.read(key);
    }
    assertTrue(
        hits(cache, IntStream.range(0, SIZE / 2)) > SIZE / 2 * 0.98, "the scan drove hot keys out");
  }

  @Test
  void randomTakesAnyone() {
    TestCache cache = new TestCache(EvictionPolicy.ALLKEYS_RANDOM, SIZE);
    cache.putAll(IntStream.range(0, 2 * SIZE));
    // Each of the first has survived with a probability of about 1/e.
    assertEquals(SIZE / Math.E, hits(cache, IntStream.range(0, SIZE)), 100);
  }

  @Test
  void aScanDoesNotDriveOutWhatIsInDemand() {
    TestCache cache = new TestCache(EvictionPolicy.ALLKEYS_TINYLFU, SIZE);
    for (int round = 0; round < 5; round++) {
      cache.access(IntStream.range(0, SIZE * 9 / 10));
    }
    cache.access(IntStream.range(SIZE, 10 * SIZE));
    long held = hits(cache, IntStream.range(0, SIZE * 9 / 10));
    assertTrue(held > SIZE * 0.8, held + " of 900 are still there");
  }

  /** Of a loop that is longer than the cache LRU would hold nothing that comes next. */
  @Test
  void aLoopLongerThanTheCacheIsHeldInPart() {
    TestCache cache = new TestCache(EvictionPolicy.ALLKEYS_TINYLFU, SIZE);
    for (int round = 0; round < 10; round++) {
      cache.access(IntStream.range(0, 2 * SIZE));
    }
    long hits = cache.access(IntStream.range(0, 2 * SIZE));
    assertTrue(hits > SIZE * 0.7, hits + " hits in a round of " + 2 * SIZE);
  }

  @Test
  void whatIsReadAgainSoonGetsIn() {
    TestCache cache = new TestCache(EvictionPolicy.ALLKEYS_TINYLFU, SIZE);
    for (int round = 0; round < 5; round++) {
      cache.access(IntStream.range(0, SIZE));
    }
    cache.put(-1);
    cache.read(-1);
    cache.access(IntStream.range(SIZE, 2 * SIZE));
    assertTrue(cache.entries.containsKey(-1));
  }

  @Test
  void demandThatChangesIsFollowed() {
    TestCache cache = new TestCache(EvictionPolicy.ALLKEYS_TINYLFU, SIZE);
    SplittableRandom random = new SplittableRandom(9);
    cache.access(random.ints(200_000, 0, SIZE));
    cache.access(random.ints(50_000, SIZE, 2 * SIZE));
    long hits = cache.access(random.ints(10_000, SIZE, 2 * SIZE));
    assertTrue(hits > 9_000, hits + " hits of 10,000");
  }

  /**
   * All that comes shares its hash with the entry that is next to go, so none comes up more often.
   */
  @Test
  void anEntryWithTheFrequencyOfOthersDoesNotKeepTheQueueWaiting() {
    TestCache cache = new TestCache(EvictionPolicy.ALLKEYS_TINYLFU, 100);
    cache.putAll(IntStream.range(0, 100));
    for (int key = 1000; key < 3000; key++) {
      cache.put(new TestEntry(key), Integer.hashCode(0));
    }
    assertTrue(hits(cache, IntStream.range(1, 90)) < 89, "nothing has gone from the main queue");
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.MATCH_ANY, names = "VOLATILE.*")
  void onlyEntriesWithADeadlineGo(EvictionPolicy policy) {
    TestCache cache = new TestCache(policy, 200);
    for (int key = 0; key < 200; key++) {
      TestEntry entry = new TestEntry(key);
      entry.hasDeadline = key % 2 == 0;
      cache.put(entry);
    }
    cache.putAll(IntStream.range(200, 280));
    assertEquals(80, cache.evicted.size());
    assertTrue(cache.evicted.stream().allMatch(key -> key % 2 == 0 && key < 200));
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.MATCH_ANY, names = "VOLATILE.*")
  void anEntryThatHasLostItsDeadlineStays(EvictionPolicy policy) {
    TestCache cache = new TestCache(policy, 100);
    for (int key = 0; key < 100; key++) {
      TestEntry entry = new TestEntry(key);
      entry.hasDeadline = true;
      cache.put(entry);
    }
    cache.putAll(IntStream.range(100, 110));
    cache.entries.values().forEach(entry -> entry.hasDeadline = entry.key % 10 == 5);
    List<Integer> withDeadline =
        cache.entries.values().stream()
            .filter(TestEntry::hasDeadline)
            .map(entry -> entry.key)
            .toList();
    cache.evicted.clear();
    cache.putAll(IntStream.range(200, 200 + withDeadline.size()));
    assertEquals(withDeadline, cache.evicted.stream().sorted().toList());
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.MATCH_ANY, names = "VOLATILE.*")
  void withoutDeadlinesAPutIsRefusedOrAnyEntryGoes(EvictionPolicy policy) {
    TestCache refusing =
        new TestCache(new BoundSettings(policy, 10, false, NoneVolatile.REFUSE), 1);
    refusing.putAll(IntStream.range(0, 10));
    assertEquals(Room.FULL, refusing.put(10));
    assertEquals(10, refusing.entries.size());
    assertEquals(10, refusing.bound.total());
    refusing.entries.get(3).hasDeadline = true;
    assertEquals(Room.RESERVED, refusing.put(10));
    assertEquals(List.of(3), refusing.evicted);

    TestCache yielding = new TestCache(new BoundSettings(policy, 10, false, NoneVolatile.ANY), 1);
    yielding.putAll(IntStream.range(0, 20));
    assertEquals(10, yielding.evicted.size());
  }

  @Test
  void nearestDeadlineIsWhatGoes() {
    TestCache cache = new TestCache(EvictionPolicy.VOLATILE_TTL, 50);
    for (int key = 0; key < 100; key++) {
      TestEntry entry = new TestEntry(key);
      entry.hasDeadline = true;
      cache.put(entry);
    }
    // The test's deadlines come in the order of the keys.
    assertEquals(IntStream.range(0, 50).boxed().toList(), cache.evicted);
  }

  @ParameterizedTest
  @EnumSource(names = {"VOLATILE_LRU", "VOLATILE_LFU"})
  void readEntriesStayAmongThoseWithADeadline(EvictionPolicy policy) {
    TestCache cache = new TestCache(policy, 500);
    for (int key = 0; key < 500; key++) {
      TestEntry entry = new TestEntry(key);
      entry.hasDeadline = true;
      cache.put(entry);
    }
    for (int reads = 0; reads < 50; reads++) {
      IntStream.range(0, 100).forEach(cache::read);
    }
    cache.putAll(IntStream.range(500, 700));
    assertNotNull(cache.entries.get(0));
    assertTrue(hits(cache, IntStream.range(0, 100)) >= 98);
  }
}

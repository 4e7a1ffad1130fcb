package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.eviction.EvictionPolicy;
import dev.lapse.jcache.eviction.EvictionReason;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.event.EventType;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.processor.EntryProcessorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Caches that are bounded by a number of entries: the bound, who goes, and what is told of it. */
class BoundedCacheTest extends BoundedTest {

  private static final int BOUND = 50;

  // ---- the bound

  /** Of a volatile policy every second entry has a deadline. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NOEVICTION")
  void theBoundHoldsAfterEachPut(EvictionPolicy policy) {
    Cache<Integer, String> cache = world.create(bounded(policy, BOUND).build());
    Random random = new Random(1);
    int held = 0;
    for (int i = 0; i < 5_000; i++) {
      int key = random.nextInt(200);
      expiry.creation = () -> key % 2 == 0 ? MINUTE : Duration.ETERNAL;
      try {
        write(cache, random.nextInt(6), key);
      } catch (CacheException e) {
        assertTrue(policy.isVolatile(), e::getMessage);
      }
      if (random.nextInt(20) == 0) {
        cache.remove(random.nextInt(200));
      }
      held = listener.all().isEmpty() ? held : held + listener.held();
      listener.forget();
      assertTrue(held <= BOUND, held + " entries after step " + i);
    }
    assertEquals(content(cache).size(), held, "what has come and not gone is there");
  }

  /** The same where no code of the user runs within a put. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NOEVICTION")
  void theBoundHoldsUnderAFixedExpiry(EvictionPolicy policy) {
    Cache<Integer, String> cache =
        world.create(
            bounded(policy, BOUND)
                .expiryPolicyFactory(CreatedExpiryPolicy.factoryOf(MINUTE))
                .build());
    Random random = new Random(2);
    for (int i = 0; i < 2_000; i++) {
      write(cache, random.nextInt(5), random.nextInt(200));
      clock.advance(java.time.Duration.ofMillis(random.nextInt(2_000)));
    }
    int held = 0;
    int most = 0;
    for (BoundedListener.Happened one : listener.all()) {
      held += one.what().equals("CREATED") ? 1 : one.what().equals("UPDATED") ? 0 : -1;
      most = Math.max(most, held);
    }
    assertTrue(most <= BOUND + 1, "not more than the one that is just coming in: " + most);
    assertTrue(most >= BOUND, "the bound was tried: " + most);
    assertTrue(listener.count("EXPIRED") > 0 && listener.count("EVICTED") > 0);
  }

  private static void write(Cache<Integer, String> cache, int kind, int key) {
    switch (kind) {
      case 0, 1 -> cache.put(key, "put");
      case 2 -> cache.putIfAbsent(key, "put if absent");
      case 3 -> cache.getAndPut(key, "got and put");
      case 4 -> cache.putAll(Map.of(key, "one of all", key + 1, "another"));
      default -> cache.invoke(key, setting("set by a processor"));
    }
  }

  private static javax.cache.processor.EntryProcessor<Integer, String, Object> setting(
      String value) {
    return (entry, arguments) -> {
      entry.setValue(value);
      return null;
    };
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLKEYS_TINYLFU", "ALLKEYS_LRU", "ALLKEYS_RANDOM"})
  void aBoundOfOneHoldsOne(EvictionPolicy policy) {
    Cache<Integer, String> cache = world.create(bounded(policy, 1).build());
    for (int key = 0; key < 50; key++) {
      cache.put(key, "v");
      assertEquals(1, content(cache).size());
    }
    assertEquals(49, listener.count("EVICTED"));
  }

  @ParameterizedTest
  @EnumSource
  void anOverwriteInAFullCacheEvictsNothing(EvictionPolicy policy) {
    Cache<Integer, String> cache = world.create(bounded(policy, BOUND).build());
    put(cache, 0, BOUND);
    for (int i = 0; i < 500; i++) {
      cache.put(i % BOUND, "again");
      cache.replace(i % BOUND, "replaced");
      cache.getAndPut(i % BOUND, "and again");
      cache.invoke(i % BOUND, setting("set"));
    }
    assertEquals(BOUND, content(cache).size());
    assertEquals(0, listener.count("EVICTED"));
  }

  /** Where nothing is evicted, room must have been given back, or puts would be refused. */
  @ParameterizedTest
  @ValueSource(strings = {"clear", "removeAll", "remove", "expiry", "iterator", "zero update"})
  void whateverGoesGivesItsRoomBack(String way) {
    creationExpiry(MINUTE);
    Cache<Integer, String> cache = world.create(bounded(EvictionPolicy.NOEVICTION, BOUND).build());
    for (int round = 0; round < 3; round++) {
      put(cache, 0, BOUND);
      assertRefused(() -> cache.put(-1, "one too many"));
      switch (way) {
        case "clear" -> cache.clear();
        case "removeAll" -> cache.removeAll();
        case "remove" -> content(cache).keySet().forEach(cache::remove);
        case "expiry" -> {
          clock.advance(java.time.Duration.ofMinutes(1));
          assertEquals(Map.of(), content(cache));
        }
        case "iterator" ->
            cache
                .iterator()
                .forEachRemaining(entry -> cache.remove(entry.getKey(), entry.getValue()));
        case "zero update" -> {
          expiry.update = () -> Duration.ZERO;
          put(cache, 0, BOUND);
        }
        default -> throw new AssertionError(way);
      }
    }
    put(cache, BOUND, 2 * BOUND);
    assertRefused(() -> cache.put(-1, "one too many"));
    assertEquals(BOUND, content(cache).size());
    assertEquals(0, listener.count("EVICTED"));
  }

  // ---- refusals

  @Test
  void noevictionRefusesWithAClearMessageAndNothingChanges() {
    Cache<Integer, String> cache = world.create(bounded(EvictionPolicy.NOEVICTION, 3).build());
    put(cache, 0, 3);
    listener.forget();
    Counters before = Counters.of(cache);
    String[] told = {
      cache.getName(), "key 7", "3 entries", "noeviction", "Raise the bound", "evictionPolicy"
    };
    assertRefused(() -> cache.put(7, "x"), told);
    assertRefused(() -> cache.putIfAbsent(7, "x"), told);
    assertRefused(() -> cache.getAndPut(7, "x"), told);
    assertRefused(() -> cache.putAll(Map.of(7, "x")), told);
    assertEquals(0, Counters.of(cache).minus(before).puts());
    assertEquals(List.of(), listener.all());
    assertEquals(Map.of(0, "v0", 1, "v1", 2, "v2"), content(cache));
    assertFalse(cache.containsKey(7));
    assertNull(cache.get(7));
    cache.remove(0);
    cache.put(7, "y");
    assertEquals(Map.of(1, "v1", 2, "v2", 7, "y"), content(cache));
  }

  @Test
  void aProcessorIsRefusedToo() {
    Cache<Integer, String> cache = world.create(bounded(EvictionPolicy.NOEVICTION, 1).build());
    cache.put(1, "a");
    listener.forget();
    Counters before = Counters.of(cache);
    assertRefused(() -> cache.invoke(2, setting("x")), cache.getName(), "key 2", "noeviction");
    assertEquals(0, Counters.of(cache).minus(before).puts());
    assertEquals("a", cache.invoke(1, (entry, arguments) -> entry.getValue()));
    cache.invoke(1, setting("b"));
    var results =
        cache.invokeAll(
            Set.of(1, 2),
            (entry, arguments) -> {
              entry.setValue("c");
              return "done";
            });
    assertEquals("done", results.get(1).get());
    EntryProcessorException failed =
        assertThrows(EntryProcessorException.class, () -> results.get(2).get());
    assertTrue(String.valueOf(failed.getMessage()).contains("noeviction"), failed::getMessage);
    assertEquals(Map.of(1, "c"), content(cache));
    assertEquals(List.of(), listener.of(2));
  }

  @Test
  void putAllStoresWhatThereIsRoomFor() {
    Cache<Integer, String> cache = world.create(bounded(EvictionPolicy.NOEVICTION, 3).build());
    put(cache, 0, 2);
    Counters before = Counters.of(cache);
    Map<Integer, String> all = new TreeMap<>(Map.of(0, "new", 5, "five", 6, "six", 7, "seven"));
    CacheException refusal = assertRefused(() -> cache.putAll(all), "noeviction");
    assertEquals(1, refusal.getSuppressed().length, "one of two refusals is told of the other");
    Map<Integer, String> content = content(cache);
    assertEquals(3, content.size());
    assertEquals("new", content.get(0));
    assertEquals(2, Counters.of(cache).minus(before).puts());
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.MATCH_ALL, names = "VOLATILE_.*")
  void volatilePoliciesRefuseWhereNothingHasADeadline(EvictionPolicy policy) {
    Cache<Integer, String> cache = world.create(bounded(policy, 10).build());
    put(cache, 0, 10);
    listener.forget();
    for (int i = 0; i < 20; i++) {
      assertRefused(
          () -> cache.put(99, "x"), cache.getName(), "10 entries", policy.configName(), "Raise");
    }
    creationExpiry(MINUTE);
    assertRefused(() -> cache.put(98, "it has a deadline, but nothing that is there has one"));
    assertEquals(List.of(), listener.all());
    assertEquals(10, content(cache).size());
    assertEquals(0, Counters.of(cache).evictions());
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.MATCH_ALL, names = "VOLATILE_.*")
  void volatilePoliciesTakeAnythingWhereNothingHasADeadlineIfSo(EvictionPolicy policy) {
    Cache<Integer, String> cache =
        world.create(bounded(policy, 10).evictAnyWhereNoneExpires(true).build());
    for (int key = 0; key < 100; key++) {
      cache.put(key, "v");
      assertTrue(content(cache).size() <= 10);
    }
    assertEquals(90, listener.count("EVICTED"));
  }

  /** Whoever is made eternal later is not to be taken, and not to be counted on. */
  @ParameterizedTest
  @EnumSource(mode = Mode.MATCH_ALL, names = "VOLATILE_.*")
  void volatilePoliciesRefuseWhereDeadlinesWereTakenAway(EvictionPolicy policy) {
    creationExpiry(MINUTE);
    expiry.update = () -> Duration.ETERNAL;
    expiry.access = () -> Duration.ETERNAL;
    Cache<Integer, String> cache = world.create(bounded(policy, 10).build());
    put(cache, 0, 10);
    put(cache, 0, 5);
    for (int key = 5; key < 10; key++) {
      cache.get(key);
    }
    expiry.creation = () -> Duration.ETERNAL;
    for (int key = 10; key < 30; key++) {
      int newcomer = key;
      assertRefused(() -> cache.put(newcomer, "x"), policy.configName());
    }
    assertEquals(10, content(cache).size());
    assertEquals(0, listener.count("EVICTED"));
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.MATCH_ALL, names = "VOLATILE_.*")
  void volatilePoliciesTakeOnlyEntriesWithADeadline(EvictionPolicy policy) {
    Cache<Integer, String> cache =
        world.create(bounded(policy, 40).evictAnyWhereNoneExpires(true).build());
    put(cache, 0, 20);
    creationExpiry(MINUTE);
    put(cache, 20, 300);
    assertEquals(260, listener.count("EVICTED"));
    assertTrue(listener.keys("EVICTED").stream().allMatch(key -> (Integer) key >= 20));
    assertEquals(
        20, content(cache).keySet().stream().filter(key -> key < 20).count(), "eternal ones stay");
  }

  @Test
  void volatileTtlPrefersTheNearestDeadlines() {
    Cache<Integer, String> cache = world.create(bounded(EvictionPolicy.VOLATILE_TTL, 200).build());
    for (int key = 0; key < 200; key++) {
      creationExpiry(millis(key % 2 == 0 ? 60_000 : 36_000_000));
      cache.put(key, "v");
    }
    creationExpiry(millis(36_000_000));
    put(cache, 1_000, 1_080);
    List<Object> evicted = listener.keys("EVICTED");
    assertEquals(80, evicted.size());
    long near =
        evicted.stream().filter(key -> (Integer) key % 2 == 0 && (Integer) key < 200).count();
    assertTrue(near >= 76, () -> near + " of 80 victims were to die within a minute");
  }

  // ---- dead before live

  @ParameterizedTest
  @EnumSource
  void theDeadGoBeforeTheLiving(EvictionPolicy policy) {
    Cache<Integer, String> cache = world.create(bounded(policy, 100).build());
    creationExpiry(MINUTE);
    put(cache, 0, 50);
    creationExpiry(Duration.ONE_HOUR);
    put(cache, 50, 100);
    clock.advance(java.time.Duration.ofMinutes(2));
    for (int key = 100; key < 150; key++) {
      cache.put(key, "v" + key);
      int entry = key;
      assertTrue(cache.containsKey(key), () -> "the newcomer " + entry + " is there");
    }
    assertEquals(0, listener.count("EVICTED"), "no live entry went");
    assertEquals(Set.copyOf(range(0, 50)), Set.copyOf(listener.keys("EXPIRED")));
    assertEquals(50, listener.count("EXPIRED"));
    assertEquals(100, content(cache).size());
    assertEquals(0, Counters.of(cache).evictions(), "expiry is no eviction");
    assertEquals(0, Counters.of(cache).removals());
  }

  /** The same where no code of the user runs within a put. */
  @ParameterizedTest
  @EnumSource
  void theDeadGoBeforeTheLivingUnderAFixedExpiry(EvictionPolicy policy) {
    Cache<Integer, String> cache =
        world.create(
            bounded(policy, 100)
                .expiryPolicyFactory(CreatedExpiryPolicy.factoryOf(Duration.ONE_HOUR))
                .build());
    put(cache, 0, 50);
    clock.advance(java.time.Duration.ofMinutes(50));
    put(cache, 50, 100);
    clock.advance(java.time.Duration.ofMinutes(20));
    put(cache, 100, 150);
    assertEquals(0, listener.count("EVICTED"), "no live entry went");
    assertEquals(Set.copyOf(range(0, 50)), Set.copyOf(listener.keys("EXPIRED")));
    assertEquals(Set.copyOf(range(50, 150)), content(cache).keySet());
  }

  private static List<Integer> range(int from, int to) {
    return java.util.stream.IntStream.range(from, to).boxed().toList();
  }

  // ---- who goes

  @Test
  void lruKeepsWhatIsRead() {
    Cache<Integer, String> cache = world.create(bounded(EvictionPolicy.ALLKEYS_LRU, 100).build());
    put(cache, 0, 100);
    for (int key = 100; key < 1_000; key++) {
      for (int hot = 0; hot < 10; hot++) {
        cache.get(hot);
      }
      cache.put(key, "v");
    }
    long kept = content(cache).keySet().stream().filter(key -> key < 10).count();
    assertTrue(kept >= 9, () -> kept + " of 10 entries that were always read are still there");
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLKEYS_LFU", "ALLKEYS_TINYLFU"})
  void frequencyOutlivesAScan(EvictionPolicy policy) {
    Cache<Integer, String> cache = world.create(bounded(policy, 100).build());
    put(cache, 0, 100);
    for (int round = 0; round < 200; round++) {
      for (int hot = 0; hot < 20; hot++) {
        cache.get(hot);
      }
    }
    put(cache, 1_000, 1_300);
    long kept = content(cache).keySet().stream().filter(key -> key < 20).count();
    assertTrue(kept >= 18, () -> kept + " of 20 entries that were read often are still there");
  }

  // ---- what is told

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NOEVICTION")
  void eachEvictionIsToldOnceInOrderAndCounted(EvictionPolicy policy) {
    creationExpiry(MINUTE);
    RecordingListener<Integer, String> ofTheSpecification = new RecordingListener<>();
    Cache<Integer, String> cache =
        world.create(bounded(policy, BOUND).listener(synchronous(ofTheSpecification)).build());
    put(cache, 0, 4 * BOUND);
    Map<Integer, String> content = content(cache);
    for (int key = 0; key < 4 * BOUND; key++) {
      String value = "v" + key;
      assertEquals(
          content.containsKey(key)
              ? List.of("CREATED " + value)
              : List.of("CREATED " + value, "EVICTED " + value + " for " + EvictionReason.SIZE),
          listener.of(key));
    }
    assertEquals(3 * BOUND, listener.count("EVICTED"));
    assertEquals(4 * BOUND, ofTheSpecification.count(EventType.CREATED));
    assertEquals(4 * BOUND, ofTheSpecification.size(), "nobody else is told of evictions");
    Counters counters = Counters.of(cache);
    assertEquals(3 * BOUND, counters.evictions());
    assertEquals(0, counters.removals());
    assertEquals(4 * BOUND, counters.puts());
  }

  /** The whole life of a key that comes back. */
  @Test
  void aKeyThatComesBackHasAnUnbrokenHistory() {
    Cache<Integer, String> cache = world.create(bounded(EvictionPolicy.ALLKEYS_RANDOM, 3).build());
    Random random = new Random(3);
    for (int i = 0; i < 2_000; i++) {
      cache.put(random.nextInt(6), "v" + i);
    }
    for (int key = 0; key < 6; key++) {
      String held = null;
      for (BoundedListener.Happened one : listener.all()) {
        if (!one.key().equals(key)) {
          continue;
        }
        switch (one.what()) {
          case "CREATED" -> assertNull(held, "created where nothing is");
          case "UPDATED" -> assertTrue(held != null, "updated where something is");
          default -> assertEquals(one.value(), held, "evicted is what was there");
        }
        held = one.what().equals("EVICTED") ? null : (String) one.value();
      }
      assertEquals(cache.get(key), held);
    }
  }

  // ---- loads

  @Test
  void aLoadIntoAFullCacheIsReturnedAndNotKept() throws Exception {
    Cache<Integer, String> cache =
        world.create(
            bounded(EvictionPolicy.NOEVICTION, 2)
                .readThrough(true)
                .cacheLoaderFactory(() -> new RecordingLoader<>(key -> "loaded" + key))
                .build());
    assertEquals("loaded1", cache.get(1));
    cache.put(2, "b");
    assertEquals("loaded3", cache.get(3));
    assertEquals(Map.of(1, "loaded1", 3, "loaded3", 4, "loaded4"), cache.getAll(Set.of(1, 3, 4)));
    loadAll(cache, Set.of(5, 6), false);
    loadAll(cache, Set.of(1, 6), true);
    assertEquals(Map.of(1, "loaded1", 2, "b"), content(cache));
    assertEquals(List.of(), listener.of(3));
    cache.remove(2);
    assertEquals("loaded3", cache.get(3));
    assertTrue(cache.containsKey(3));
  }

  @Test
  void loadsKeepTheBound() throws Exception {
    Cache<Integer, String> cache =
        world.create(
            bounded(EvictionPolicy.ALLKEYS_LRU, 20)
                .readThrough(true)
                .cacheLoaderFactory(() -> new RecordingLoader<>(key -> "loaded" + key))
                .build());
    for (int key = 0; key < 100; key++) {
      assertEquals("loaded" + key, cache.get(key));
      assertTrue(content(cache).size() <= 20);
    }
    assertEquals(40, cache.getAll(Set.copyOf(range(200, 240))).size(), "all that was asked for");
    assertEquals(20, content(cache).size());
    loadAll(cache, Set.copyOf(range(300, 340)), false);
    assertEquals(20, content(cache).size());
    assertEquals(listener.count("CREATED") - 20, Counters.of(cache).evictions());
  }
}

package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.event.EventType;
import javax.cache.expiry.AccessedExpiryPolicy;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.expiry.ModifiedExpiryPolicy;
import javax.cache.expiry.TouchedExpiryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Expiry beyond the tables: the standard policies, iteration, deadlines that no longer hold, odd
 * policies, odd clocks.
 */
class ExpiryTest extends SuiteTest {

  private final SettablePolicy policy = new SettablePolicy();
  private final RecordingListener<Integer, String> listener = new RecordingListener<>();

  private MutableConfiguration<Integer, String> watched() {
    return configuration()
        .setStatisticsEnabled(true)
        .setExpiryPolicyFactory(() -> policy)
        .addCacheEntryListenerConfiguration(synchronous(listener));
  }

  private Cache<Integer, String> livingFor(long millis) {
    policy.creation = () -> millis(millis);
    return world.create(watched());
  }

  // ---- the standard policies

  static Stream<Arguments> standardPolicies() {
    Duration tenth = millis(100);
    return Stream.of(
        Arguments.of(
            "created", (Supplier<ExpiryPolicy>) () -> new CreatedExpiryPolicy(tenth), false, false),
        Arguments.of(
            "modified",
            (Supplier<ExpiryPolicy>) () -> new ModifiedExpiryPolicy(tenth),
            false,
            true),
        Arguments.of(
            "accessed",
            (Supplier<ExpiryPolicy>) () -> new AccessedExpiryPolicy(tenth),
            true,
            false),
        Arguments.of(
            "touched", (Supplier<ExpiryPolicy>) () -> new TouchedExpiryPolicy(tenth), true, true));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("standardPolicies")
  void standardPolicyRestartsByAccessAndUpdateAsItsNameSays(
      String name, Supplier<ExpiryPolicy> made, boolean byAccess, boolean byUpdate) {
    Cache<Integer, String> cache = world.create(configuration().setExpiryPolicyFactory(made::get));
    cache.putAll(Map.of(1, "left alone", 2, "accessed", 3, "updated"));
    clock.advanceMillis(60);
    cache.get(2);
    cache.replace(3, "updated again");
    clock.advanceMillis(60);
    assertFalse(cache.containsKey(1));
    assertEquals(byAccess, cache.containsKey(2), "120 ms old, accessed 60 ms ago");
    assertEquals(byUpdate, cache.containsKey(3), "120 ms old, updated 60 ms ago");
    clock.advanceMillis(60);
    assertFalse(cache.containsKey(2));
    assertFalse(cache.containsKey(3));
  }

  // ---- values over dead ones

  @ParameterizedTest
  @EnumSource(
      names = {
        "PUT",
        "GET_AND_PUT",
        "PUT_ALL",
        "PUT_IF_ABSENT",
        "INVOKE_SET",
        "LOAD_ALL",
        "LOAD_ALL_REPLACING"
      })
  void valueOverADeadOneHasItsOwnTime(Operation operation) throws Exception {
    policy.creation = () -> millis(100);
    RecordingLoader<Integer, String> loader = new RecordingLoader<>(key -> "L");
    Cache<Integer, String> cache = world.create(watched().setCacheLoaderFactory(() -> loader));
    cache.put(1, "A");
    clock.advanceMillis(150);
    operation.run(cache);
    clock.advanceMillis(99);
    assertTrue(cache.containsKey(1));
    clock.advanceMillis(1);
    assertFalse(cache.containsKey(1));
  }

  @Test
  void manyThatAreDueTogetherHaveOneEventEach() {
    Cache<Integer, String> cache = livingFor(100);
    Map<Integer, String> entries = new HashMap<>();
    IntStream.range(0, 1000).forEach(key -> entries.put(key, "v" + key));
    cache.putAll(entries);
    clock.advanceMillis(100);
    assertEquals(Map.of(), cache.getAll(entries.keySet()));
    for (int key : entries.keySet()) {
      assertEquals(List.of("CREATED v" + key, "EXPIRED v" + key), listener.of(key));
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "GET",
        "CONTAINS_KEY",
        "REMOVE",
        "REMOVE_MATCHING",
        "GET_AND_REMOVE",
        "REPLACE",
        "REPLACE_MATCHING",
        "GET_AND_REPLACE",
        "ITERATE",
        "REMOVE_ALL_KEYS",
        "REMOVE_ALL",
        "INVOKE_NOTHING",
        "INVOKE_REMOVE"
      })
  void whicheverMeetsItFirstItsEventComesOnce(Operation operation) throws Exception {
    Cache<Integer, String> cache = livingFor(100);
    cache.put(1, "A");
    clock.advanceMillis(100);
    operation.run(cache);
    assertNull(cache.get(1));
    operation.run(cache);
    assertNull(cache.get(1));
    assertEquals(List.of("CREATED A", "EXPIRED A"), listener.texts());
  }

  // ---- iteration

  @Test
  void iterationOverDeadEntriesFindsNothing() {
    Cache<Integer, String> cache = livingFor(100);
    IntStream.range(0, 10).forEach(key -> cache.put(key, "v"));
    clock.advanceMillis(100);
    Iterator<Cache.Entry<Integer, String>> each = cache.iterator();
    assertFalse(each.hasNext());
    assertThrows(NoSuchElementException.class, each::next);
    assertEquals(0, Counters.of(cache).hits());
    assertEquals(0, Counters.of(cache).misses());
  }

  @Test
  void whatDiesBetweenHasNextAndNextIsStillReturned() {
    Cache<Integer, String> cache = livingFor(100);
    cache.putAll(Map.of(1, "A", 2, "A", 3, "A"));
    Iterator<Cache.Entry<Integer, String>> each = cache.iterator();
    assertTrue(each.hasNext());
    clock.advanceMillis(100);
    Cache.Entry<Integer, String> entry = each.next();
    assertNotNull(entry, "next() after a hasNext() that was true");
    assertEquals("A", entry.getValue());
    assertFalse(each.hasNext(), "the others are dead");
  }

  @Test
  void removingByIteratorWhatHasDiedSinceIsNoRemoval() {
    Cache<Integer, String> cache = livingFor(100);
    cache.put(1, "A");
    Iterator<Cache.Entry<Integer, String>> each = cache.iterator();
    each.next();
    clock.advanceMillis(100);
    each.remove();
    assertNull(cache.get(1));
    assertEquals(List.of("CREATED A", "EXPIRED A"), listener.texts());
    assertEquals(0, Counters.of(cache).removals());
  }

  @Test
  @SuppressWarnings("IdentityBinaryExpression") // asked again and again on purpose
  void hasNextIsNoAccessAndCountsNothing() {
    Cache<Integer, String> cache = world.create(watched());
    IntStream.range(0, 5).forEach(key -> cache.put(key, "v"));
    policy.forget();
    Iterator<Cache.Entry<Integer, String>> each = cache.iterator();
    Set<Integer> keys = new HashSet<>();
    while (each.hasNext() && each.hasNext() && each.hasNext()) {
      keys.add(each.next().getKey());
    }
    assertEquals(Set.of(0, 1, 2, 3, 4), keys);
    assertEquals(Collections.nCopies(5, "access"), policy.calls());
    assertEquals("5 0 5 0", Counters.of(cache).four());
  }

  @Test
  void iteratorKeepsTheContractOfIterators() {
    Cache<Integer, String> cache = world.plain();
    cache.putAll(Map.of(1, "a", 2, "b", 3, "c"));
    Iterator<Cache.Entry<Integer, String>> each = cache.iterator();
    assertThrows(IllegalStateException.class, each::remove, "remove before next");
    Set<Integer> keys = new HashSet<>();
    keys.add(each.next().getKey());
    int removed = each.next().getKey();
    keys.add(removed);
    assertTrue(each.hasNext());
    each.remove();
    assertFalse(cache.containsKey(removed), "hasNext between next and remove changes nothing");
    assertThrows(IllegalStateException.class, each::remove, "remove twice");
    keys.add(each.next().getKey());
    assertThrows(NoSuchElementException.class, each::next);
    assertEquals(Set.of(1, 2, 3), keys);
  }

  // ---- deadlines that no longer hold

  @ParameterizedTest
  @EnumSource(
      names = {
        "REMOVE",
        "REMOVE_MATCHING",
        "GET_AND_REMOVE",
        "REMOVE_ALL_KEYS",
        "REMOVE_ALL",
        "CLEAR",
        "ITERATE_AND_REMOVE",
        "INVOKE_REMOVE"
      })
  void whatIsGoneBeforeItsDeadlineDoesNotExpire(Operation operation) throws Exception {
    Cache<Integer, String> cache = livingFor(100);
    cache.put(1, "A");
    operation.run(cache);
    policy.creation = () -> Duration.ETERNAL;
    cache.put(1, "N");
    clock.advanceMillis(1000);
    assertEquals("N", cache.get(1), "the new value has no part in the old deadline");
    assertEquals(0, listener.count(EventType.EXPIRED));
  }

  @Test
  void clockMayJumpAndStandStill() {
    Cache<Integer, String> cache = livingFor(100);
    cache.put(1, "A");
    for (int i = 0; i < 1000; i++) {
      assertEquals("A", cache.get(1), "time stands still");
    }
    clock.advance(java.time.Duration.ofDays(10_000));
    assertNull(cache.get(1));
    cache.put(1, "B");
    assertEquals("B", cache.get(1));
    clock.advanceMillis(100);
    assertNull(cache.get(1));
  }

  @Test
  void originOfTheClockMeansNothing() {
    for (long origin :
        new long[] {
          0, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 50_000_000, -50_000_000
        }) {
      ManualTicker ticker = new ManualTicker(origin);
      try (World other = new World(ticker, new java.util.Properties())) {
        Cache<Integer, String> cache =
            other.create(
                configuration().setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(100))));
        cache.put(1, "A");
        ticker.advanceNanos(99_999_999);
        assertTrue(
            cache.containsKey(1), () -> "a nanosecond before the deadline, origin " + origin);
        ticker.advanceNanos(1);
        assertFalse(cache.containsKey(1), () -> "at the deadline, origin " + origin);
      }
    }
  }

  // ---- odd policies

  @ParameterizedTest
  @EnumSource(
      names = {"PUT", "GET_AND_PUT", "PUT_ALL", "PUT_IF_ABSENT", "INVOKE_SET", "INVOKE_ALL_SET"})
  void whatIsDeadBeforeItIsAddedIsStillWritten(Operation operation) throws Exception {
    RecordingWriter<Integer, String> writer = new RecordingWriter<>();
    policy.creation = () -> Duration.ZERO;
    Cache<Integer, String> cache =
        world.create(watched().setCacheWriterFactory(() -> writer).setWriteThrough(true));
    operation.run(cache);
    assertFalse(cache.containsKey(1));
    assertEquals(Map.of(1, "B"), writer.stored);
  }

  @Test
  void errorFromThePolicyLeavesTheKeyUsable() throws Exception {
    Cache<Integer, String> cache = world.create(watched());
    cache.put(2, "A");
    Supplier<Duration> error =
        () -> {
          throw new AssertionError("from the policy, on purpose");
        };
    policy.creation = error;
    policy.access = error;
    policy.update = error;
    List<Operation> asking =
        List.of(Operation.PUT, Operation.GET, Operation.REPLACE, Operation.INVOKE_SET);
    for (Operation operation : asking) {
      try {
        operation.run(cache);
      } catch (Exception | AssertionError e) {
        // whether it reaches the caller is not the question here
      }
    }
    policy.creation = () -> Duration.ETERNAL;
    policy.access = () -> null;
    policy.update = () -> null;
    assertTimeoutPreemptively(SOON, () -> cache.put(1, "B"), "another thread can work on the key");
    assertEquals("B", cache.get(1));
    assertEquals("A", cache.get(2));
  }

  @Test
  void policyThatUsesTheCacheDoesNotHang() {
    List<Cache<Integer, String>> made = new ArrayList<>();
    Cache<Integer, String> cache = world.create(watched());
    made.add(cache);
    AtomicInteger depth = new AtomicInteger();
    policy.creation =
        () -> {
          if (depth.getAndIncrement() == 0) {
            made.get(0).put(2, "from the policy");
          }
          return Duration.ETERNAL;
        };
    assertTimeoutPreemptively(SOON, () -> cache.put(1, "A"));
    assertEquals("A", cache.get(1));
    assertEquals("from the policy", cache.get(2), "another key can be written from the policy");
  }

  @Test
  void policyThatUsesItsOwnKeyDoesNotHang() {
    Cache<Integer, String> cache = world.create(watched());
    AtomicInteger depth = new AtomicInteger();
    policy.creation =
        () -> {
          if (depth.getAndIncrement() == 0) {
            cache.put(1, "from the policy");
          }
          return Duration.ETERNAL;
        };
    assertTimeoutPreemptively(SOON, () -> cache.put(1, "A"));
    assertTimeoutPreemptively(SOON, () -> cache.put(1, "B"), "another thread can work on the key");
    assertEquals("B", cache.get(1));
  }

  @Test
  void underContentionThePolicyIsAskedOnceForEachOperation() throws Exception {
    Cache<Integer, String> cache = world.create(watched());
    int threads = 4;
    int each = 1000;
    AtomicInteger createdBy = new AtomicInteger();
    Concurrently.run(
        threads,
        thread -> {
          for (int i = 0; i < each; i++) {
            if (cache.getAndPut(1, thread + "-" + i) == null) {
              createdBy.incrementAndGet();
            }
          }
        });
    assertEquals(1, createdBy.get());
    assertEquals(1, Collections.frequency(policy.calls(), "creation"));
    assertEquals(threads * each - 1, Collections.frequency(policy.calls(), "update"));
    assertEquals(threads * each, policy.calls().size());
  }

  @Test
  void deadValueIsLoadedAgainOnce() {
    RecordingLoader<Integer, String> loader = new RecordingLoader<>(key -> "L");
    policy.creation = () -> millis(100);
    Cache<Integer, String> cache =
        world.create(watched().setCacheLoaderFactory(() -> loader).setReadThrough(true));
    cache.get(1);
    clock.advanceMillis(100);
    loader.forget();
    assertEquals("L", cache.invoke(1, processor((entry, arguments) -> entry.getValue())));
    assertEquals("L", cache.invoke(1, processor((entry, arguments) -> entry.getValue())));
    assertEquals("L", cache.get(1));
    assertEquals(List.of(1), loader.loaded());
    assertEquals(List.of("CREATED L", "EXPIRED L", "CREATED L"), listener.texts());
  }
}

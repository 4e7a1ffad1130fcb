package dev.lapse.jcache.suite;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.integration.CacheLoader;
import javax.cache.integration.CacheLoaderException;
import javax.cache.processor.EntryProcessorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Read-through: one load for many, failures, loaders that use the cache, loaders that answer oddly.
 */
class LoaderTest extends SuiteTest {

  private final RecordingLoader<Integer, String> loader = new RecordingLoader<>(key -> "L" + key);
  private final RecordingListener<Integer, String> listener = new RecordingListener<>();

  private Cache<Integer, String> readThrough(CacheLoader<Integer, String> source) {
    return world.create(
        configuration()
            .setStatisticsEnabled(true)
            .setCacheLoaderFactory(() -> source)
            .setReadThrough(true)
            .addCacheEntryListenerConfiguration(synchronous(listener)));
  }

  // ---- one load

  @Test
  void manyThreadsThatMissTogetherLoadOnce() throws Exception {
    int threads = 100;
    AtomicInteger arrived = new AtomicInteger();
    loader.source =
        key -> {
          await().atMost(SOON).until(() -> arrived.get() == threads);
          return "L";
        };
    Cache<Integer, String> cache = readThrough(loader);
    Concurrently.run(
        threads,
        thread -> {
          arrived.incrementAndGet();
          assertEquals("L", thread % 2 == 0 ? cache.get(1) : cache.getAll(Set.of(1)).get(1));
        });
    assertEquals(List.of(1), loader.loaded());
    assertEquals(List.of("CREATED L"), listener.texts());
    Counters counters = Counters.of(cache);
    assertEquals(threads, counters.hits() + counters.misses());
  }

  @Test
  void aThousandThreadsOnAHotKeyThatExpiresLoadOnce() throws Exception {
    int threads = 1000;
    CyclicBarrier allHaveReadTheOld = new CyclicBarrier(threads, () -> clock.advanceMillis(100));
    CountDownLatch allAskForTheNew = new CountDownLatch(threads);
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(100)))
                .setCacheLoaderFactory(() -> loader)
                .setReadThrough(true)
                .addCacheEntryListenerConfiguration(synchronous(listener)));
    cache.put(1, "old");
    loader.source =
        key -> {
          await().atMost(SOON).until(() -> allAskForTheNew.getCount() == 0);
          return "new";
        };
    Concurrently.run(
        threads,
        thread -> {
          assertEquals("old", cache.get(1));
          allHaveReadTheOld.await();
          allAskForTheNew.countDown();
          assertEquals("new", cache.get(1));
        });
    assertEquals("new", cache.get(1));
    assertEquals(List.of(1), loader.loaded());
    assertEquals(List.of("CREATED old", "EXPIRED old", "CREATED new"), listener.texts());
  }

  @Test
  void invokeWaitsForTheLoadThatRunsAndDoesNotLoadAgain() throws Exception {
    Gate gate = new Gate();
    loader.source =
        key -> {
          gate.pass();
          return "L";
        };
    Cache<Integer, String> cache = readThrough(loader);
    Thread first = inBackground(() -> cache.get(1));
    gate.awaitArrival();
    AtomicReference<String> second = new AtomicReference<>();
    Thread processing =
        inBackground(
            () -> second.set(cache.invoke(1, processor((entry, arguments) -> entry.getValue()))));
    gate.open();
    first.join(SOON.toMillis());
    processing.join(SOON.toMillis());
    assertEquals("L", second.get());
    assertEquals(List.of(1), loader.loaded());
  }

  @Test
  void failedLoadIsNotRemembered() {
    AtomicInteger calls = new AtomicInteger();
    loader.source =
        key -> {
          if (calls.incrementAndGet() == 1) {
            throw new IllegalStateException("on purpose");
          }
          return "L";
        };
    Cache<Integer, String> cache = readThrough(loader);
    assertThrows(CacheLoaderException.class, () -> cache.get(1));
    assertEquals("L", cache.get(1));
  }

  @Test
  void nobodyHangsWhenTheLoadThatManyWaitForFails() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    loader.source =
        key -> {
          if (calls.incrementAndGet() == 1) {
            throw new IllegalStateException("on purpose");
          }
          return "L";
        };
    Cache<Integer, String> cache = readThrough(loader);
    AtomicInteger failed = new AtomicInteger();
    Concurrently.run(
        20,
        thread -> {
          try {
            assertEquals("L", cache.get(1));
          } catch (CacheLoaderException e) {
            failed.incrementAndGet();
          }
        });
    assertTrue(failed.get() >= 1, "the one that loaded has the exception");
    assertEquals("L", cache.get(1));
    assertTrue(calls.get() <= failed.get() + 1, "each load has failed for somebody, or succeeded");
  }

  @Test
  void slowLoadHoldsUpNoOtherKey() throws Exception {
    Gate gate = new Gate();
    loader.source =
        key -> {
          if (key == 1) {
            gate.pass();
          }
          return "L" + key;
        };
    Cache<Integer, String> cache = readThrough(loader);
    Thread slow = inBackground(() -> cache.get(1));
    gate.awaitArrival();
    assertTimeoutPreemptively(
        SOON,
        () -> {
          for (int key = 2; key < 1000; key++) {
            assertEquals("L" + key, cache.get(key));
            cache.put(key, "B");
            cache.remove(key);
          }
          assertFalse(cache.containsKey(1), "not there yet");
          assertFalse(cache.iterator().hasNext());
        });
    gate.open();
    slow.join(SOON.toMillis());
    assertEquals("L1", cache.get(1));
  }

  @Test
  void putDuringALoadWins() throws Exception {
    Gate gate = new Gate();
    loader.source =
        key -> {
          gate.pass();
          return "loaded";
        };
    Cache<Integer, String> cache = readThrough(loader);
    Thread loading = inBackground(() -> cache.get(1));
    gate.awaitArrival();
    Thread putting = inBackground(() -> cache.put(1, "put"));
    await()
        .atMost(SOON)
        .until(() -> putting.getState() != Thread.State.RUNNABLE || !putting.isAlive());
    gate.open();
    loading.join(SOON.toMillis());
    putting.join(SOON.toMillis());
    assertEquals("put", cache.get(1), "whichever was first, the put was the last to be ordered");
    ListenerTest.assertUnbroken(listener, 1);
  }

  // ---- failures

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of((Supplier<Throwable>) () -> new IllegalStateException("on purpose")),
        Arguments.of((Supplier<Throwable>) () -> new CacheLoaderException("on purpose")),
        Arguments.of((Supplier<Throwable>) () -> new AssertionError("on purpose")));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void whatALoaderThrowsReachesTheCallerAndLeavesNothingBehind(Supplier<Throwable> made) {
    Throwable failure = made.get();
    Cache<Integer, String> cache = readThrough(loader);
    Function<Integer, String> working = key -> "L";
    List<Runnable> reads =
        List.of(
            () -> cache.get(1),
            () -> cache.getAll(Set.of(1)),
            () -> cache.invoke(1, processor((entry, arguments) -> entry.getValue())));
    for (Runnable read : reads) {
      loader.source = key -> fail(failure);
      Throwable seen = assertThrows(Throwable.class, read::run);
      assertTrue(
          seen == failure
              || seen instanceof CacheLoaderException
              || seen instanceof EntryProcessorException,
          () -> "saw " + seen);
      assertSame(failure, rootOf(seen, failure), "the loader's own exception is in the chain");
      if (failure instanceof CacheLoaderException) {
        assertTrue(depthOf(seen, failure) <= 1, "not wrapped twice");
      }
      assertFalse(cache.containsKey(1));
      assertEquals(List.of(), listener.texts());
      loader.source = working;
      assertTimeoutPreemptively(
          SOON, () -> cache.put(1, "B"), "another thread can work on the key");
      cache.clear();
      listener.forget();
    }
  }

  private static String fail(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }

  private static Throwable rootOf(Throwable seen, Throwable wanted) {
    Throwable each = seen;
    while (each != null && each != wanted) {
      each = each.getCause();
    }
    return each;
  }

  private static int depthOf(Throwable seen, Throwable wanted) {
    int depth = 0;
    for (Throwable each = seen; each != wanted; each = each.getCause()) {
      depth++;
    }
    return depth;
  }

  // ---- loaders that answer oddly

  /** A loader whose bulk answer is given. */
  private static CacheLoader<Integer, String> answering(Map<Integer, String> answer) {
    return new CacheLoader<>() {
      @Override
      public String load(Integer key) {
        return answer == null ? null : answer.get(key);
      }

      @Override
      public Map<Integer, String> loadAll(Iterable<? extends Integer> keys) {
        return answer;
      }
    };
  }

  static Stream<Arguments> oddAnswers() {
    Map<Integer, String> withNull = new HashMap<>(Map.of(1, "L1"));
    withNull.put(2, null);
    Map<Integer, String> surplus = Map.of(1, "L1", 2, "L2", 99, "not asked for");
    return Stream.of(
        Arguments.of("only a part", Map.of(1, "L1"), Map.of(1, "L1")),
        Arguments.of("a null value", withNull, Map.of(1, "L1")),
        Arguments.of("more than asked for", surplus, Map.of(1, "L1", 2, "L2")),
        Arguments.of("nothing", Map.of(), Map.of()));
  }

  @ParameterizedTest(name = "the loader gives {0}")
  @MethodSource("oddAnswers")
  void onlyWhatWasAskedForAndFoundIsLoaded(
      String what, Map<Integer, String> answer, Map<Integer, String> expected) throws Exception {
    Cache<Integer, String> cache = readThrough(answering(answer));
    assertEquals(expected, cache.getAll(Set.of(1, 2)));
    assertFalse(cache.containsKey(99));
    Cache<Integer, String> other =
        world.create(configuration().setCacheLoaderFactory(() -> answering(answer)));
    loadAll(other, Set.of(1, 2), true);
    assertEquals(expected, other.getAll(Set.of(1, 2)));
    assertFalse(other.containsKey(99));
  }

  @Test
  void bulkAnswerOfNullIsAFailureOrNothing() {
    Cache<Integer, String> cache = readThrough(answering(null));
    try {
      assertEquals(Map.of(), cache.getAll(Set.of(1, 2)));
    } catch (CacheLoaderException e) {
      // a clear exception is as good
    }
    assertFalse(cache.iterator().hasNext());
    assertTimeoutPreemptively(SOON, () -> cache.put(1, "B"));
  }

  @Test
  void whatCannotBeLoadedIsAbsent() {
    loader.source = key -> null;
    Cache<Integer, String> cache = readThrough(loader);
    assertNull(cache.get(1));
    assertEquals(Map.of(), cache.getAll(Set.of(1, 2)));
    assertNull(
        cache.invoke(
            1, processor((entry, arguments) -> entry.exists() ? "there" : entry.getValue())));
    assertEquals(List.of(), listener.texts());
    assertEquals("0 4 0 0", Counters.of(cache).four());
  }

  // ---- loaders that use the cache

  @Test
  void loaderMayLoadOtherKeysOfTheSameCache() {
    AtomicReference<Cache<Integer, String>> holder = new AtomicReference<>();
    loader.source = key -> key == 0 ? "0" : holder.get().get(key - 1) + "," + key;
    Cache<Integer, String> cache = readThrough(loader);
    holder.set(cache);
    assertEquals("0,1,2,3,4,5", assertTimeoutPreemptively(SOON, () -> cache.get(5)));
    assertEquals(6, loader.loaded().size());
    assertEquals("0,1,2", cache.get(2));
  }

  @Test
  void loaderMayUseAnotherCacheAndWriteOtherKeys() {
    AtomicReference<Cache<Integer, String>> holder = new AtomicReference<>();
    Cache<Integer, String> elsewhere = world.plain();
    loader.source =
        key -> {
          holder.get().put(key + 100, "beside");
          elsewhere.put(key, "elsewhere");
          return "L";
        };
    Cache<Integer, String> cache = readThrough(loader);
    holder.set(cache);
    assertEquals("L", assertTimeoutPreemptively(SOON, () -> cache.get(1)));
    assertEquals("beside", cache.get(101));
    assertEquals("elsewhere", elsewhere.get(1));
  }

  @Test
  void loaderThatWantsItsOwnKeyGetsAClearException() {
    AtomicReference<Cache<Integer, String>> holder = new AtomicReference<>();
    List<Function<Cache<Integer, String>, String>> recursions =
        List.of(
            cache -> cache.get(1),
            cache -> cache.getAndPut(1, "x"),
            cache -> cache.invoke(1, processor((entry, arguments) -> entry.getValue())));
    Cache<Integer, String> cache = readThrough(loader);
    holder.set(cache);
    for (Function<Cache<Integer, String>, String> recursion : recursions) {
      AtomicInteger depth = new AtomicInteger();
      loader.source = key -> depth.getAndIncrement() == 0 ? recursion.apply(holder.get()) : "inner";
      assertTimeoutPreemptively(
          SOON,
          () -> {
            try {
              cache.get(1);
            } catch (CacheException e) {
              assertTrue(
                  chain(e).contains(cache.getName()), () -> "the cache is named in " + chain(e));
            }
          });
      loader.source = key -> "L";
      cache.remove(1);
      assertEquals("L", assertTimeoutPreemptively(SOON, () -> cache.get(1)));
      cache.remove(1);
    }
  }

  private static String chain(Throwable failure) {
    List<String> messages = new ArrayList<>();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      messages.add(String.valueOf(each));
    }
    return messages.toString();
  }

  @Test
  void twoLoadersThatWantEachOthersKeysDoNotHang() throws Exception {
    AtomicReference<Cache<Integer, String>> holder = new AtomicReference<>();
    CyclicBarrier both = new CyclicBarrier(2);
    AtomicInteger depth = new AtomicInteger();
    loader.source =
        key -> {
          if (depth.incrementAndGet() > 2) {
            return "inner" + key;
          }
          meet(both);
          return holder.get().get(3 - key) + "+" + key;
        };
    Cache<Integer, String> cache = readThrough(loader);
    holder.set(cache);
    List<Throwable> failed = Collections.synchronizedList(new ArrayList<>());
    Concurrently.run(
        2,
        thread -> {
          try {
            cache.get(thread + 1);
          } catch (CacheException e) {
            failed.add(e);
          }
        });
    assertTrue(failed.size() <= 2);
    loader.source = key -> "again" + key;
    cache.removeAll(Set.of(1, 2));
    assertEquals("again1", assertTimeoutPreemptively(SOON, () -> cache.get(1)));
    assertEquals("again2", assertTimeoutPreemptively(SOON, () -> cache.get(2)));
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void twoCachesThatLoadFromEachOtherDoNotHang() throws Exception {
    AtomicReference<Cache<Integer, String>> left = new AtomicReference<>();
    AtomicReference<Cache<Integer, String>> right = new AtomicReference<>();
    CyclicBarrier both = new CyclicBarrier(2);
    AtomicInteger calls = new AtomicInteger();
    RecordingLoader<Integer, String> fromRight =
        new RecordingLoader<>(key -> crossed(both, calls, () -> right.get().get(key)));
    RecordingLoader<Integer, String> fromLeft =
        new RecordingLoader<>(key -> crossed(both, calls, () -> left.get().get(key)));
    left.set(readThrough(fromRight));
    right.set(readThrough(fromLeft));
    Concurrently.run(
        2,
        thread -> {
          try {
            (thread == 0 ? left : right).get().get(1);
          } catch (CacheException e) {
            // one of them is told that they would wait for each other for ever
          }
        });
    fromRight.source = key -> "L";
    assertEquals("L", assertTimeoutPreemptively(SOON, () -> left.get().get(2)));
  }

  private static String crossed(CyclicBarrier both, AtomicInteger calls, Supplier<String> other) {
    if (calls.incrementAndGet() > 2) {
      return "inner";
    }
    meet(both);
    return other.get();
  }
}

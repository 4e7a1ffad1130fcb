package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.integration.CacheLoaderException;
import javax.cache.processor.EntryProcessorException;
import javax.cache.processor.EntryProcessorResult;
import javax.cache.processor.MutableEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Entry processors: atomicity, exceptions, results, and processors that use the cache. What they do
 * to an entry is in the tables.
 */
class EntryProcessorTest extends SuiteTest {

  private final RecordingListener<Integer, String> listener = new RecordingListener<>();

  private Cache<Integer, String> watched() {
    return world.create(configuration().addCacheEntryListenerConfiguration(synchronous(listener)));
  }

  private static String set(MutableEntry<Integer, String> entry, String value) {
    entry.setValue(value);
    return value;
  }

  // ---- atomicity

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void incrementsFromManyThreadsAreAllThereAndRunOnceEach(boolean byValue) throws Exception {
    Cache<Integer, Integer> cache =
        world.create(new MutableConfiguration<Integer, Integer>().setStoreByValue(byValue));
    AtomicInteger runs = new AtomicInteger();
    int threads = 4;
    int each = 2000;
    Concurrently.run(
        threads,
        thread -> {
          for (int i = 0; i < each; i++) {
            cache.invoke(
                1,
                (entry, arguments) -> {
                  runs.incrementAndGet();
                  entry.setValue(entry.exists() ? entry.getValue() + 1 : 1);
                  return null;
                });
          }
        });
    assertEquals(threads * each, cache.get(1));
    assertEquals(threads * each, runs.get(), "a processor runs once for each call");
  }

  @Test
  void onlyOneThreadPutsWhatIsAbsentAndReplacesAreNotLost() throws Exception {
    Cache<Integer, Integer> cache = world.create(World.<Integer, Integer>configuration());
    AtomicInteger winners = new AtomicInteger();
    int threads = 4;
    int each = 1000;
    Concurrently.run(
        threads,
        thread -> {
          for (int i = 0; i < each; i++) {
            if (cache.putIfAbsent(i + 1, thread)) {
              winners.incrementAndGet();
            }
          }
        });
    assertEquals(each, winners.get());
    cache.put(0, 0);
    Concurrently.run(
        threads,
        thread -> {
          for (int i = 0; i < each; i++) {
            int seen;
            do {
              seen = cache.get(0);
            } while (!cache.replace(0, seen, seen + 1));
          }
        });
    assertEquals(threads * each, cache.get(0));
  }

  @Test
  void whatIsDoneInsideIsNotSeenOutsideBeforeTheEnd() throws Exception {
    Cache<Integer, String> cache = watched();
    cache.put(1, "before");
    Gate gate = new Gate();
    Thread processing =
        inBackground(
            () ->
                cache.invoke(
                    1,
                    processor(
                        (entry, arguments) -> {
                          entry.setValue("in between");
                          gate.pass();
                          return set(entry, "after");
                        })));
    gate.awaitArrival();
    CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> cache.get(1));
    try {
      assertNotEquals("in between", read.get(50, TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      // a read may wait for the processor
    }
    gate.open();
    processing.join(SOON.toMillis());
    assertNotEquals("in between", read.get(10, TimeUnit.SECONDS));
    assertEquals("after", cache.get(1));
    assertEquals(List.of("CREATED before", "UPDATED before>after"), listener.texts());
  }

  @Test
  void slowProcessorHoldsUpNoOtherKey() throws Exception {
    Cache<Integer, String> cache = watched();
    Gate gate = new Gate();
    Thread slow =
        inBackground(
            () ->
                cache.invoke(
                    1,
                    processor(
                        (entry, arguments) -> {
                          gate.pass();
                          return set(entry, "A");
                        })));
    gate.awaitArrival();
    assertTimeoutPreemptively(
        SOON,
        () -> {
          for (int key = 2; key < 1000; key++) {
            cache.put(key, "B");
            cache.invoke(key, processor((entry, arguments) -> set(entry, "C")));
          }
        });
    gate.open();
    slow.join(SOON.toMillis());
    assertEquals("A", cache.get(1));
  }

  // ---- exceptions

  @Test
  void exceptionIsWrappedOnce() {
    Cache<Integer, String> cache = watched();
    cache.put(1, "A");
    Exception failure = new Exception("checked, on purpose");
    EntryProcessorException seen =
        assertThrows(
            EntryProcessorException.class,
            () ->
                cache.invoke(
                    1,
                    processor(
                        (entry, arguments) -> {
                          entry.setValue("B");
                          throw EntryProcessorTest.<RuntimeException>sneaky(failure);
                        })));
    assertSame(failure, seen.getCause());
    EntryProcessorException own = new EntryProcessorException("the processor's own, on purpose");
    EntryProcessorException again =
        assertThrows(
            EntryProcessorException.class,
            () ->
                cache.invoke(
                    1,
                    processor(
                        (entry, arguments) -> {
                          throw own;
                        })));
    assertTrue(again == own || again.getCause() == null, "not wrapped twice");
    assertEquals("A", cache.get(1));
    assertEquals(List.of("CREATED A"), listener.texts());
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> E sneaky(Throwable failure) throws E {
    throw (E) failure;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void processorThatThrowsOnADeadEntryLeavesNothing(boolean error) {
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(100)))
                .addCacheEntryListenerConfiguration(synchronous(listener)));
    cache.put(1, "A");
    clock.advanceMillis(100);
    assertThrows(
        Throwable.class,
        () ->
            cache.invoke(
                1,
                processor(
                    (entry, arguments) -> {
                      entry.setValue("B");
                      if (error) {
                        throw new AssertionError("on purpose");
                      }
                      throw new IllegalStateException("on purpose");
                    })));
    assertNull(cache.get(1));
    assertNull(cache.get(1));
    assertEquals(List.of("CREATED A", "EXPIRED A"), listener.texts());
    assertTimeoutPreemptively(SOON, () -> cache.put(1, "C"), "another thread can work on the key");
    assertEquals("C", cache.get(1));
  }

  @Test
  void errorReachesTheCallerAndChangesNothing() {
    Cache<Integer, String> cache = watched();
    cache.put(1, "A");
    AssertionError error = new AssertionError("on purpose");
    Throwable seen =
        assertThrows(
            Throwable.class,
            () ->
                cache.invoke(
                    1,
                    processor(
                        (entry, arguments) -> {
                          entry.remove();
                          throw error;
                        })));
    assertTrue(
        seen == error || seen instanceof EntryProcessorException && seen.getCause() == error,
        () -> "saw " + seen);
    assertEquals("A", cache.get(1));
    assertTimeoutPreemptively(SOON, () -> cache.put(1, "B"));
  }

  @Test
  void nullCannotBeSet() {
    Cache<Integer, String> cache = watched();
    cache.put(1, "A");
    EntryProcessorException seen =
        assertThrows(
            EntryProcessorException.class,
            () -> cache.invoke(1, processor((entry, arguments) -> set(entry, null))));
    assertInstanceOf(NullPointerException.class, seen.getCause());
    assertEquals("A", cache.get(1));
  }

  @Test
  void failingLoadInsideIsALoaderException() {
    RecordingLoader<Integer, String> loader =
        new RecordingLoader<>(
            key -> {
              throw new IllegalStateException("on purpose");
            });
    Cache<Integer, String> cache =
        world.create(configuration().setCacheLoaderFactory(() -> loader).setReadThrough(true));
    CacheException seen =
        assertThrows(
            CacheException.class,
            () -> cache.invoke(1, processor((entry, arguments) -> entry.getValue())));
    assertTrue(
        seen instanceof CacheLoaderException || seen.getCause() instanceof CacheLoaderException,
        () -> "saw " + seen);
    String caught =
        cache.invoke(
            1,
            processor(
                (entry, arguments) -> {
                  try {
                    return entry.getValue();
                  } catch (CacheLoaderException e) {
                    return set(entry, "instead");
                  }
                }));
    assertEquals("instead", caught, "a processor may catch it");
    assertEquals("instead", cache.get(1));
  }

  // ---- arguments and results

  @Test
  void argumentsKeyAndResultArePassed() {
    Cache<Integer, String> cache = watched();
    Object argument = new Object();
    assertSame(
        argument,
        cache.invoke(1, processor((entry, arguments) -> arguments[1]), "first", argument));
    assertEquals(
        "none",
        cache.invoke(1, processor((entry, arguments) -> arguments.length == 0 ? "none" : "some")));
    assertEquals(
        "key 7", cache.invoke(7, processor((entry, arguments) -> "key " + entry.getKey())));
    assertThrows(
        EntryProcessorException.class,
        () -> cache.invoke(1, processor((entry, arguments) -> entry.unwrap(Thread.class))));
  }

  @Test
  void invokeAllKeepsFailuresAndResultsApart() {
    Cache<Integer, String> cache = watched();
    Map<Integer, EntryProcessorResult<String>> results =
        cache.invokeAll(
            Set.of(1, 2, 3),
            processor(
                (entry, arguments) -> {
                  if (entry.getKey() == 2) {
                    throw new IllegalStateException("on purpose");
                  }
                  entry.setValue("v" + entry.getKey());
                  return entry.getKey() == 3 ? null : "result";
                }));
    assertEquals(Set.of(1, 2), results.keySet(), "no mapping for a null result");
    assertEquals("result", results.get(1).get());
    for (int round = 0; round < 2; round++) {
      EntryProcessorException seen =
          assertThrows(EntryProcessorException.class, () -> results.get(2).get());
      assertInstanceOf(IllegalStateException.class, seen.getCause());
    }
    assertEquals(Map.of(1, "v1", 3, "v3"), cache.getAll(Set.of(1, 2, 3)));
  }

  @Test
  void entryIsOfNoUseAfterTheProcessorHasEnded() {
    Cache<Integer, String> cache = watched();
    AtomicReference<MutableEntry<Integer, String>> kept = new AtomicReference<>();
    cache.invoke(
        1,
        processor(
            (entry, arguments) -> {
              kept.set(entry);
              return set(entry, "A");
            }));
    try {
      kept.get().setValue("too late");
      kept.get().remove();
    } catch (IllegalStateException e) {
      // a clear exception is as good as no effect
    }
    assertEquals("A", cache.get(1));
    assertEquals(List.of("CREATED A"), listener.texts());
  }

  // ---- processors that use the cache

  @Test
  void processorMayUseOtherKeysAndOtherCaches() {
    Cache<Integer, String> cache = watched();
    Cache<Integer, String> elsewhere = world.plain();
    cache.put(2, "two");
    String result =
        assertTimeoutPreemptively(
            SOON,
            () ->
                cache.invoke(
                    1,
                    processor(
                        (entry, arguments) -> {
                          String other = cache.get(2);
                          cache.put(3, "three");
                          cache.invoke(4, processor((inner, none) -> set(inner, "four")));
                          elsewhere.put(1, "elsewhere");
                          return set(entry, "one after " + other);
                        })));
    assertEquals("one after two", result);
    assertEquals(
        Map.of(1, result, 2, "two", 3, "three", 4, "four"), cache.getAll(Set.of(1, 2, 3, 4)));
    assertEquals("elsewhere", elsewhere.get(1));
  }

  @Test
  void processorThatWantsItsOwnKeyDoesNotHang() {
    Cache<Integer, String> cache = watched();
    for (String how : List.of("get", "put", "invoke", "remove")) {
      assertTimeoutPreemptively(
          SOON,
          () -> {
            try {
              cache.invoke(
                  1, processor((entry, arguments) -> useOwnKey(cache, how) + set(entry, "A")));
            } catch (CacheException e) {
              // a clear exception is as good as a success
            }
          });
      assertTimeoutPreemptively(
          SOON, () -> cache.put(1, "B"), "another thread can work on the key");
      assertEquals("B", cache.get(1));
    }
  }

  private static String useOwnKey(Cache<Integer, String> cache, String how) {
    return switch (how) {
      case "get" -> cache.get(1);
      case "put" -> cache.getAndPut(1, "inner");
      case "remove" -> cache.getAndRemove(1);
      default -> cache.invoke(1, processor((entry, arguments) -> set(entry, "inner")));
    };
  }

  @Test
  void twoProcessorsThatWantEachOthersKeysDoNotHang() throws Exception {
    Cache<Integer, String> cache = watched();
    CyclicBarrier both = new CyclicBarrier(2);
    AtomicInteger failed = new AtomicInteger();
    Concurrently.run(
        2,
        thread -> {
          try {
            cache.invoke(
                thread,
                processor(
                    (entry, arguments) -> {
                      meet(both);
                      cache.put(1 - thread, "from the other");
                      return set(entry, "own");
                    }));
          } catch (CacheException e) {
            failed.incrementAndGet();
          }
        });
    assertTrue(failed.get() >= 1, "both cannot have been atomic");
    for (int key = 0; key < 2; key++) {
      int each = key;
      assertTimeoutPreemptively(SOON, () -> cache.put(each, "after"));
      assertEquals("after", cache.get(key));
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void processorsNeedNotBeSerializable() {
    Cache<Integer, String> cache = world.create(new MutableConfiguration<Integer, String>());
    Thread captured = Thread.currentThread();
    assertNotNull(
        cache.invoke(1, processor((entry, arguments) -> set(entry, captured.getName())), captured));
    assertEquals(1, cache.invokeAll(Set.of(1), processor((entry, arguments) -> captured)).size());
    assertFalse(cache.get(1).isEmpty());
  }
}

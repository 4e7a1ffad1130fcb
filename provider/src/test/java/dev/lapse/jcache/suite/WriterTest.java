package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.integration.CacheWriter;
import javax.cache.integration.CacheWriterException;
import javax.cache.processor.EntryProcessorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Write-through: failures in every mutator and in part of a bulk, writers that use the cache or are
 * slow.
 */
class WriterTest extends SuiteTest {

  private final RecordingWriter<Integer, String> writer = new RecordingWriter<>();
  private final RecordingListener<Integer, String> listener = new RecordingListener<>();

  private MutableConfiguration<Integer, String> writing() {
    return configuration()
        .setStatisticsEnabled(true)
        .setCacheWriterFactory(() -> writer)
        .setWriteThrough(true)
        .addCacheEntryListenerConfiguration(synchronous(listener));
  }

  // ---- failures

  private static final List<Operation> CREATING =
      List.of(
          Operation.PUT,
          Operation.GET_AND_PUT,
          Operation.PUT_ALL,
          Operation.PUT_IF_ABSENT,
          Operation.INVOKE_SET);

  private static final List<Operation> CHANGING =
      List.of(
          Operation.PUT,
          Operation.GET_AND_PUT,
          Operation.PUT_ALL,
          Operation.REPLACE,
          Operation.REPLACE_MATCHING,
          Operation.GET_AND_REPLACE,
          Operation.INVOKE_SET,
          Operation.INVOKE_REMOVE_SET,
          Operation.REMOVE,
          Operation.REMOVE_MATCHING,
          Operation.GET_AND_REMOVE,
          Operation.REMOVE_ALL_KEYS,
          Operation.REMOVE_ALL,
          Operation.ITERATE_AND_REMOVE,
          Operation.INVOKE_REMOVE,
          Operation.INVOKE_GET_REMOVE);

  static Stream<Arguments> mutators() {
    return Stream.of(
            new IllegalStateException("the store is down, on purpose"),
            new CacheWriterException("the store is down, on purpose"),
            new AssertionError("the store is down, on purpose"))
        .flatMap(
            failure ->
                Stream.concat(
                    CREATING.stream().map(operation -> Arguments.of(operation, "absent", failure)),
                    CHANGING.stream().map(operation -> Arguments.of(operation, "live", failure))));
  }

  @ParameterizedTest
  @MethodSource("mutators")
  void failingWriterLeavesTheCacheAsItWas(Operation operation, String prior, Throwable failure) {
    Cache<Integer, String> cache = world.create(writing());
    if (prior.equals("live")) {
      cache.put(1, "A");
    }
    listener.forget();
    Counters before = Counters.of(cache);
    writer.failsFor = key -> true;
    writer.failure = () -> failure;

    Throwable seen = assertThrows(Throwable.class, () -> operation.run(cache));
    assertTrue(isExpected(operation, failure, seen), () -> "saw " + seen);
    assertSame(failure, inChain(seen, failure), "the writer's own exception is in the chain");

    assertEquals(List.of(), listener.texts());
    Counters growth = Counters.of(cache).minus(before);
    assertEquals(0, growth.puts(), "puts");
    assertEquals(0, growth.removals(), "removals");
    writer.failsFor = key -> false;
    assertEquals(prior.equals("live") ? "A" : null, cache.get(1));
    assertTimeoutPreemptively(SOON, () -> cache.put(1, "B"), "another thread can work on the key");
    assertEquals("B", cache.get(1));
  }

  private static boolean isExpected(Operation operation, Throwable failure, Throwable seen) {
    if (failure instanceof Error && seen == failure) {
      return true;
    }
    boolean processor = operation.name().startsWith("INVOKE");
    return seen instanceof CacheWriterException
        || processor && seen instanceof EntryProcessorException;
  }

  private static Throwable inChain(Throwable seen, Throwable wanted) {
    Throwable each = seen;
    while (each != null && each != wanted) {
      each = each.getCause();
    }
    return each;
  }

  @ParameterizedTest
  @EnumSource(names = {"PUT", "GET_AND_PUT", "PUT_ALL", "PUT_IF_ABSENT", "INVOKE_SET"})
  void failingWriterOverADeadEntryStoresNothing(Operation operation) {
    Cache<Integer, String> cache =
        world.create(writing().setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(100))));
    cache.put(1, "A");
    clock.advanceMillis(100);
    writer.failsFor = key -> true;
    assertThrows(CacheException.class, () -> operation.run(cache));
    assertFalse(cache.containsKey(1));
    assertEquals(null, cache.get(1));
    assertEquals(null, cache.get(1));
    assertEquals(List.of("CREATED A", "EXPIRED A"), listener.texts());
  }

  @Test
  void putAllStoresWhatTheWriterHasWritten() {
    Cache<Integer, String> cache = world.create(writing());
    cache.put(2, "A");
    cache.put(3, "A");
    listener.forget();
    Counters before = Counters.of(cache);
    writer.failsFor = key -> (Integer) key % 2 == 1;
    assertThrows(
        CacheWriterException.class, () -> cache.putAll(Map.of(1, "B", 2, "B", 3, "B", 4, "B")));
    assertEquals(Map.of(2, "B", 3, "A", 4, "B"), cache.getAll(Set.of(1, 2, 3, 4)));
    assertEquals(Set.of("UPDATED A>B", "CREATED B"), Set.copyOf(listener.texts()));
    assertEquals(2, listener.all().size());
    assertEquals(2, Counters.of(cache).minus(before).puts());
  }

  @Test
  void removeAllOfKeysRemovesWhatTheWriterHasDeleted() {
    Cache<Integer, String> cache = world.create(writing());
    cache.putAll(Map.of(1, "A", 2, "A", 3, "A", 4, "A"));
    listener.forget();
    Counters before = Counters.of(cache);
    writer.failsFor = key -> (Integer) key % 2 == 1;
    assertThrows(CacheWriterException.class, () -> cache.removeAll(Set.of(1, 2, 3, 9)));
    assertEquals(Map.of(1, "A", 3, "A", 4, "A"), cache.getAll(Set.of(1, 2, 3, 4)));
    assertEquals(List.of("REMOVED A"), listener.texts());
    assertEquals(1, Counters.of(cache).minus(before).removals());
  }

  @Test
  void removeAllRemovesWhatTheWriterHasDeleted() {
    Cache<Integer, String> cache = world.create(writing());
    cache.putAll(Map.of(1, "A", 2, "A", 3, "A", 4, "A"));
    listener.forget();
    writer.failsFor = key -> (Integer) key % 2 == 1;
    assertThrows(CacheWriterException.class, cache::removeAll);
    assertEquals(Map.of(1, "A", 3, "A"), cache.getAll(Set.of(1, 2, 3, 4)));
    assertEquals(2, listener.all().size());
    writer.failsFor = key -> false;
    cache.removeAll();
    assertEquals(Map.of(), writer.stored);
    assertFalse(cache.iterator().hasNext());
  }

  @Test
  void invokeAllFailsForTheKeysWhoseWriteFails() {
    Cache<Integer, String> cache = world.create(writing());
    writer.failsFor = key -> key.equals(2);
    var results =
        cache.invokeAll(
            Set.of(1, 2, 3),
            processor(
                (entry, arguments) -> {
                  entry.setValue("B");
                  return "done";
                }));
    assertEquals("done", results.get(1).get());
    assertEquals("done", results.get(3).get());
    assertThrows(CacheException.class, () -> results.get(2).get());
    assertEquals(Map.of(1, "B", 3, "B"), cache.getAll(Set.of(1, 2, 3)));
  }

  // ---- what is called and what is not

  @Test
  void expiryAndClearNeverReachTheWriter() throws Exception {
    Cache<Integer, String> cache =
        world.create(writing().setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(100))));
    cache.putAll(Map.of(1, "A", 2, "A"));
    cache.clear();
    cache.putAll(Map.of(1, "A", 2, "A"));
    writer.forget();
    clock.advanceMillis(100);
    cache.get(1);
    Operation.ITERATE.run(cache);
    cache.removeAll();
    cache.clear();
    assertEquals(List.of(), writer.calls());
    assertEquals(Map.of(1, "A", 2, "A"), writer.stored);
  }

  @Test
  void entryGivenToTheWriterStaysAsItWas() {
    AtomicReference<Cache.Entry<? extends Integer, ? extends String>> kept =
        new AtomicReference<>();
    CacheWriter<Integer, String> keeping =
        new CacheWriter<>() {
          @Override
          public void write(Cache.Entry<? extends Integer, ? extends String> entry) {
            kept.set(entry);
          }

          @Override
          public void writeAll(
              Collection<Cache.Entry<? extends Integer, ? extends String>> entries) {
            entries.clear();
          }

          @Override
          public void delete(Object key) {}

          @Override
          public void deleteAll(Collection<?> keys) {
            keys.clear();
          }
        };
    Cache<Integer, String> cache =
        world.create(configuration().setCacheWriterFactory(() -> keeping).setWriteThrough(true));
    cache.put(1, "A");
    var entry = kept.get();
    cache.put(1, "B");
    cache.remove(1);
    assertEquals("A", entry.getValue());
    assertEquals(1, entry.getKey());
    assertThrows(IllegalArgumentException.class, () -> entry.unwrap(Thread.class));
  }

  // ---- writers and other threads

  @Test
  void valueIsNotSeenBeforeItIsWritten() throws Exception {
    Gate gate = new Gate();
    Cache<Integer, String> cache = world.create(writing());
    cache.put(1, "A");
    writer.failsFor =
        key -> {
          gate.pass();
          return true;
        };
    Thread writingThread =
        inBackground(
            () -> {
              try {
                cache.put(1, "B");
              } catch (CacheWriterException e) {
                // that is what the test wants
              }
            });
    gate.awaitArrival();
    CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> cache.get(1));
    try {
      assertNotEquals("B", read.get(50, TimeUnit.MILLISECONDS), "it may still fail, as it does");
    } catch (TimeoutException e) {
      // a read may wait for the writer
    }
    gate.open();
    writingThread.join(SOON.toMillis());
    assertEquals("A", read.get(10, TimeUnit.SECONDS));
    assertEquals("A", cache.get(1));
  }

  @Test
  void slowWriterHoldsUpNoOtherKey() throws Exception {
    Gate gate = new Gate();
    writer.failsFor =
        key -> {
          if (key.equals(1)) {
            gate.pass();
          }
          return false;
        };
    Cache<Integer, String> cache = world.create(writing());
    Thread slow = inBackground(() -> cache.put(1, "A"));
    gate.awaitArrival();
    assertTimeoutPreemptively(
        SOON,
        () -> {
          for (int key = 2; key < 1000; key++) {
            cache.put(key, "B");
          }
        });
    gate.open();
    slow.join(SOON.toMillis());
    assertEquals("A", cache.get(1));
  }

  @Test
  void writerMayUseOtherKeysAndOtherCaches() {
    AtomicReference<Cache<Integer, String>> holder = new AtomicReference<>();
    Cache<Integer, String> elsewhere = world.plain();
    writer.failsFor =
        key -> {
          if (key.equals(1)) {
            holder.get().put(2, "from the writer");
            elsewhere.put(1, "elsewhere");
          }
          return false;
        };
    Cache<Integer, String> cache = world.create(writing());
    holder.set(cache);
    assertTimeoutPreemptively(SOON, () -> cache.put(1, "A"));
    assertEquals("from the writer", cache.get(2));
    assertEquals("elsewhere", elsewhere.get(1));
  }

  @Test
  void writerThatWantsItsOwnKeyDoesNotHang() {
    AtomicReference<Cache<Integer, String>> holder = new AtomicReference<>();
    AtomicInteger depth = new AtomicInteger();
    writer.failsFor =
        key -> {
          if (depth.getAndIncrement() == 0) {
            holder.get().put(1, "inner");
          }
          return false;
        };
    Cache<Integer, String> cache = world.create(writing());
    holder.set(cache);
    assertTimeoutPreemptively(
        SOON,
        () -> {
          try {
            cache.put(1, "A");
          } catch (CacheException e) {
            // a clear exception is as good as a success
          }
        });
    assertTimeoutPreemptively(SOON, () -> cache.put(1, "B"));
    assertEquals("B", cache.get(1));
  }

  @Test
  void bulkOperationsInOppositeOrdersDoNotDeadlock() throws Exception {
    Cache<Integer, String> cache = world.create(writing());
    List<Integer> upwards = List.of(1, 2, 3, 4, 5, 6, 7, 8);
    List<Integer> downwards =
        new ArrayList<>(new TreeMap<>(indexed(upwards)).descendingMap().keySet());
    Concurrently.run(
        4,
        thread -> {
          List<Integer> order = thread % 2 == 0 ? upwards : downwards;
          Map<Integer, String> entries = new LinkedHashMap<>();
          order.forEach(key -> entries.put(key, "v" + thread));
          for (int i = 0; i < 200; i++) {
            switch (i % 4) {
              case 0 -> cache.putAll(entries);
              case 1 -> cache.removeAll(new LinkedHashSet<>(order));
              case 2 ->
                  cache.invokeAll(
                      new LinkedHashSet<>(order),
                      processor(
                          (entry, arguments) -> {
                            entry.setValue("i" + thread);
                            return null;
                          }));
              default -> cache.getAll(new LinkedHashSet<>(order));
            }
          }
        });
    for (int key : upwards) {
      ListenerTest.assertUnbroken(listener, key);
    }
  }

  private static Map<Integer, Integer> indexed(List<Integer> items) {
    Map<Integer, Integer> map = new LinkedHashMap<>();
    items.forEach(item -> map.put(item, item));
    return map;
  }

  @Test
  void iteratorStopsAtTheEntryThatCannotBeDeletedAndCanGoOn() {
    Cache<Integer, String> cache = world.create(writing());
    cache.putAll(Map.of(1, "A", 2, "A", 3, "A"));
    writer.failsFor = key -> key.equals(2);
    int left = 0;
    for (Iterator<Cache.Entry<Integer, String>> each = cache.iterator(); each.hasNext(); ) {
      int key = each.next().getKey();
      try {
        each.remove();
      } catch (CacheWriterException e) {
        assertEquals(2, key);
        left++;
      }
    }
    assertEquals(1, left);
    assertEquals(Map.of(2, "A"), cache.getAll(Set.of(1, 2, 3)));
  }
}

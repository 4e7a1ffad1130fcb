package dev.lapse.jcache.suite;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.event.CacheEntryListenerException;
import javax.cache.event.EventType;
import javax.cache.expiry.CreatedExpiryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Listeners and filters that throw, block, or use the cache; and the reaper as the source of
 * events.
 */
class BadListenerTest extends SuiteTest {

  private final RecordingListener<Integer, String> other = new RecordingListener<>();
  private final AtomicBoolean armed = new AtomicBoolean();

  static Stream<Throwable> failures() {
    return Stream.of(
        new IllegalStateException("from a listener, on purpose"),
        new CacheEntryListenerException("from a listener, on purpose"),
        new AssertionError("from a listener, on purpose"));
  }

  private void throwWhenArmed(Throwable failure) {
    if (armed.get()) {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    }
  }

  /** The caller of the operation is told, and told why. */
  private static void assertTold(
      Throwable failure, Cache<Integer, String> cache, Consumer<Cache<Integer, String>> operation) {
    Throwable seen = assertThrows(Throwable.class, () -> operation.accept(cache));
    if (failure instanceof Error && seen == failure) {
      return;
    }
    assertTrue(
        seen instanceof CacheEntryListenerException,
        () -> "expected CacheEntryListenerException, saw " + seen);
    Throwable cause = seen;
    while (cause != null && cause != failure) {
      cause = cause.getCause();
    }
    assertEquals(failure, cause, "the cause is the listener's exception");
  }

  private static List<Consumer<Cache<Integer, String>>> operationsOnKeyOne() {
    return List.of(
        cache -> cache.put(1, "B"),
        cache -> cache.getAndPut(1, "C"),
        cache -> cache.replace(1, "D"),
        cache -> cache.putAll(Map.of(1, "E")),
        cache -> cache.invoke(1, processor((entry, arguments) -> setAndReturn(entry, "F"))),
        cache -> cache.remove(1));
  }

  private static String setAndReturn(
      javax.cache.processor.MutableEntry<Integer, String> entry, String value) {
    entry.setValue(value);
    return value;
  }

  private static final List<String> THEIR_EVENTS =
      List.of(
          "UPDATED A>B", "UPDATED B>C", "UPDATED C>D", "UPDATED D>E", "UPDATED E>F", "REMOVED F");

  @ParameterizedTest
  @MethodSource("failures")
  void synchronousListenerThatThrowsHarmsNobodyElse(Throwable failure) {
    RecordingListener<Integer, String> bad =
        new RecordingListener<>(event -> throwWhenArmed(failure));
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .addCacheEntryListenerConfiguration(synchronous(bad))
                .addCacheEntryListenerConfiguration(synchronous(other)));
    cache.put(1, "A");
    other.forget();
    bad.forget();
    armed.set(true);
    for (Consumer<Cache<Integer, String>> operation : operationsOnKeyOne()) {
      assertTold(failure, cache, operation);
    }
    assertEquals(
        THEIR_EVENTS, other.texts(), "the mutations stand and the others have their events");
    assertEquals(THEIR_EVENTS, bad.texts(), "the next event comes all the same");
    armed.set(false);
    cache.put(1, "fine");
    assertEquals("fine", cache.get(1));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void filterThatThrowsHarmsNobodyElse(Throwable failure) {
    RecordingListener<Integer, String> filtered = new RecordingListener<>();
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .addCacheEntryListenerConfiguration(
                    new MutableCacheEntryListenerConfiguration<>(
                        () -> filtered,
                        () ->
                            event -> {
                              throwWhenArmed(failure);
                              return true;
                            },
                        true,
                        true))
                .addCacheEntryListenerConfiguration(synchronous(other)));
    cache.put(1, "A");
    other.forget();
    armed.set(true);
    for (Consumer<Cache<Integer, String>> operation : operationsOnKeyOne()) {
      assertTold(failure, cache, operation);
    }
    armed.set(false);
    assertEquals(THEIR_EVENTS, other.texts());
    cache.put(1, "fine");
    assertEquals(List.of("CREATED A", "CREATED fine"), filtered.texts());
  }

  @ParameterizedTest
  @MethodSource("failures")
  void asynchronousListenerThatThrowsFailsNoCallerAndGetsTheNextEvents(Throwable failure) {
    armed.set(true);
    RecordingListener<Integer, String> bad =
        new RecordingListener<>(event -> throwWhenArmed(failure));
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .addCacheEntryListenerConfiguration(asynchronous(bad))
                .addCacheEntryListenerConfiguration(asynchronous(other)));
    for (int i = 0; i < 100; i++) {
      cache.put(i % 10, "v" + i);
    }
    await().atMost(SOON).until(() -> bad.all().size() == 100 && other.all().size() == 100);
    assertEquals(other.of(7), bad.of(7));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void listenerThatThrowsOnExpiryDoesNotStopOtherExpiries(Throwable failure) {
    armed.set(true);
    RecordingListener<Integer, String> bad =
        new RecordingListener<>(
            event -> {
              if (event.type() == EventType.EXPIRED) {
                throwWhenArmed(failure);
              }
            });
    Cache<Integer, String> cache =
        world.create(
            mortal()
                .addCacheEntryListenerConfiguration(synchronous(bad))
                .addCacheEntryListenerConfiguration(synchronous(other)));
    IntStream.range(0, 50).forEach(key -> cache.put(key, "v"));
    clock.advanceMillis(100);
    for (int key = 0; key < 50; key++) {
      try {
        assertNull(cache.get(key));
      } catch (CacheEntryListenerException | AssertionError e) {
        // it may reach the caller that has met the dead entry
      }
      assertNull(cache.get(key), "the second time it is gone without any event");
    }
    assertEquals(50, other.count(EventType.EXPIRED));
    assertEquals(50, bad.count(EventType.EXPIRED));
  }

  private static MutableConfiguration<Integer, String> mortal() {
    return configuration().setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(100)));
  }

  // ---- listeners that use the cache

  @ParameterizedTest
  @EnumSource(EventType.class)
  void synchronousListenerSeesTheNewStateOfItsKeyFromAnyThread(EventType type) {
    AtomicReference<Cache<Integer, String>> holder = new AtomicReference<>();
    List<String> seen = new ArrayList<>();
    RecordingListener<Integer, String> reading =
        new RecordingListener<>(
            event -> {
              if (event.type() == type && event.key().equals(1)) {
                Cache<Integer, String> cache = holder.get();
                seen.add(cache.get(1) + " " + cache.containsKey(1));
                seen.add(
                    CompletableFuture.supplyAsync(() -> cache.get(1) + " " + cache.containsKey(1))
                        .join());
              }
            });
    Cache<Integer, String> cache =
        world.create(mortal().addCacheEntryListenerConfiguration(synchronous(reading)));
    holder.set(cache);
    assertTimeoutPreemptively(
        SOON,
        () -> {
          cache.put(1, "A");
          cache.put(1, "B");
          cache.remove(1);
          cache.put(1, "A");
          clock.advanceMillis(100);
          cache.get(1);
        });
    String expected =
        switch (type) {
          case CREATED -> "A true";
          case UPDATED -> "B true";
          case REMOVED, EXPIRED -> "null false";
        };
    assertTrue(seen.size() >= 2, () -> "the listener has been called: " + seen);
    seen.forEach(state -> assertEquals(expected, state));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void listenerMayWriteItsOwnKeyAnotherKeyAndAnotherCache(boolean asSynchronous) {
    AtomicReference<Cache<Integer, String>> holder = new AtomicReference<>();
    Cache<Integer, String> elsewhere = world.plain();
    RecordingListener<Integer, String> writing =
        new RecordingListener<>(
            event -> {
              if (event.type() == EventType.CREATED && event.key().equals(1)) {
                holder.get().put(1, "own");
                holder.get().put(2, "other");
                elsewhere.put(1, "elsewhere");
              }
            });
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .addCacheEntryListenerConfiguration(
                    asSynchronous ? synchronous(writing) : asynchronous(writing)));
    holder.set(cache);
    assertTimeoutPreemptively(SOON, () -> cache.put(1, "A"));
    await().atMost(SOON).until(() -> "elsewhere".equals(elsewhere.get(1)));
    assertEquals("own", cache.get(1));
    assertEquals("other", cache.get(2));
    await().atMost(SOON).until(() -> writing.all().size() == 3);
    assertEquals(List.of("CREATED A", "UPDATED A>own"), writing.of(1));
  }

  @Test
  void listenerMayCloseItsCache() {
    AtomicReference<Cache<Integer, String>> holder = new AtomicReference<>();
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .addCacheEntryListenerConfiguration(
                    synchronous(new RecordingListener<>(event -> holder.get().close()))));
    holder.set(cache);
    assertTimeoutPreemptively(SOON.multipliedBy(2), () -> cache.put(1, "A"));
    assertTrue(cache.isClosed());
  }

  // ---- listeners that block

  @Test
  void synchronousListenerThatBlocksHoldsUpItsOwnKeyAlone() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch entered = new CountDownLatch(1);
    RecordingListener<Integer, String> blocking =
        new RecordingListener<>(
            event -> {
              if (event.key().equals(1)) {
                entered.countDown();
                awaitQuietly(release);
              }
            });
    Cache<Integer, String> cache =
        world.create(configuration().addCacheEntryListenerConfiguration(synchronous(blocking)));
    Cache<Integer, String> elsewhere =
        world.create(configuration().addCacheEntryListenerConfiguration(synchronous(other)));
    Thread blocked = inBackground(() -> cache.put(1, "A"));
    assertTrue(entered.await(10, TimeUnit.SECONDS));
    assertTimeoutPreemptively(
        SOON,
        () -> {
          for (int key = 2; key < 500; key++) {
            cache.put(key, "B");
            elsewhere.put(key, "B");
          }
          assertEquals("A", cache.get(1), "reading needs no listener");
        });
    assertEquals(498, other.all().size());
    release.countDown();
    blocked.join(SOON.toMillis());
    assertEquals(499, blocking.all().size());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // ---- events from the reaper

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void reaperDeliversOldValuesOnceAndNeverOnItsOwnThread(boolean asSynchronous) {
    try (World reaped = new World(ReaperByHand.properties())) {
      Cache<Integer, String> cache =
          reaped.create(
              mortal()
                  .setStatisticsEnabled(true)
                  .addCacheEntryListenerConfiguration(
                      asSynchronous ? synchronous(other) : asynchronous(other)));
      IntStream.range(0, 100).forEach(key -> cache.put(key, "v" + key));
      ReaperByHand.runPass(reaped.manager);
      reaped.clock.advance(java.time.Duration.ofSeconds(10));
      ReaperByHand.runPass(reaped.manager);
      await().atMost(SOON).until(() -> other.count(EventType.EXPIRED) == 100);
      for (int key = 0; key < 100; key++) {
        assertNull(cache.get(key));
        assertEquals(List.of("CREATED v" + key, "EXPIRED v" + key), other.of(key));
      }
      for (RecordingListener.Seen event : other.all()) {
        if (event.type() == EventType.EXPIRED) {
          assertNotSame(
              Thread.currentThread(), event.thread(), "the thread that drives the reaper");
        }
      }
      assertEquals(
          "0 100 100 0",
          Counters.of(cache).four(),
          "what the reaper does is no access and no removal");
    }
  }

  @Test
  void listenerThatBlocksForEverHarmsNeitherOtherCachesNorClose() {
    CountDownLatch never = new CountDownLatch(1);
    try (World reaped = new World(ReaperByHand.properties())) {
      RecordingListener<Integer, String> blocking =
          new RecordingListener<>(
              event -> {
                if (event.type() == EventType.EXPIRED) {
                  awaitQuietly(never);
                }
              });
      Cache<Integer, String> blocked =
          reaped.create(mortal().addCacheEntryListenerConfiguration(synchronous(blocking)));
      Cache<Integer, String> cache =
          reaped.create(mortal().addCacheEntryListenerConfiguration(synchronous(other)));
      for (int key = 0; key < 50; key++) {
        blocked.put(key, "v");
        cache.put(key, "v");
      }
      reaped.clock.advance(java.time.Duration.ofSeconds(10));
      assertTimeoutPreemptively(SOON, () -> ReaperByHand.runPass(reaped.manager));
      await().atMost(SOON).until(() -> other.count(EventType.EXPIRED) == 50);
      await().atMost(SOON).until(() -> blocking.count(EventType.EXPIRED) > 0);
      assertTimeoutPreemptively(SOON.multipliedBy(2), blocked::close);
      cache.put(1, "still working");
      assertEquals("still working", cache.get(1));
    } finally {
      never.countDown();
    }
  }
}

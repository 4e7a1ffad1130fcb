package dev.lapse.jcache.suite;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.cache.Cache;
import javax.cache.event.EventType;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.ExpiryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads and tiny deadlines on the running JVM's clock, with the reaper as users have it. */
class StressTest extends SuiteTest {

  private static final int THREADS = 4;
  private static final int KEYS = 16;
  private static final long RUN_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

  /**
   * A value that knows when it must be dead. Written by one thread, read by others through the
   * cache.
   *
   * @param id unlike any other's
   * @param writtenBy the reading of the clock after which it cannot have been made
   */
  private record Dated(long id, long writtenBy) {}

  private final AtomicLong ids = new AtomicLong();

  private Dated fresh() {
    return new Dated(ids.incrementAndGet(), System.nanoTime());
  }

  /**
   * A value put at t, whose deadline no access or update moves, is dead for every read that starts
   * after t + life; t is not known to the reader, but each writer tells when its put has returned
   * at the latest.
   */
  @Test
  void noReadReturnsADeadValue() throws Exception {
    long lifeNanos = TimeUnit.MILLISECONDS.toNanos(2);
    try (World real = World.realTime()) {
      Cache<Integer, Dated> cache =
          real.create(
              World.<Integer, Dated>configuration()
                  .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(2))));
      Map<Integer, Map<Long, Long>> returned = new HashMap<>();
      for (int key = 0; key < KEYS; key++) {
        returned.put(key, new java.util.concurrent.ConcurrentHashMap<>());
      }
      AtomicInteger hits = new AtomicInteger();
      long end = System.nanoTime() + RUN_NANOS;
      Concurrently.run(
          THREADS,
          thread -> {
            Random random = new Random(thread);
            while (System.nanoTime() < end) {
              int key = random.nextInt(KEYS);
              if (random.nextInt(4) == 0) {
                Dated value = fresh();
                if (cache.putIfAbsent(key, value)) {
                  returned.get(key).put(value.id(), System.nanoTime());
                }
              } else {
                long start = System.nanoTime();
                Dated seen =
                    random.nextBoolean() ? cache.get(key) : cache.getAll(Set.of(key)).get(key);
                if (seen != null) {
                  hits.incrementAndGet();
                  Long putReturned = returned.get(key).get(seen.id());
                  boolean dead = putReturned != null && start - putReturned > lifeNanos;
                  assertTrue(
                      !dead,
                      () -> "read " + (start - putReturned) + " ns after the put had returned");
                }
              }
            }
          });
      assertTrue(hits.get() > 1_000, "values have been read: " + hits);
      assertTrue(ids.get() > 1_000);
    }
  }

  /** A policy whose deadlines are tiny, different and moved by everything. */
  private static ExpiryPolicy jittery() {
    Random random = new Random(7);
    SettablePolicy policy = new SettablePolicy();
    policy.creation = () -> millis(1 + random.nextInt(3));
    policy.access = () -> random.nextInt(4) == 0 ? millis(1 + random.nextInt(3)) : null;
    policy.update = () -> random.nextInt(3) == 0 ? null : millis(random.nextInt(4));
    return new ExpiryPolicy() {
      @Override
      public Duration getExpiryForCreation() {
        return policy.creation.get();
      }

      @Override
      public Duration getExpiryForAccess() {
        return policy.access.get();
      }

      @Override
      public Duration getExpiryForUpdate() {
        return policy.update.get();
      }
    };
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyValueHasOneEndAndTheChainOfEachKeyIsUnbroken(boolean asSynchronous) throws Exception {
    RecordingListener<Integer, Dated> listener = new RecordingListener<>();
    try (World real = World.realTime()) {
      Cache<Integer, Dated> cache =
          real.create(
              World.<Integer, Dated>configuration()
                  .setExpiryPolicyFactory(StressTest::jittery)
                  .addCacheEntryListenerConfiguration(
                      asSynchronous ? synchronous(listener) : asynchronous(listener)));
      long end = System.nanoTime() + RUN_NANOS;
      Concurrently.run(
          THREADS,
          thread -> {
            Random random = new Random(100 + thread);
            while (System.nanoTime() < end && listener.all().size() < 150_000) {
              for (int i = 0; i < 50; i++) {
                mutate(cache, random);
              }
            }
          });
      cache.removeAll();
      await()
          .atMost(SOON)
          .until(() -> ends(listener.all()).size() == starts(listener.all()).size());
      List<RecordingListener.Seen> events = listener.all();
      assertTrue(events.size() > 1_000, () -> "much has happened: " + events.size());
      assertEquals(
          starts(events),
          ends(events),
          "each value that was stored was updated over, removed or expired, once");
      for (int key = 0; key < KEYS; key++) {
        ListenerTest.assertUnbroken(listener, key);
      }
      assertTrue(listener.count(EventType.EXPIRED) > 100, "some have expired");
    }
  }

  /** A list would show a value that starts or ends twice. */
  private static List<Object> starts(List<RecordingListener.Seen> events) {
    return events.stream()
        .filter(event -> event.type() == EventType.CREATED || event.type() == EventType.UPDATED)
        .map(RecordingListener.Seen::value)
        .sorted((one, other) -> Long.compare(((Dated) one).id(), ((Dated) other).id()))
        .toList();
  }

  private static List<Object> ends(List<RecordingListener.Seen> events) {
    return events.stream()
        .filter(event -> event.type() != EventType.CREATED)
        .map(RecordingListener.Seen::oldValue)
        .sorted((one, other) -> Long.compare(((Dated) one).id(), ((Dated) other).id()))
        .toList();
  }

  private void mutate(Cache<Integer, Dated> cache, Random random) {
    int key = random.nextInt(KEYS);
    switch (random.nextInt(12)) {
      case 0, 1 -> cache.put(key, fresh());
      case 2 -> cache.getAndPut(key, fresh());
      case 3 -> cache.putIfAbsent(key, fresh());
      case 4 -> cache.replace(key, fresh());
      case 5 -> cache.getAndReplace(key, fresh());
      case 6 -> cache.remove(key);
      case 7 -> cache.getAndRemove(key);
      case 8 -> cache.putAll(Map.of(key, fresh(), (key + 1) % KEYS, fresh()));
      case 9 ->
          cache.invoke(
              key,
              (entry, arguments) -> {
                entry.getValue();
                entry.setValue(fresh());
                return null;
              });
      case 10 -> {
        Dated seen = cache.get(key);
        if (seen != null) {
          cache.replace(key, seen, fresh());
        }
      }
      default -> cache.forEach(entry -> entry.getValue().id());
    }
  }

  /**
   * Of a counter that dies often nothing is lost: what was counted is what the ends of its values
   * tell.
   */
  @Test
  void countsOfADyingCounterAddUp() throws Exception {
    RecordingListener<Integer, Integer> listener = new RecordingListener<>();
    AtomicInteger increments = new AtomicInteger();
    try (World real = World.realTime()) {
      Cache<Integer, Integer> cache =
          real.create(
              World.<Integer, Integer>configuration()
                  .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(1)))
                  .addCacheEntryListenerConfiguration(synchronous(listener)));
      long end = System.nanoTime() + RUN_NANOS / 2;
      Concurrently.run(
          THREADS,
          thread -> {
            while (System.nanoTime() < end) {
              cache.invoke(
                  1,
                  (entry, arguments) -> {
                    entry.setValue(entry.exists() ? entry.getValue() + 1 : 1);
                    return null;
                  });
              increments.incrementAndGet();
            }
          });
      cache.remove(1);
      await().atMost(SOON).until(() -> sumOfEnds(listener) >= increments.get());
      assertEquals(increments.get(), sumOfEnds(listener));
      assertNull(cache.get(1));
      ListenerTest.assertUnbroken(listener, 1);
      assertTrue(listener.count(EventType.EXPIRED) > 10, "it has died often");
    }
  }

  private static int sumOfEnds(RecordingListener<Integer, Integer> listener) {
    return listener.all().stream()
        .filter(event -> event.type() == EventType.EXPIRED || event.type() == EventType.REMOVED)
        .mapToInt(event -> (Integer) event.oldValue())
        .sum();
  }

  /** One writer counts up; whoever has read a number never reads a smaller one afterwards. */
  @Test
  void readersNeverSeeAnOlderValueAfterANewerOne() throws Exception {
    Cache<Integer, Integer> cache = world.create(World.<Integer, Integer>configuration());
    AtomicBoolean done = new AtomicBoolean();
    cache.put(1, 0);
    Concurrently.run(
        3,
        thread -> {
          if (thread == 0) {
            for (int i = 1; i <= 300_000; i++) {
              cache.put(1, i);
            }
            done.set(true);
            return;
          }
          int last = 0;
          while (!done.get()) {
            int seen = cache.get(1);
            assertTrue(seen >= last, "read " + seen + " after " + last);
            last = seen;
          }
        });
    assertEquals(300_000, cache.get(1));
  }

  /**
   * A touch that prolongs a life and the end of that life: the reader who was given the value has
   * it still, or nobody has.
   */
  @Test
  void touchAndExpiryAgree() throws Exception {
    for (int round = 0; round < 300; round++) {
      ConcurrentLinkedQueue<Integer> expired = new ConcurrentLinkedQueue<>();
      RecordingListener<Integer, Integer> listener =
          new RecordingListener<>(
              event -> {
                if (event.type() == EventType.EXPIRED) {
                  expired.add((Integer) event.oldValue());
                }
              });
      SettablePolicy policy = SettablePolicy.of(millis(1), Duration.ETERNAL, null);
      Cache<Integer, Integer> cache =
          world.create(
              World.<Integer, Integer>configuration()
                  .setExpiryPolicyFactory(() -> policy)
                  .addCacheEntryListenerConfiguration(synchronous(listener)));
      cache.put(1, 1);
      List<Integer> seen = new ArrayList<>();
      Concurrently.run(
          2,
          thread -> {
            if (thread == 0) {
              clock.advanceMillis(1);
            } else {
              seen.add(cache.get(1));
            }
          });
      boolean touched = seen.get(0) != null;
      Integer after = cache.get(1);
      assertEquals(
          touched ? 1 : null, after, "a value that was read has been made eternal by that");
      assertEquals(touched ? List.of() : List.of(1), new ArrayList<>(expired));
      cache.close();
    }
  }

  /** Iterating, clearing and counting go on beside all that. */
  @Test
  void iterationFindsOnlyWhatWasThere() throws Exception {
    try (World real = World.realTime()) {
      Cache<Integer, Integer> cache =
          real.create(
              World.<Integer, Integer>configuration()
                  .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(3))));
      long end = System.nanoTime() + RUN_NANOS / 2;
      AtomicInteger found = new AtomicInteger();
      Concurrently.run(
          THREADS,
          thread -> {
            Random random = new Random(thread);
            while (System.nanoTime() < end) {
              if (thread == 0) {
                Set<Integer> keys = new HashSet<>();
                for (Cache.Entry<Integer, Integer> entry : cache) {
                  assertEquals(entry.getKey(), entry.getValue());
                  assertTrue(keys.add(entry.getKey()), "no key twice");
                  found.incrementAndGet();
                }
              } else {
                int key = random.nextInt(300);
                cache.put(key, key);
                if (random.nextInt(500) == 0) {
                  cache.clear();
                }
              }
            }
          });
      assertTrue(found.get() > 0);
    }
  }
}

package dev.lapse.jcache.suite;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.lapse.jcache.eviction.OccupancyMXBean;
import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpiringCache;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.cache.Cache;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.event.EventType;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.expiry.TouchedExpiryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads and tiny deadlines on the running JVM's clock, with the reaper as users have it. */
class StressTest extends SuiteTest {

  private static final int THREADS = 4;
  private static final int KEYS = 16;
  private static final long RUN_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

  /**
   * A value like no other.
   *
   * @param id unlike any other's
   * @param madeAt the reading of the clock before it was given to the cache
   */
  private record Dated(long id, long madeAt) {}

  private final AtomicLong ids = new AtomicLong();

  private Dated fresh() {
    return new Dated(ids.incrementAndGet(), System.nanoTime());
  }

  /**
   * A value's deadline is its life after some moment between {@code madeAt} and the return of its
   * put, and nothing moves it. So a read that starts later than a life after that return must not
   * see it, and it must not expire earlier than a life after {@code madeAt}.
   */
  @Test
  void nothingIsReadAfterItsDeadlineAndNothingExpiresBeforeIt() throws Exception {
    long lifeNanos = TimeUnit.MILLISECONDS.toNanos(2);
    ConcurrentLinkedQueue<String> tooEarly = new ConcurrentLinkedQueue<>();
    AtomicInteger expired = new AtomicInteger();
    CacheEntryExpiredListener<Integer, Dated> listener =
        events ->
            events.forEach(
                event -> {
                  long age = System.nanoTime() - event.getOldValue().madeAt();
                  expired.incrementAndGet();
                  if (age < lifeNanos) {
                    tooEarly.add("expired at the age of " + age + " ns");
                  }
                });
    Map<Long, Long> putReturned = new ConcurrentHashMap<>();
    AtomicInteger reads = new AtomicInteger();
    try (World real = World.realTime()) {
      Cache<Integer, Dated> cache =
          real.create(
              World.<Integer, Dated>configuration()
                  .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(2)))
                  .addCacheEntryListenerConfiguration(synchronous(listener)));
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
                  putReturned.put(value.id(), System.nanoTime());
                }
              } else {
                long start = System.nanoTime();
                Dated seen =
                    random.nextBoolean() ? cache.get(key) : cache.getAll(Set.of(key)).get(key);
                Long returned = seen == null ? null : putReturned.get(seen.id());
                if (returned != null) {
                  reads.incrementAndGet();
                  assertTrue(
                      start - returned < lifeNanos,
                      () -> "read " + (start - returned) + " ns after its put");
                }
              }
            }
          });
      await().atMost(SOON).until(() -> expired.get() == putReturned.size());
    }
    assertEquals(List.of(), List.copyOf(tooEarly));
    assertTrue(
        reads.get() > 1_000 && expired.get() > 1_000,
        () -> reads + " reads, " + expired + " expired");
  }

  /** A policy whose deadlines are tiny, different and moved by everything. */
  private static ExpiryPolicy jittery() {
    Random random = new Random(7);
    return policyOf(
        () -> millis(1 + random.nextInt(3)),
        () -> random.nextInt(4) == 0 ? millis(1 + random.nextInt(3)) : null,
        () -> random.nextInt(3) == 0 ? null : millis(random.nextInt(4)));
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
            while (System.nanoTime() < end && listener.size() < 150_000) {
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

  /**
   * Without listeners values come in another way. Whatever met on a key, in the end the entries
   * with a deadline are those that are there, and all of them die.
   */
  @Test
  void whatIsThereWithADeadlineIsKnownAsSuchAlsoWithoutListeners() throws Exception {
    try (World world = new World()) {
      Cache<Integer, Integer> cache =
          world.create(
              World.<Integer, Integer>configuration()
                  .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(Duration.ONE_MINUTE)));
      ExpiringCache<Integer, Integer> expiring = ExpiringCache.of(cache);
      OccupancyMXBean occupancy = cache.unwrap(OccupancyMXBean.class);
      Set<Integer> seen = new HashSet<>();
      for (int round = 0; round < 30; round++) {
        Concurrently.run(
            THREADS,
            thread -> {
              Random random = new Random(thread);
              for (int step = 0; step < 2_000; step++) {
                int key = random.nextInt(KEYS);
                switch (random.nextInt(5)) {
                  case 0 -> cache.remove(key);
                  case 1 -> cache.putIfAbsent(key, step);
                  case 2 -> expiring.expire(key, Expiration.after(java.time.Duration.ofSeconds(9)));
                  case 3 -> expiring.expire(key, Expiration.never());
                  default -> cache.put(key, step);
                }
              }
            });
        for (int key = 0; key < KEYS; key++) {
          expiring.expire(key, Expiration.after(java.time.Duration.ofSeconds(3)));
        }
        assertEquals(occupancy.getEntries(), occupancy.getEntriesWithDeadline());
        cache.forEach(entry -> seen.add(entry.getKey()));
        world.clock.advance(java.time.Duration.ofSeconds(4));
        cache.forEach(entry -> fail("still alive: " + entry.getKey()));
        assertEquals(0, occupancy.getEntries());
        assertEquals(0, occupancy.getEntriesWithDeadline());
      }
      assertEquals(KEYS, seen.size());
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

  /** One thread alone writes; others read all the time, and each read moves the deadline. */
  @Test
  void touchNeverRevivesWhatIsGone() throws Exception {
    Cache<Integer, Integer> cache =
        world.create(
            World.<Integer, Integer>configuration()
                .setExpiryPolicyFactory(TouchedExpiryPolicy.factoryOf(Duration.ONE_HOUR)));
    AtomicBoolean done = new AtomicBoolean();
    Concurrently.run(
        3,
        thread -> {
          if (thread == 0) {
            for (int i = 0; i < 100_000; i++) {
              clock.advanceNanos(1);
              cache.put(1, i);
              assertTrue(cache.remove(1), "it was there");
              assertFalse(cache.containsKey(1), "it has been removed");
            }
            done.set(true);
            return;
          }
          while (!done.get()) {
            cache.get(1);
          }
        });
    assertNull(cache.get(1));
  }

  /**
   * A read that came before an update must not move the deadline that the update has set. From the
   * moment that {@code accessProlongs} is false, no read that comes later moves any.
   */
  @Test
  void touchLosesToAnUpdate() throws Exception {
    AtomicBoolean accessProlongs = new AtomicBoolean();
    ExpiryPolicy policy =
        policyOf(
            () -> Duration.ETERNAL,
            () -> accessProlongs.get() ? Duration.ONE_HOUR : null,
            () -> millis(1));
    Cache<Integer, Integer> cache =
        world.create(World.<Integer, Integer>configuration().setExpiryPolicyFactory(() -> policy));
    AtomicBoolean done = new AtomicBoolean();
    Concurrently.run(
        3,
        thread -> {
          if (thread == 0) {
            for (int i = 0; i < 50_000; i++) {
              accessProlongs.set(true);
              cache.put(1, i);
              accessProlongs.set(false);
              cache.put(1, -i);
              clock.advanceMillis(1);
              assertFalse(cache.containsKey(1), "a millisecond after the update");
            }
            done.set(true);
            return;
          }
          while (!done.get()) {
            cache.get(1);
          }
        });
  }

  /** Unlike a {@link SettablePolicy} this keeps no record, which would grow without end. */
  private static ExpiryPolicy policyOf(
      Supplier<Duration> creation, Supplier<Duration> access, Supplier<Duration> update) {
    return new ExpiryPolicy() {
      @Override
      public Duration getExpiryForCreation() {
        return creation.get();
      }

      @Override
      public Duration getExpiryForAccess() {
        return access.get();
      }

      @Override
      public Duration getExpiryForUpdate() {
        return update.get();
      }
    };
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

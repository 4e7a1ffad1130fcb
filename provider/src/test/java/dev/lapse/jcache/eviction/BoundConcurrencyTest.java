package dev.lapse.jcache.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.eviction.BoundSettings.NoneVolatile;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Several threads put, read, remove and evict, each under the entry's monitor as the store does.
 */
class BoundConcurrencyTest {

  private static final int THREADS = 4;
  private static final int OPERATIONS = 60_000;
  private static final int MAXIMUM = 3000;
  private static final int KEYS = 8000;

  private final ConcurrentHashMap<Integer, TestEntry> map = new ConcurrentHashMap<>();
  private final AtomicInteger held = new AtomicInteger();
  private final AtomicInteger mostHeld = new AtomicInteger();

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NOEVICTION")
  void theBoundHoldsToWithinOneEntryAThread(EvictionPolicy policy) throws Exception {
    Bound<TestEntry> bound =
        new Bound<>(new BoundSettings(policy, MAXIMUM, false, NoneVolatile.ANY), new Nothing(), 1);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        SplittableRandom random = new SplittableRandom(thread);
        workers.add(threads.submit(() -> work(bound, random)));
      }
      for (Future<?> worker : workers) {
        join(worker);
      }
    } finally {
      threads.shutdownNow();
    }
    assertTrue(
        mostHeld.get() <= MAXIMUM + THREADS, mostHeld + " entries were there at the same time");
    assertEquals(map.size(), bound.total());
    assertFalse(bound.isExceeded());
    assertTrue(map.size() > MAXIMUM - 2 * THREADS, "evicted more than was needed: " + map.size());
    map.values().forEach(entry -> assertTrue(entry.seat() >= 0, entry + " has no seat"));
    // Each can be found by eviction, and none that has gone.
    for (int left = map.size(); left > 0; left--) {
      TestEntry victim = bound.choose(left);
      assertTrue(victim != null && map.remove(victim.key, victim), "chose " + victim);
      bound.depart(victim);
    }
    assertEquals(0, bound.total());
  }

  private static void join(Future<?> worker) throws Exception {
    try {
      worker.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private void work(Bound<TestEntry> bound, SplittableRandom random) {
    for (int i = 0; i < OPERATIONS; i++) {
      int key = Math.min(random.nextInt(KEYS), random.nextInt(KEYS));
      TestEntry entry = map.get(key);
      if (entry == null) {
        put(bound, key);
      } else if (i % 10 == 0) {
        synchronized (entry) {
          remove(bound, entry);
        }
      } else {
        bound.touch(entry);
      }
    }
    // The last ones put while the room of removed entries was already taken.
    keepBound(bound, 0);
    for (int key = 0; bound.total() < MAXIMUM; key++) {
      put(bound, KEYS + random.nextInt(1_000_000) + key);
    }
  }

  private void put(Bound<TestEntry> bound, int key) {
    TestEntry fresh = new TestEntry(key);
    assertEquals(Room.RESERVED, bound.reserve(1));
    synchronized (fresh) {
      if (map.putIfAbsent(key, fresh) != null) {
        bound.release(1);
        return;
      }
      int now = held.incrementAndGet();
      mostHeld.accumulateAndGet(now, Math::max);
      bound.admit(fresh, key);
    }
    keepBound(bound, key);
  }

  private void remove(Bound<TestEntry> bound, TestEntry entry) {
    if (map.remove(entry.key, entry)) {
      held.decrementAndGet();
      bound.depart(entry);
    }
  }

  private void keepBound(Bound<TestEntry> bound, int key) {
    while (bound.isExceeded()) {
      TestEntry victim = bound.choose(key);
      if (victim == null) {
        return;
      }
      synchronized (victim) {
        if (bound.isChosen(victim)) {
          remove(bound, victim);
        }
      }
    }
  }

  private static final class Nothing implements DeadlineIndex<TestEntry> {
    @Override
    public boolean isEmpty() {
      return true;
    }

    @Override
    public void sample(int number, RandomGenerator random, List<TestEntry> sample) {
      // Nothing has a deadline.
    }

    @Override
    public @Nullable TestEntry nearest(RandomGenerator random) {
      return null;
    }
  }
}

package dev.lapse.jcache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.expiry.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Threads that put, touch to earlier and to later without a lock, make eternal, remove and run
 * steps, beside a reaper that draws all the time. At rest the strata must hold exactly the entries
 * with a finite deadline, each in a slot that is early enough.
 */
class StrataConcurrencyTest {

  private static final int WORKERS = 3;

  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicLong expired = new AtomicLong();
  private final AtomicLong clock = new AtomicLong();
  private final AtomicLong woken = new AtomicLong();

  private final StandInStore store =
      new StandInStore(
          at -> woken.incrementAndGet(),
          (key, deadline, now) -> {
            if (deadline > now) {
              failure.compareAndSet(null, new AssertionError("early by " + (deadline - now)));
            }
            expired.incrementAndGet();
          });

  @ParameterizedTest
  @CsvSource({
    // seed, keys, operations a worker, the longest life, how far the clock moves in an operation
    "1, 50, 300000, 200000000, 2000",
    "2, 5000, 400000, 5000000000, 20000",
    "3, 30000, 400000, 60000000000, 200000",
    "4, 8, 300000, 20000000, 1000",
    "5, 20000, 200000, 9000000000000, 50000000",
  })
  void nothingIsLostOrEarly(long seed, int keys, int operations, long longest, long pace)
      throws Exception {
    CountDownLatch workersDone = new CountDownLatch(WORKERS);
    List<Thread> threads = new ArrayList<>();
    for (int worker = 0; worker < WORKERS; worker++) {
      SplittableRandom random = new SplittableRandom(seed * 31 + worker);
      threads.add(
          start(
              () -> {
                for (int i = 0; i < operations && failure.get() == null; i++) {
                  operate(random, keys, longest, pace);
                }
                workersDone.countDown();
              }));
    }
    SplittableRandom random = new SplittableRandom(seed);
    RoundCounts counts = new RoundCounts();
    Expirable reaper = store.expirable();
    threads.add(
        start(
            () -> {
              while (workersDone.getCount() > 0 && failure.get() == null) {
                long now = clock.get();
                reaper.expireDue(now, 20, random, counts);
                if (random.nextInt(16) == 0) {
                  reaper.expireCurrent(now, 20, random, counts);
                  reaper.sampleStaleShare(now, 20, random);
                }
              }
            }));
    for (Thread thread : threads) {
      thread.join(TimeUnit.SECONDS.toMillis(60));
      assertTrue(!thread.isAlive(), "hangs");
    }
    assertNull(failure.get());
    checkAtRest(random, counts);
  }

  private void operate(SplittableRandom random, int keys, long longest, long pace) {
    int key = random.nextInt(keys);
    long now = clock.addAndGet(random.nextLong(pace));
    long deadline =
        now + random.nextLong(1L << random.nextInt(8, 64 - Long.numberOfLeadingZeros(longest)));
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> store.put(key, deadline, now);
      case 3, 4, 5 -> store.touch(key, deadline, now);
      case 6 -> store.touch(key, Deadline.ETERNAL, now);
      case 7 -> store.put(key, Deadline.ETERNAL, now);
      case 8 -> store.remove(key, now);
      default -> {
        store.beginStep(key);
        store.touch(key, deadline, now);
        store.endStep(key, now);
      }
    }
  }

  private void checkAtRest(SplittableRandom random, RoundCounts counts) {
    for (StoredEntry<Integer> entry : store.entries().values()) {
      long deadline = entry.deadlineVolatile();
      int place = entry.placeVolatile();
      if (Deadline.isFinite(deadline)) {
        assertTrue(place != StoredEntry.UNLINKED, () -> "lost: " + entry.key);
        assertTrue(store.strata().startOf(place) <= deadline, () -> "late: " + entry.key);
      }
    }
    long linked =
        store.entries().values().stream()
            .filter(entry -> entry.placeVolatile() != StoredEntry.UNLINKED)
            .count();
    assertEquals(linked, store.strata().size(), "the strata hold entries that are gone");
    long finite = store.finite();
    long before = expired.get();
    long end = clock.get() + (1L << 62) / 2;
    while (store.expirable().expireDue(end, 20, random, counts)) {}
    assertEquals(finite, expired.get() - before, "not all came out in the end");
    assertEquals(0, store.finite());
    assertEquals(0, store.strata().size());
    assertEquals(Long.MAX_VALUE, store.strata().nextDue());
    assertTrue(woken.get() > 0);
  }

  /**
   * A reader's touch to earlier against the reaper's homing anew of the same entry: the narrowest
   * race, again and again.
   */
  @Test
  void touchToEarlierAgainstRehoming() throws Exception {
    long slot = 1L << StrataGeometry.shift(0);
    int rounds = 15_000;
    Strata<Integer> strata = store.strata();
    StoredEntry<Integer> entry = new StoredEntry<>(1);
    AtomicLong turn = new AtomicLong(-1);
    AtomicLong finished = new AtomicLong(-1);
    Thread toucher =
        start(
            () -> {
              for (int round = 0; round < rounds; round++) {
                for (int spins = 0; turn.get() < round; spins++) {
                  relax(spins);
                }
                long now = (2L + round) * slot;
                long far = now + 100 * slot;
                if (entry.casDeadline(far, now + slot)) {
                  strata.ensureLinked(entry, now);
                }
                finished.set(round);
              }
            });
    SplittableRandom random = new SplittableRandom(1);
    RoundCounts counts = new RoundCounts();
    List<StoredEntry<Integer>> due = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      long now = (2L + round) * slot;
      // In the slot that ends now, with a deadline far off: drawing homes it anew just as the
      // toucher makes it near.
      entry.exchangeDeadline(now - 1);
      strata.ensureLinked(entry, now - slot);
      entry.exchangeDeadline(now + 100 * slot);
      turn.set(round);
      for (int spin = random.nextInt(40); spin > 0; spin--) {
        Thread.onSpinWait();
      }
      strata.draw(now, 20, random, due, counts);
      for (int spins = 0; finished.get() < round; spins++) {
        relax(spins);
      }
      assertTrue(due.isEmpty());
      assertTrue(strata.startOf(entry.placeVolatile()) <= now + slot, "late in round " + round);
      entry.exchangeDeadline(Deadline.CLAIMED);
      strata.unlink(entry);
    }
    toucher.join();
    assertNull(failure.get());
  }

  /**
   * Spins for the sake of the race, but lets the other thread have the processor if there is only
   * one.
   */
  private static void relax(int spins) {
    if (spins < 200) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }

  private Thread start(Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Throwable e) {
                failure.compareAndSet(null, e);
              }
            });
    thread.start();
    return thread;
  }
}

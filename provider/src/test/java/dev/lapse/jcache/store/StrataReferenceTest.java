package dev.lapse.jcache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.expiry.Deadline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The strata against the simplest thing that could do their work, a map sorted by deadline: long
 * random runs of every operation under a clock that stands, creeps, walks and jumps, with slots of
 * the real capacity and with tiny ones.
 */
class StrataReferenceTest {

  private static final long FINEST = 1L << StrataGeometry.shift(0);

  /** A run: strata and reference side by side. */
  private static final class Run {
    final SplittableRandom random;
    final Strata<Integer> strata;
    final Map<Integer, StoredEntry<Integer>> entries = new HashMap<>();
    final Map<Integer, Long> reference = new HashMap<>();
    final TreeMap<Long, Set<Integer>> byDeadline = new TreeMap<>();
    final List<Integer> keys = new ArrayList<>();
    final List<StoredEntry<Integer>> due = new ArrayList<>();
    final RoundCounts counts = new RoundCounts();
    final int maxKeys;
    long now;
    long wokenFor = Long.MAX_VALUE;

    Run(long seed, int capacity, int maxKeys, long start) {
      this.random = new SplittableRandom(seed);
      this.strata = new Strata<>(at -> wokenFor = Math.min(wokenFor, at), capacity);
      this.maxKeys = maxKeys;
      this.now = start;
    }

    /**
     * From nanoseconds to centuries ahead, sometimes past, sometimes exactly at the border of a
     * slot.
     */
    long someDeadline() {
      long ahead = random.nextLong(1L << random.nextInt(10, 62));
      long deadline =
          switch (random.nextInt(16)) {
            case 0 -> Math.max(0, now - random.nextLong(1L << 34));
            case 1 -> (now + ahead) & -FINEST;
            case 2 -> ((now + ahead) & -FINEST) - 1;
            case 3 -> (now >> 26) + 1 + random.nextLong(4) << 26;
            default -> now + ahead;
          };
      return deadline < 0 || deadline == Deadline.ETERNAL ? Deadline.ETERNAL - 1 : deadline;
    }

    void set(int key, long deadline) {
      Long before = reference.put(key, deadline);
      if (before == null) {
        keys.add(key);
      } else {
        forgetDeadline(before, key);
      }
      byDeadline.computeIfAbsent(deadline, d -> new HashSet<>()).add(key);
      StoredEntry<Integer> entry = entries.computeIfAbsent(key, StoredEntry::new);
      long old = entry.exchangeDeadline(deadline);
      if (deadline < old || old == Deadline.CLAIMED || random.nextBoolean()) {
        // A clock reading of a caller may be a little old.
        strata.ensureLinked(entry, Math.max(0, now - random.nextLong(1L << random.nextInt(1, 30))));
      }
    }

    void forget(int key) {
      forgetDeadline(reference.remove(key), key);
      entries.remove(key);
    }

    private void forgetDeadline(long deadline, int key) {
      Set<Integer> same = byDeadline.get(deadline);
      same.remove(key);
      if (same.isEmpty()) {
        byDeadline.remove(deadline);
      }
    }

    int anyKey() {
      int index = random.nextInt(keys.size());
      int key = keys.get(index);
      if (!reference.containsKey(key)) {
        keys.set(index, keys.get(keys.size() - 1));
        keys.remove(keys.size() - 1);
        return -1;
      }
      return key;
    }

    void step(int number) {
      int key = keys.isEmpty() ? -1 : anyKey();
      int choice = random.nextInt(100);
      if (choice < 35) {
        if (reference.size() < maxKeys) {
          set(number, random.nextInt(20) == 0 ? Deadline.ETERNAL : someDeadline());
        }
      } else if (choice < 55 && key >= 0) {
        set(key, someDeadline());
      } else if (choice < 58 && key >= 0) {
        set(key, Deadline.ETERNAL);
      } else if (choice < 70 && key >= 0) {
        StoredEntry<Integer> entry = entries.get(key);
        forget(key);
        entry.exchangeDeadline(Deadline.CLAIMED);
        strata.unlink(entry);
        strata.unlink(entry);
        assertEquals(StoredEntry.UNLINKED, entry.placeVolatile());
      } else if (choice < 85) {
        advance();
      } else if (choice < 95) {
        draw(random.nextInt(1, 40));
      } else if (choice == 95) {
        drawCurrent();
      } else {
        drain();
      }
    }

    void advance() {
      long by = random.nextLong(1L << random.nextInt(10, random.nextInt(200) == 0 ? 50 : 32));
      if (now + by > 0 && now + by < Long.MAX_VALUE / 2) {
        now += by;
      }
    }

    void draw(int limit) {
      due.clear();
      int inspected = strata.draw(now, limit, random, due, counts);
      assertTrue(inspected <= limit && due.size() <= inspected);
      takeDue();
    }

    void drawCurrent() {
      due.clear();
      strata.drawCurrent(now, random.nextInt(1, 40), random, due, counts);
      takeDue();
    }

    private void takeDue() {
      for (StoredEntry<Integer> entry : due) {
        Long deadline = reference.get(entry.key);
        assertNotNull(deadline, "drawn twice or after removal");
        assertEquals(StoredEntry.UNLINKED, entry.placeVolatile());
        assertTrue(deadline <= now, "drawn early");
        if (random.nextInt(8) == 0) {
          // It turns out to be alive: overwritten between the draw and the verdict.
          set(entry.key, someDeadline());
          strata.ensureLinked(entry, now);
        } else {
          forget(entry.key);
          entry.exchangeDeadline(Deadline.CLAIMED);
          strata.unlink(entry);
        }
      }
    }

    /**
     * Draws until nothing is open; then nothing is overdue by more than the width of a finest slot.
     */
    void drain() {
      int rounds = 0;
      do {
        draw(20);
        assertTrue(++rounds < 1_000_000, "never ends");
      } while (strata.nextDue() <= now);
      long first = firstFinite();
      assertTrue(first > now - FINEST, () -> "late by " + (now - first));
      if (random.nextInt(2 + reference.size() / 20) == 0) {
        check();
      }
    }

    long firstFinite() {
      return byDeadline.isEmpty() ? Deadline.ETERNAL : byDeadline.firstKey();
    }

    void check() {
      long finite = reference.values().stream().filter(Deadline::isFinite).count();
      long linked =
          entries.values().stream()
              .filter(entry -> entry.placeVolatile() != StoredEntry.UNLINKED)
              .count();
      assertEquals(linked, strata.size());
      assertTrue(strata.size() >= finite, "some are not linked");
      entries.values().forEach(this::checkPlace);
      long first = firstFinite();
      if (first != Deadline.ETERNAL) {
        assertTrue(strata.nextDue() - FINEST <= first, "sleeps past a deadline");
        assertTrue(wokenFor - FINEST <= first, "was not woken");
      }
    }

    private void checkPlace(StoredEntry<Integer> entry) {
      int place = entry.placeVolatile();
      long deadline = entry.deadlineVolatile();
      assertTrue(place != StoredEntry.UNLINKED || !Deadline.isFinite(deadline));
      if (place != StoredEntry.UNLINKED) {
        assertTrue(strata.startOf(place) <= deadline, "in a slot that starts too late");
        assertEquals(StrataGeometry.laneOfHash(entry.hash), StrataGeometry.laneOf(place));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    // seed, capacity of a slot, keys, steps, start
    "1, 262144, 200, 500000, 0",
    "2, 262144, 5000, 500000, 0",
    "3, 262144, 40000, 400000, 7777777777777",
    "4, 1, 50, 300000, 0",
    "5, 3, 900, 300000, 123456789",
    "6, 64, 20000, 300000, 0",
    "7, 262144, 3, 500000, 0",
    "8, 262144, 3000, 500000, 2305843009213693952",
  })
  void agreesWithSortedMap(long seed, int capacity, int maxKeys, int steps, long start) {
    Run run = new Run(seed, capacity, maxKeys, start);
    for (int number = 0; number < steps; number++) {
      run.step(number);
    }
    run.drain();
    // All that is left comes out when its time has come, up to the end of time.
    run.now = Long.MAX_VALUE / 2;
    run.drain();
    run.now = Deadline.ETERNAL - 1;
    do {
      run.due.clear();
      run.strata.draw(run.now, 100, run.random, run.due, run.counts);
      for (StoredEntry<Integer> entry : run.due) {
        run.forget(entry.key);
      }
    } while (run.strata.nextDue() <= run.now);
    assertEquals(0, run.reference.values().stream().filter(Deadline::isFinite).count());
    assertEquals(0, run.strata.size());
  }
}

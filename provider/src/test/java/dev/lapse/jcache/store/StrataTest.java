package dev.lapse.jcache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.expiry.Deadline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StrataTest {

  private static final long FINEST = 1L << 24;
  private static final long SECOND = 1_000_000_000;
  private static final long DAY = 86_400 * SECOND;

  private final List<Long> woken = new ArrayList<>();
  private final Strata<Integer> strata = new Strata<>(woken::add);
  private final SplittableRandom random = new SplittableRandom(42);
  private final List<StoredEntry<Integer>> due = new ArrayList<>();
  private final RoundCounts counts = new RoundCounts();

  private StoredEntry<Integer> link(int key, long deadline, long now) {
    StoredEntry<Integer> entry = new StoredEntry<>(key);
    entry.exchangeDeadline(deadline);
    strata.ensureLinked(entry, now);
    return entry;
  }

  private int drain(long now) {
    int inspected = 0;
    int last;
    do {
      last = strata.draw(now, 20, random, due, counts);
      inspected += last;
      assertTrue(inspected < 10_000_000, "never ends");
    } while (last == 20);
    return inspected;
  }

  @Test
  void eternalAndClaimedEntriesAreNotLinked() {
    link(1, Deadline.ETERNAL, 0);
    link(2, Deadline.CLAIMED, 0);
    assertEquals(0, strata.size());
    assertEquals(Long.MAX_VALUE, strata.nextDue());
    assertEquals(Long.MAX_VALUE, strata.oldestDue());
    assertTrue(woken.isEmpty());
    assertEquals(0, drain(Long.MAX_VALUE / 2));
    assertNull(strata.nearest(random));
  }

  @Test
  void aDueEntryIsDrawnAtTheEndOfItsSlotAndNotBefore() {
    StoredEntry<Integer> entry = link(1, 5 * FINEST + 7, 0);
    assertEquals(6 * FINEST, strata.nextDue());
    assertEquals(List.of(6 * FINEST), woken);
    assertEquals(0, drain(6 * FINEST - 1));
    assertEquals(1, drain(6 * FINEST));
    assertEquals(List.of(entry), due);
    assertEquals(StoredEntry.UNLINKED, entry.placeVolatile());
    assertEquals(Long.MAX_VALUE, strata.nextDue());
  }

  @Test
  void theStoreIsToldOfEveryRoundAlsoInTheCurrentSlot() {
    StandInStore store = new StandInStore(opensAt -> {}, (key, deadline, now) -> {});
    store.put(1, 5, 0);
    store.put(2, FINEST + 5, 0);
    store.expirable().expireCurrent(FINEST - 1, 20, random, counts);
    assertEquals(1, store.size());
    assertEquals(1, store.rounds());
    store.expirable().expireDue(2 * FINEST, 20, random, counts);
    assertEquals(0, store.size());
    assertEquals(2, store.rounds());
  }

  @Test
  void aLaterDeadlineTakesNoLockAndIsHomedAnewWhenDrawn() {
    StoredEntry<Integer> entry = link(1, FINEST, 0);
    int place = entry.placeVolatile();
    entry.exchangeDeadline(100 * FINEST);
    strata.ensureLinked(entry, 0);
    assertEquals(place, entry.placeVolatile());
    assertEquals(1, drain(2 * FINEST));
    assertEquals(1, counts.rehomed());
    assertTrue(due.isEmpty());
    assertNotEquals(place, entry.placeVolatile());
    assertEquals(101 * FINEST, strata.nextDue());
  }

  @Test
  void anEarlierDeadlineMovesAtOnceAndWakes() {
    StoredEntry<Integer> entry = link(1, DAY, 0);
    entry.exchangeDeadline(SECOND);
    strata.ensureLinked(entry, 0);
    assertEquals(1, strata.size());
    assertEquals(2, woken.size());
    assertEquals((SECOND / FINEST + 1) * FINEST, strata.nextDue());
  }

  @Test
  void linkingBesideAKnownSlotDoesNotWake() {
    link(1, SECOND, 0);
    link(2, SECOND + 1, 0);
    link(3, 2 * SECOND, 0);
    assertEquals(1, woken.size());
  }

  @Test
  void anEternalEntryIsDroppedWhenItIsDrawn() {
    StoredEntry<Integer> entry = link(1, FINEST, 0);
    entry.exchangeDeadline(Deadline.ETERNAL);
    assertEquals(1, drain(2 * FINEST));
    assertTrue(due.isEmpty());
    assertEquals(0, counts.rehomed());
    assertEquals(0, strata.size());
    assertEquals(StoredEntry.UNLINKED, entry.placeVolatile());
  }

  @Test
  void anEntryThatIsOverdueWhenItIsLinkedIsDrawnAtOnce() {
    link(1, SECOND, DAY);
    assertEquals(DAY, strata.nextDue());
    assertEquals(1, drain(DAY));
    assertEquals(1, due.size());
  }

  @Test
  void deadlinesBeyondTheHorizonAreReachedByAndBy() {
    long centuries = Deadline.ETERNAL - 1;
    link(1, centuries, 0);
    int inspected = 0;
    for (long now = strata.nextDue(); now < centuries; now = strata.nextDue()) {
      assertTrue(now >= 0 && inspected < 200);
      inspected += drain(now);
      if (strata.nextDue() == Long.MAX_VALUE) {
        break;
      }
    }
    assertTrue(inspected > 60, "4.6 years a time: " + inspected);
    drain(centuries);
    assertEquals(1, due.size());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 60, 3600, 86_400, 86_400 * 40L, 86_400 * 365 * 20L})
  void aReaperThatComesBackFindsEverythingHoweverLongItWasAway(long awaySeconds) {
    // Nobody draws while entries come, one a slot or so, with short and long lives.
    long away = awaySeconds * SECOND;
    int number = 3000;
    long step = away / number;
    long[] deadlines = new long[number];
    for (int i = 0; i < number; i++) {
      long now = i * step;
      deadlines[i] = now + random.nextLong(1, 2 * away);
      link(i, deadlines[i], now);
    }
    int inspected = drain(away);
    assertTrue(due.stream().allMatch(entry -> deadlines[entry.key] <= away));
    long mustBeDrawn =
        Arrays.stream(deadlines).filter(deadline -> deadline <= away - FINEST).count();
    assertTrue(due.size() >= mustBeDrawn, due.size() + " of " + mustBeDrawn);
    assertEquals(number - due.size(), strata.size());
    // Twice at most; where it was away for longer than the horizon, once more for each time that it
    // has to be moved on.
    assertTrue(inspected <= number * (2 + away / (1600 * DAY)), "inspected " + inspected);
    drain(4 * away + FINEST);
    assertEquals(number, due.size());
  }

  @Test
  void linkingIsQuickWhileNobodyDraws() {
    // 200,000 entries over a day with nobody drawing: if linking walked over what has piled up,
    // this would take minutes.
    for (int i = 0; i < 200_000; i++) {
      long now = i * (DAY / 200_000);
      link(i, now + random.nextLong(60 * SECOND), now);
    }
    assertEquals(200_000, drain(2 * DAY) - counts.rehomed());
    assertEquals(200_000, due.size());
  }

  @Test
  void fullSlotsGetFurtherOnesBesideThem() {
    Strata<Integer> tiny = new Strata<>(at -> {}, 4);
    List<StoredEntry<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      StoredEntry<Integer> entry = new StoredEntry<>(i);
      entry.exchangeDeadline(1000 * SECOND + i);
      tiny.ensureLinked(entry, 0);
      all.add(entry);
    }
    assertEquals(1000, tiny.size());
    assertEquals(1000, all.stream().mapToInt(StoredEntry::placeVolatile).distinct().count());
    for (StoredEntry<Integer> entry : all.subList(0, 300)) {
      entry.exchangeDeadline(Deadline.CLAIMED);
      tiny.unlink(entry);
    }
    int inspected = 0;
    for (long now = 0; due.size() < 700; now += SECOND) {
      int last;
      do {
        last = tiny.draw(now, 7, random, due, counts);
        inspected += last;
      } while (last == 7);
      assertTrue(now <= 1002 * SECOND);
    }
    assertEquals(0, tiny.size());
    assertTrue(inspected <= 700 * 4, "as often as there are levels: " + inspected);
  }

  @Test
  void whereNoIdIsLeftEntriesAreLeftToLazyExpiry() {
    Strata<Integer> tiny = new Strata<>(at -> {}, 1);
    // 1 in the ring and 447 beside it, of the one stripe that a small cache has.
    for (int i = 0; i < 600; i++) {
      StoredEntry<Integer> entry = new StoredEntry<>(i);
      entry.exchangeDeadline(SECOND);
      tiny.ensureLinked(entry, 0);
    }
    assertEquals(448, tiny.size());
    tiny.draw(2 * SECOND, 1000, random, due, counts);
    assertEquals(448, due.size());
    assertEquals(0, tiny.size());
  }

  @Test
  void aBigSlotGrowsAndShrinks() {
    List<StoredEntry<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      all.add(link(i, SECOND, 0));
    }
    assertEquals(100_000, all.stream().mapToInt(StoredEntry::placeVolatile).distinct().count());
    for (int i = 0; i < 100_000; i += 2) {
      all.get(i).exchangeDeadline(Deadline.CLAIMED);
      strata.unlink(all.get(i));
    }
    assertEquals(50_000, strata.size());
    drain(SECOND + FINEST);
    assertEquals(50_000, due.size());
    assertTrue(due.stream().allMatch(entry -> entry.key % 2 == 1));
  }

  @Test
  void drawsAreSpreadOverTheSlot() {
    for (int i = 0; i < 1000; i++) {
      link(i, SECOND, 0);
    }
    strata.draw(2 * SECOND, 100, random, due, counts);
    double mean = due.stream().mapToInt(entry -> entry.key).average().orElseThrow();
    // A hundred out of 0..999 without replacement: standard deviation of the mean 27.
    assertEquals(499.5, mean, 110);
  }

  @Test
  void samplesAreUniformOverSlotsAndStripes() {
    int number = 20_000;
    for (int i = 0; i < number; i++) {
      // Most in few slots, the rest spread wide.
      link(i, i < number / 2 ? 3600 * SECOND : random.nextLong(DAY), 0);
    }
    List<StoredEntry<Integer>> sample = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      strata.sample(20, random, sample);
    }
    assertEquals(100_000, sample.size());
    int[] decile = new int[10];
    sample.forEach(entry -> decile[entry.key / (number / 10)]++);
    for (int hits : decile) {
      // Whole samples come from one stripe, whose share of a decile varies a little.
      assertEquals(10_000, hits, 500);
    }
  }

  @Test
  void theCurrentSlotIsSampledWithoutReplacement() {
    for (int i = 0; i < 500; i++) {
      link(i, 10 * FINEST + (i < 200 ? FINEST / 4 : FINEST / 4 * 3), 0);
    }
    long now = 10 * FINEST + FINEST / 2;
    assertEquals(0.5, strata.currentStaleShare(now), 0.001);
    strata.drawCurrent(now, 500, random, due, counts);
    assertEquals(500, counts.inspected());
    assertEquals(200, due.size());
    assertEquals(200, due.stream().distinct().count());
    assertTrue(due.stream().allMatch(entry -> entry.key < 200));
    assertEquals(300, strata.size());
    drain(11 * FINEST);
    assertEquals(500, due.size());
  }

  @Test
  void theNearestEntryIsOneOfTheFirstSlot() {
    for (int i = 0; i < 5000; i++) {
      link(i, SECOND + i * FINEST, 0);
    }
    for (int i = 0; i < 100; i++) {
      assertEquals(0, strata.nearest(random).key);
    }
  }

  @Test
  void lagIsCountedFromTheEndOfTheOldestSlot() {
    link(1, 3 * FINEST + 1, 0);
    link(2, DAY, 0);
    assertEquals(4 * FINEST, strata.oldestDue());
    drain(5 * FINEST);
    assertTrue(
        strata.oldestDue() <= DAY && strata.oldestDue() > DAY - 2 * 69 * SECOND * 32,
        "the start of a coarse slot");
  }

  @Test
  void slotsOfHigherLevelsAreEmptiedBeforeTheirFirstEntryIsDue() {
    for (int i = 0; i < 1000; i++) {
      link(i, DAY, 0);
    }
    long last = 0;
    for (long now = strata.nextDue(); now < DAY; now = strata.nextDue()) {
      drain(now);
      assertTrue(due.isEmpty());
      last = now;
    }
    assertTrue(
        last <= DAY - (1L << 29), "in the finest slot half a second before: " + (DAY - last));
    assertEquals((DAY / FINEST + 1) * FINEST, strata.nextDue());
  }

  @Test
  void aSmallCacheHasOneStripeAndABigOneSixteen() {
    assertEquals(1, strata.stripes());
    for (int i = 0; i < 1000; i++) {
      link(i, SECOND * i, 0);
    }
    assertEquals(1, strata.stripes());
    for (int i = 1000; i < 200_000; i++) {
      link(i, SECOND * i, 0);
    }
    assertEquals(16, strata.stripes());
    assertEquals(200_000, strata.size());
    assertFalse(woken.isEmpty());
  }
}

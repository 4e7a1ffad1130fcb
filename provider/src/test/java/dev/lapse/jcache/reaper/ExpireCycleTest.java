package dev.lapse.jcache.reaper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.expiry.Deadline;
import dev.lapse.jcache.store.StandInStore;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Single passes under a clock that moves by what expiries cost. */
class ExpireCycleTest {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final long FINEST = 1L << 24;
  private static final ExpireBudget BUDGET = new ExpireBudget(1);

  private long now;
  private long cost = 10 * MICRO;
  private final List<Integer> order = new ArrayList<>();
  private final List<Throwable> errors = new ArrayList<>();
  private final ExpireCycle cycle =
      new ExpireCycle(() -> now, new SplittableRandom(7), (cache, e) -> errors.add(e));

  /** A cache whose expiries take time, and are noted under its number. */
  private StandInStore cache(int number) {
    StandInStore store =
        new StandInStore(
            at -> {},
            (key, deadline, moment) -> {
              assertTrue(deadline <= now, "early");
              order.add(number);
              now += cost;
            });
    cycle.add(store.expirable());
    return store;
  }

  private void fill(StandInStore store, int number, long deadline) {
    for (int key = 0; key < number; key++) {
      store.put(key, deadline, now);
    }
  }

  @Test
  void emptyWithoutCaches() {
    PassResult pass = cycle.run(BUDGET, true);
    assertEquals(StopReason.EMPTY, pass.stop());
    assertEquals(0, pass.rounds());
    assertEquals(Long.MAX_VALUE, cycle.nextDue());
  }

  @Test
  void emptyWhereEverythingIsEternal() {
    fill(cache(0), 1000, Deadline.ETERNAL);
    PassResult pass = cycle.run(BUDGET, true);
    assertEquals(StopReason.EMPTY, pass.stop());
    assertEquals(0, pass.rounds());
    assertEquals(0, pass.inspected());
  }

  @Test
  void thresholdWhereNothingIsDue() {
    fill(cache(0), 1000, 3600 * SECOND);
    PassResult pass = cycle.run(BUDGET, true);
    assertEquals(StopReason.THRESHOLD, pass.stop());
    assertEquals(0, pass.inspected());
    assertEquals(0, pass.controlShare().orElseThrow());
  }

  @Test
  void thresholdAfterPastSlotsAreDrained() {
    StandInStore store = cache(0);
    fill(store, 1000, SECOND);
    store.put(5000, 3600 * SECOND, now);
    now = 2 * SECOND;
    PassResult pass = cycle.run(BUDGET, true);
    assertEquals(StopReason.THRESHOLD, pass.stop());
    assertEquals(1000, pass.expired());
    assertEquals(1, store.size());
    assertEquals(1000 * cost, pass.nanos());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 100, 1_000, 100_000, 5_000_000})
  void neverExceedsItsBudgetByMoreThanARound(long expiryCost) {
    cost = expiryCost;
    fill(cache(0), 100_000, SECOND);
    fill(cache(1), 100_000, SECOND);
    now = 2 * SECOND;
    int passes = 0;
    PassResult pass;
    do {
      pass = cycle.run(BUDGET, passes % 3 == 0);
      assertTrue(pass.nanos() < pass.budgetNanos() + BUDGET.roundSize() * cost, pass.toString());
      passes++;
    } while (pass.stop() == StopReason.BUDGET && passes < 200);
    assertTrue(
        pass.stop() == StopReason.EMPTY || pass.stop() == StopReason.THRESHOLD || passes == 200);
  }

  @Test
  void fiftyThousandExpensiveOnesTakeTwentyPassesOf25Millis() {
    fill(cache(0), 50_000, SECOND);
    now = 2 * SECOND;
    for (int number = 0; number < 20; number++) {
      PassResult pass = cycle.run(BUDGET, true, 25 * MILLI);
      assertTrue(pass.nanos() <= 25 * MILLI + 20 * cost);
    }
    assertEquals(50_000, order.size());
  }

  @Test
  void budgetOfZeroDoesNothingAndSaysThatThereIsWork() {
    StandInStore store = cache(0);
    fill(store, 100, SECOND);
    now = 2 * SECOND;
    PassResult pass = cycle.run(BUDGET, true, 0);
    assertEquals(StopReason.BUDGET, pass.stop());
    assertEquals(0, pass.inspected());
    assertEquals(100, store.size());
    now = 0;
  }

  @Test
  void aClockThatStandsStillEndsWhenAllIsDone() {
    cost = 0;
    StandInStore store = cache(0);
    fill(store, 50_000, SECOND);
    fill(cache(1), 100, 3600 * SECOND);
    now = 2 * SECOND;
    PassResult pass = cycle.run(BUDGET, true);
    assertEquals(StopReason.THRESHOLD, pass.stop());
    assertEquals(50_000, pass.expired());
    assertEquals(0, pass.nanos());
  }

  @Test
  void behindWhereListenersAreBehindAndOthersAreNotDelayed() {
    StandInStore slow = cache(0);
    StandInStore other = cache(1);
    fill(slow, 1000, SECOND);
    fill(other, 1000, SECOND);
    other.put(5000, 3600 * SECOND, now);
    slow.setBehind(true);
    now = 2 * SECOND;
    PassResult pass = cycle.run(BUDGET, true);
    assertEquals(StopReason.BEHIND, pass.stop());
    assertEquals(1, pass.passedOver());
    assertEquals(1000, slow.size());
    assertEquals(1, other.size());
    slow.setBehind(false);
    pass = cycle.run(BUDGET, true);
    assertEquals(StopReason.THRESHOLD, pass.stop());
    assertEquals(0, slow.size());
  }

  @Test
  void aCacheThatFallsBehindInTheMiddleIsLeftAfterThatRound() {
    StandInStore[] store = new StandInStore[1];
    store[0] =
        new StandInStore(
            at -> {},
            (key, deadline, moment) -> {
              now += cost;
              store[0].setBehind(true);
            });
    cycle.add(store[0].expirable());
    fill(store[0], 1000, SECOND);
    now = 2 * SECOND;
    PassResult pass = cycle.run(BUDGET, true);
    assertEquals(StopReason.BEHIND, pass.stop());
    assertEquals(BUDGET.roundSize(), pass.expired());
  }

  @Test
  void cachesTakeTurnsOfAMillisecond() {
    StandInStore flooded = cache(0);
    StandInStore small = cache(1);
    fill(flooded, 100_000, SECOND);
    fill(small, 150, SECOND);
    now = 2 * SECOND;
    cycle.run(BUDGET, true);
    // A turn is five rounds of twenty at 10 µs each.
    assertEquals(100, order.indexOf(1));
    assertEquals(100 + 100 + 100 + 50 - 1, order.lastIndexOf(1));
  }

  @Test
  void aRoundThatTookTooLongIsPaidForLater() {
    StandInStore expensive =
        new StandInStore(
            at -> {},
            (key, deadline, moment) -> {
              order.add(0);
              now += 10 * cost;
            });
    cycle.add(expensive.expirable());
    StandInStore cheap = cache(1);
    fill(expensive, 10_000, SECOND);
    fill(cheap, 10_000, SECOND);
    now = 2 * SECOND;
    for (int number = 0; number < 10; number++) {
      cycle.run(BUDGET, true);
    }
    double share = (double) order.stream().filter(cache -> cache == 0).count() * 10 / order.size();
    // Equal shares of time: one of the expensive ones for ten of the cheap.
    assertEquals(10.0 / 11, share, 0.15);
  }

  @Test
  void theNextPassResumesWhereTheBudgetEndedThisOne() {
    for (int number = 0; number < 10; number++) {
      fill(cache(number), 1000, SECOND);
    }
    now = 2 * SECOND;
    List<Integer> firstOfPass = new ArrayList<>();
    for (int number = 0; number < 10; number++) {
      int before = order.size();
      assertEquals(StopReason.BUDGET, cycle.run(BUDGET, false).stop());
      firstOfPass.add(order.get(before));
    }
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), firstOfPass);
  }

  @Test
  void anInterruptedTurnGoesOnWithWhatIsLeftOfIt() {
    fill(cache(0), 1000, SECOND);
    fill(cache(1), 1000, SECOND);
    now = 2 * SECOND;
    cycle.run(BUDGET, false, 600 * MICRO);
    cycle.run(BUDGET, false, 600 * MICRO);
    cycle.run(BUDGET, false, 600 * MICRO);
    assertEquals(100, order.indexOf(1));
    assertEquals(60 + 40, order.stream().limit(120).filter(cache -> cache == 0).count());
  }

  @Test
  void theSlotOfThePresentMomentIsSampledWhileMoreThanAQuarterWasDue() {
    cost = 0;
    StandInStore store = cache(0);
    for (int key = 0; key < 2000; key++) {
      store.put(key, 60 * FINEST + (key % 10 < 8 ? FINEST / 4 : FINEST - 1), now);
    }
    fill(cache(1), 10, 3600 * SECOND);
    now = 60 * FINEST + FINEST / 2;
    PassResult pass = cycle.run(BUDGET, false, SECOND);
    assertEquals(StopReason.THRESHOLD, pass.stop());
    assertTrue(pass.expired() > 1200 && pass.expired() < 1600, pass.toString());
    assertTrue(pass.rounds() > 50, pass.toString());
    assertEquals(0, pass.rehomed());
  }

  @Test
  void theSlotOfThePresentMomentIsLeftAloneWhereFewAreDue() {
    StandInStore store = cache(0);
    fill(store, 50, 60 * FINEST + 5);
    for (int key = 100; key < 2000; key++) {
      store.put(key, 3600 * SECOND, now);
    }
    now = 61 * FINEST - 1;
    PassResult pass = cycle.run(BUDGET, true);
    assertEquals(StopReason.THRESHOLD, pass.stop());
    assertEquals(0, pass.inspected());
  }

  @Test
  void errorsOfOneCacheAreToldAndOthersGoOn() {
    Error broken = new StackOverflowError("broken");
    StandInStore failing =
        new StandInStore(
            at -> {},
            (key, deadline, moment) -> {
              throw broken;
            });
    cycle.add(failing.expirable());
    StandInStore sound = cache(1);
    fill(failing, 100, SECOND);
    fill(sound, 100, SECOND);
    now = 2 * SECOND;
    PassResult pass = cycle.run(BUDGET, true);
    assertEquals(1, pass.errors());
    assertSame(broken, errors.get(0));
    assertEquals(0, sound.size());
    // Those that were drawn when it failed are met again.
    assertEquals(99, failing.expirable().withDeadline());
    cycle.run(BUDGET, true);
    assertEquals(2, errors.size());
  }

  @Test
  void anEntryWithARunningStepIsLeftToIt() {
    StandInStore store = cache(0);
    fill(store, 3, SECOND);
    store.beginStep(1);
    now = 2 * SECOND;
    assertEquals(2, cycle.run(BUDGET, true).expired());
    assertEquals(0, cycle.run(BUDGET, true).inspected());
    store.endStep(1, now);
    assertEquals(1, cycle.run(BUDGET, true).expired());
    assertEquals(0, store.size());
  }

  @Test
  void aRemovedCacheIsNotVisitedAnyMore() {
    StandInStore gone = cache(0);
    StandInStore stays = cache(1);
    fill(gone, 10, SECOND);
    fill(stays, 10, SECOND);
    assertTrue(cycle.remove(gone.expirable()));
    assertEquals(1, cycle.caches().length);
    now = 2 * SECOND;
    cycle.run(BUDGET, true);
    assertEquals(10, gone.size());
    assertEquals(0, stays.size());
  }

  @Test
  void aCacheMayGoInTheMiddleOfAPass() {
    StandInStore[] stores = new StandInStore[3];
    for (int number = 0; number < 3; number++) {
      stores[number] =
          new StandInStore(
              at -> {},
              (key, deadline, moment) -> {
                now += cost;
                cycle.remove(stores[key % 3].expirable());
              });
      cycle.add(stores[number].expirable());
      fill(stores[number], 500, SECOND);
    }
    now = 2 * SECOND;
    cycle.run(BUDGET, true);
    assertEquals(0, cycle.caches().length);
    assertEquals(StopReason.EMPTY, cycle.run(BUDGET, true).stop());
  }

  @Test
  void theControlSampleSeesWhatTheStrataCannotShow() {
    // A cache whose listeners are behind: half of it is stale, and no round looks at it.
    StandInStore store = cache(0);
    for (int key = 0; key < 10_000; key++) {
      store.put(key, key % 2 == 0 ? SECOND : 3600 * SECOND, now);
    }
    store.setBehind(true);
    double sum = 0;
    now = 3 * SECOND;
    cycle.run(BUDGET, true);
    for (int number = 0; number < 500; number++) {
      now += 67 * MILLI;
      sum += cycle.run(BUDGET, true).controlShare().orElseThrow();
    }
    assertEquals(0.5, sum / 500, 0.03);
    assertTrue(cycle.run(BUDGET, false).controlShare().isEmpty(), "not in fast passes");
  }
}

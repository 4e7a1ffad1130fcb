package dev.lapse.jcache.reaper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.reaper.PassPlanner.Plan;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PassPlannerTest {

  private static final ExpireBudget BUDGET = new ExpireBudget(1);
  private static final long TICK = BUDGET.tickNanos();
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  private static PassResult pass(boolean slow, StopReason stop, long at, long nanos) {
    return new PassResult(slow, stop, at, nanos, nanos, 1, 1, 0, 1, 0, 0, OptionalDouble.empty());
  }

  @Test
  void theFirstPassComesAtTheEndOfTheFirstSlot() {
    assertEquals(new Plan(3 * TICK, true), PassPlanner.next(BUDGET, null, -1, false, 2 * TICK + 1));
    assertEquals(new Plan(2 * TICK, true), PassPlanner.next(BUDGET, null, -1, false, 2 * TICK));
  }

  @Test
  void sleepsUntilTheNextSlotButNoLongerThanASecond() {
    PassResult clean = pass(true, StopReason.THRESHOLD, 10 * TICK, MILLI);
    assertEquals(
        new Plan(14 * TICK, true),
        PassPlanner.next(BUDGET, clean, 10 * TICK, false, 14 * TICK - 5));
    assertEquals(
        new Plan(10 * TICK + MILLI + SECOND, true),
        PassPlanner.next(BUDGET, clean, 10 * TICK, false, 10 * TICK + 3600 * SECOND));
    assertEquals(
        new Plan(10 * TICK + MILLI + SECOND, true),
        PassPlanner.next(BUDGET, clean, 10 * TICK, false, Long.MAX_VALUE));
  }

  @Test
  void whatIsDueAlreadyWaitsForTheNextTick() {
    PassResult behind = pass(true, StopReason.BEHIND, 10 * TICK, MILLI);
    assertEquals(
        new Plan(11 * TICK, true), PassPlanner.next(BUDGET, behind, 10 * TICK, false, 5 * TICK));
  }

  @Test
  void fastPassesFollowWhileTheBudgetIsReached() {
    PassResult slow = pass(true, StopReason.BUDGET, 10 * TICK, 17 * MILLI);
    Plan plan = PassPlanner.next(BUDGET, slow, 10 * TICK, false, 5 * TICK);
    assertEquals(new Plan(10 * TICK + 18 * MILLI, false), plan);
    PassResult fast = pass(false, StopReason.BUDGET, plan.at(), MILLI);
    assertEquals(
        new Plan(10 * TICK + 20 * MILLI, false),
        PassPlanner.next(BUDGET, fast, 10 * TICK, false, 5 * TICK));
  }

  @Test
  void theTickComesEvenWhileTheBudgetIsReached() {
    PassResult fast = pass(false, StopReason.BUDGET, 11 * TICK - MILLI, MILLI);
    assertEquals(
        new Plan(11 * TICK + MILLI, true),
        PassPlanner.next(BUDGET, fast, 10 * TICK, false, 5 * TICK));
  }

  @Test
  void hurryBringsAPassAtOnceButForTheRest() {
    PassResult clean = pass(true, StopReason.BEHIND, 10 * TICK, MILLI);
    assertEquals(
        new Plan(10 * TICK + 2 * MILLI, false),
        PassPlanner.next(BUDGET, clean, 10 * TICK, true, 5 * TICK));
  }

  @Test
  void neverRestsLessThanAMillisecondNorPlansBackwards() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 100_000; i++) {
      ExpireBudget budget = new ExpireBudget(random.nextInt(1, 11));
      long at = random.nextLong(1L << random.nextInt(1, 62));
      PassResult last =
          pass(
              random.nextBoolean(),
              StopReason.values()[random.nextInt(4)],
              at,
              random.nextLong(100 * MILLI));
      long lastSlowAt = at - random.nextLong(at + 1);
      long nextDue =
          random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextLong(1L << random.nextInt(1, 63));
      Plan plan = PassPlanner.next(budget, last, lastSlowAt, random.nextBoolean(), nextDue);
      assertTrue(plan.at() >= last.endedAt() + MILLI);
      assertTrue(plan.at() <= last.endedAt() + SECOND + budget.tickNanos());
      assertTrue(
          plan.slow() || plan.at() < (lastSlowAt / budget.tickNanos() + 1) * budget.tickNanos());
    }
  }
}

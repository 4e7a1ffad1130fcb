package dev.lapse.jcache.reaper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpireBudgetTest {

  @ParameterizedTest
  @CsvSource({
    "1, 20, 67108864, 0.25, 1000000, 0.10",
    "3, 30, 67108864, 0.29, 1500000, 0.08",
    "4, 35, 33554432, 0.31, 1750000, 0.07",
    "6, 45, 33554432, 0.35, 2250000, 0.05",
    "7, 50, 16777216, 0.37, 2500000, 0.04",
    "10, 65, 16777216, 0.43, 3250000, 0.01",
  })
  void followsTheLadder(
      int effort, int round, long tick, double share, long fast, double acceptable) {
    ExpireBudget budget = new ExpireBudget(effort);
    assertEquals(round, budget.roundSize());
    assertEquals(tick, budget.tickNanos());
    assertEquals(share, (double) budget.slowNanos() / tick, 1e-6);
    assertEquals(fast, budget.fastNanos());
    assertEquals(acceptable, budget.acceptableStaleShare(), 1e-9);
    assertEquals(1_000_000, budget.restNanos());
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 11, Integer.MAX_VALUE})
  void refusesOtherEfforts(int effort) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> new ExpireBudget(effort));
    assertTrue(e.getMessage().contains(String.valueOf(effort)));
  }

  @Test
  void ticksAreWholeFinestSlots() {
    for (int effort = 1; effort <= 10; effort++) {
      assertEquals(0, new ExpireBudget(effort).tickNanos() % (1L << 24));
    }
  }
}

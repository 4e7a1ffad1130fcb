package dev.lapse.jcache.reaper;

import org.jspecify.annotations.Nullable;

/**
 * When the next pass is due, and of which kind: a pure function of what has been and of what is
 * due.
 *
 * <p>Slow passes start at multiples of the tick, which is where slots end; ticks at which nothing
 * is due are slept through, but never for longer than {@link #LONGEST_SLEEP}. While passes end on
 * their budget, fast passes are put between the slow ones.
 */
final class PassPlanner {

  /** However clean the caches are, the next pass is no farther away. */
  static final long LONGEST_SLEEP = 1_000_000_000;

  /**
   * A pass to come.
   *
   * @param at when it is due, in nanoseconds on the manager's clock; may be past
   * @param slow whether it is a slow pass
   */
  record Plan(long at, boolean slow) {}

  private PassPlanner() {}

  /**
   * Plans the next pass.
   *
   * @param budget the effort
   * @param last the last pass; null if there was none
   * @param lastSlowAt when the last slow pass began; negative if there was none
   * @param hurry whether there is work that need not wait for a tick
   * @param nextDue when the first slot opens, {@link Long#MAX_VALUE} if no entry carries a deadline
   * @return the next pass
   */
  static Plan next(
      ExpireBudget budget,
      @Nullable PassResult last,
      long lastSlowAt,
      boolean hurry,
      long nextDue) {
    long tick = budget.tickNanos();
    long ended = last == null ? 0 : last.endedAt();
    long rested = ended + budget.restNanos();
    long nextTick = lastSlowAt < 0 ? 0 : (lastSlowAt / tick + 1) * tick;
    if (hurry || last != null && last.stop() == StopReason.BUDGET) {
      return new Plan(rested, rested >= nextTick);
    }
    long due = Math.min(roundUp(nextDue, tick), ended + LONGEST_SLEEP);
    return new Plan(Math.max(due, Math.max(rested, nextTick)), true);
  }

  private static long roundUp(long moment, long tick) {
    long rounded = moment + tick - 1 & -tick;
    return rounded < moment ? Long.MAX_VALUE : rounded;
  }
}

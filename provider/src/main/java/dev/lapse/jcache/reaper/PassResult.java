package dev.lapse.jcache.reaper;

import java.util.OptionalDouble;

/**
 * What one pass did.
 *
 * @param slow whether it was a slow pass
 * @param stop why it ended
 * @param startedAt when it began, in nanoseconds on the manager's clock
 * @param nanos how long it took
 * @param budgetNanos how long it was allowed to take
 * @param rounds how many rounds it ran
 * @param inspected how many entries it drew
 * @param rehomed how many of them it moved to a later slot
 * @param expired how many of them it expired
 * @param passedOver how many caches with due entries it passed over because their listeners are
 *     behind
 * @param errors how many caches it gave up for this pass because something was thrown
 * @param controlShare the stale share that its control sample saw, if it took one
 */
public record PassResult(
    boolean slow,
    StopReason stop,
    long startedAt,
    long nanos,
    long budgetNanos,
    int rounds,
    long inspected,
    long rehomed,
    long expired,
    int passedOver,
    int errors,
    OptionalDouble controlShare) {

  /**
   * When it ended.
   *
   * @return nanoseconds on the manager's clock
   */
  public long endedAt() {
    return startedAt + nanos;
  }
}

package dev.lapse.jcache.reaper;

import java.util.Map;

/**
 * The figures of a manager's reaper at one moment. Counts are since the manager was created and
 * include caches that have been closed since.
 *
 * @param lazilyExpired entries expired by operations that met them
 * @param activelyExpired entries expired by the reaper
 * @param inspected entries that the reaper drew and looked at; without control samples
 * @param rehomed those of them whose deadline was still to come
 * @param passes how many passes ended for each reason
 * @param passedOver how often a cache with due entries was passed over because its listeners were
 *     behind
 * @param withDeadline how many entries carry a deadline now
 * @param staleShare which share of them is due at a random moment: the moving average of the
 *     control samples
 * @param lagNanos how late the oldest due slot is now
 * @param undelivered how many events have not been delivered yet
 * @param lastPassNanos how long the last pass took
 * @param meanPassNanos how long a pass took on average
 * @param maxPassNanos how long the longest pass took
 * @param cpuNanos how much processor time the reaper's thread has used, where the JVM can tell
 * @param latePasses how many passes came more than a second late, because the thread was starved or
 *     the clock jumped
 * @param errors how often something was thrown during a pass
 * @param effort the present effort
 * @param active whether the reaper runs by itself
 */
public record ReaperSnapshot(
    long lazilyExpired,
    long activelyExpired,
    long inspected,
    long rehomed,
    Map<StopReason, Long> passes,
    long passedOver,
    long withDeadline,
    double staleShare,
    long lagNanos,
    long undelivered,
    long lastPassNanos,
    long meanPassNanos,
    long maxPassNanos,
    long cpuNanos,
    long latePasses,
    long errors,
    int effort,
    boolean active) {

  /**
   * How many passes have been run.
   *
   * @return the number
   */
  public long totalPasses() {
    return passes.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * How many passes ended because their time was up.
   *
   * @return the number
   */
  public long budgetReached() {
    return passes.getOrDefault(StopReason.BUDGET, 0L);
  }
}

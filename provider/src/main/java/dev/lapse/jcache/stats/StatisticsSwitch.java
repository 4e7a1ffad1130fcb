package dev.lapse.jcache.stats;

import java.util.function.Supplier;

/**
 * The statistics of one cache, which can be switched on and off while it works. What was counted
 * before is kept.
 */
public final class StatisticsSwitch implements Supplier<CacheCounters> {

  private final CacheCounters counting = CacheCounters.counting();
  private volatile CacheCounters current;

  /**
   * Creates the statistics.
   *
   * @param enabled whether to count from the start
   */
  public StatisticsSwitch(boolean enabled) {
    this.current = enabled ? counting : CacheCounters.disabled();
  }

  /**
   * Switches.
   *
   * @param enabled whether to count from now on
   */
  public void enable(boolean enabled) {
    current = enabled ? counting : CacheCounters.disabled();
  }

  /** Where to count now: for one operation, not to be kept. */
  @Override
  public CacheCounters get() {
    return current;
  }

  /**
   * What has been counted, whether or not it is being counted on.
   *
   * @return the counters that count
   */
  public CacheCounters counted() {
    return counting;
  }
}

package dev.lapse.jcache.stats;

/**
 * The statistics of a cache at one moment. Percentages and averages are zero where there is nothing
 * to take them of.
 *
 * @param hits gets that were satisfied
 * @param misses gets that were not satisfied
 * @param puts values put
 * @param removals entries removed by callers
 * @param evictions live entries given up for lack of space
 * @param getTime how long gets took
 * @param putTime how long puts took
 * @param removeTime how long removals took
 */
public record CacheStatisticsSnapshot(
    long hits,
    long misses,
    long puts,
    long removals,
    long evictions,
    Timing getTime,
    Timing putTime,
    Timing removeTime) {

  /**
   * How long operations of one kind took.
   *
   * @param nanos nanoseconds for all timed operations together
   * @param operations how many operations were timed
   */
  public record Timing(long nanos, long operations) {

    /**
     * The mean time of one operation, fractions included: 250 ns are 0.25.
     *
     * @return microseconds; zero if no operation was timed
     */
    public float averageMicros() {
      return ratio(nanos, operations, 0.001);
    }
  }

  /**
   * The gets, satisfied or not.
   *
   * @return hits and misses together
   */
  public long gets() {
    return hits + misses;
  }

  /**
   * The share of gets that were satisfied.
   *
   * @return per cent, 0 to 100; zero without any get
   */
  public float hitPercentage() {
    return ratio(hits, gets(), 100);
  }

  /**
   * The share of gets that were not satisfied.
   *
   * @return per cent, 0 to 100; zero without any get
   */
  public float missPercentage() {
    return ratio(misses, gets(), 100);
  }

  private static float ratio(long part, long whole, double unit) {
    return whole == 0 ? 0 : (float) (part * unit / whole);
  }
}

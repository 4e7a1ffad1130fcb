package dev.lapse.benchmarks.subject;

import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.cache.configuration.CacheEntryListenerConfiguration;

/**
 * How a cache is set up for a measurement.
 *
 * @param lifetime from when on the time to live counts
 * @param timeToLiveMillis the time to live
 * @param byValue whether keys and values are copied
 * @param statistics whether statistics are on
 * @param prompt whether expired entries are to leave soon: providers that need a setting for that
 *     are given it
 * @param listeners listeners to events
 */
public record Terms(
    Lifetime lifetime,
    long timeToLiveMillis,
    boolean byValue,
    boolean statistics,
    boolean prompt,
    List<CacheEntryListenerConfiguration<Integer, Object>> listeners) {

  /**
   * An hour to live, by reference, without statistics and listeners.
   *
   * @param lifetime from when on the hour counts
   * @return such terms
   */
  public static Terms of(Lifetime lifetime) {
    return new Terms(lifetime, TimeUnit.HOURS.toMillis(1), false, false, false, List.of());
  }

  /**
   * The same by value.
   *
   * @param copied whether keys and values are copied
   * @return such terms
   */
  public Terms byValue(boolean copied) {
    return new Terms(lifetime, timeToLiveMillis, copied, statistics, prompt, listeners);
  }

  /**
   * The same with statistics on.
   *
   * @return such terms
   */
  public Terms withStatistics() {
    return new Terms(lifetime, timeToLiveMillis, byValue, true, prompt, listeners);
  }

  /**
   * The same with another time to live, and expired entries leaving soon.
   *
   * @param millis the time to live
   * @return such terms
   */
  public Terms promptAfter(long millis) {
    return new Terms(lifetime, millis, byValue, statistics, true, listeners);
  }

  /**
   * The same with one listener more.
   *
   * @param listener the listener
   * @return such terms
   */
  public Terms listening(CacheEntryListenerConfiguration<Integer, Object> listener) {
    return new Terms(lifetime, timeToLiveMillis, byValue, statistics, prompt, List.of(listener));
  }
}

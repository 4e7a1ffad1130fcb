package dev.lapse.jcache.eviction;

/**
 * A bound, and how it is kept.
 *
 * @param policy which entries go
 * @param maximum the most that the cache may hold: entries, or the sum of their weights
 * @param weighed whether the maximum is a weight
 * @param whenNoneIsVolatile what a {@code VOLATILE} policy does where no entry has a deadline;
 *     without meaning for others
 */
public record BoundSettings(
    EvictionPolicy policy, long maximum, boolean weighed, NoneVolatile whenNoneIsVolatile) {

  /** What a {@code VOLATILE} policy does where no entry has a deadline. */
  public enum NoneVolatile {
    /** Refuses the put. */
    REFUSE,
    /** Takes any entry, as the {@code ALLKEYS} policy would. */
    ANY
  }

  /**
   * Checks the maximum.
   *
   * @throws IllegalArgumentException if the maximum is not positive
   */
  public BoundSettings {
    if (maximum <= 0) {
      throw new IllegalArgumentException(
          "The maximum %s of a cache is %d. Give a positive number, or no bound"
              .formatted(weighed ? "weight" : "number of entries", maximum));
    }
  }
}

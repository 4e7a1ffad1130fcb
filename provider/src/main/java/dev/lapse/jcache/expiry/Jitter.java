package dev.lapse.jcache.expiry;

import java.util.SplittableRandom;

/**
 * Spreads deadlines that would otherwise fall on one moment. Each key has its own factor, evenly
 * spread between 1 - share and 1 + share and fixed for the life of the cache: so entries that were
 * written together expire apart, and a touch never brings a deadline forward.
 */
public final class Jitter {

  /** Leaves durations as they are. */
  public static final Jitter NONE = new Jitter(0, 0);

  private final double share;
  private final long seed;

  /**
   * Creates a spread.
   *
   * @param share how far from 1 the factors go, 0 to below 1
   * @param seed where chance begins
   */
  public Jitter(double share, long seed) {
    this.share = share;
    this.seed = seed;
  }

  /** A finite time to live, spread; never zero unless it was. */
  long spread(long timeToLive, Object key) {
    if (share == 0 || timeToLive <= 1 || timeToLive == Long.MAX_VALUE) {
      return timeToLive;
    }
    double offset = share * (2 * new SplittableRandom(seed + key.hashCode()).nextDouble() - 1);
    long spread = timeToLive + (long) (timeToLive * offset);
    return spread < 0 ? Long.MAX_VALUE : Math.max(1, spread);
  }
}

package dev.lapse.jcache.reaper;

/**
 * What a pass may do, from the one effort knob. More effort expires entries sooner and costs more
 * processor time:
 *
 * <pre>
 * effort                             1     2     3     4     5     6     7     8     9    10
 * entries a round                   20    25    30    35    40    45    50    55    60    65
 * tick, ms                          67    67    67    34    34    34    17    17    17    17
 * a slow pass, share of the tick  25 %  27 %  29 %  31 %  33 %  35 %  37 %  39 %  41 %  43 %
 * a fast pass, ms                 1.00  1.25  1.50  1.75  2.00  2.25  2.50  2.75  3.00  3.25
 * acceptable stale share          10 %   9 %   8 %   7 %   6 %   5 %   4 %   3 %   2 %   1 %
 * </pre>
 *
 * @param effort 1, the least, to 10, the most
 */
public record ExpireBudget(int effort) {

  /** The least effort. */
  public static final int MIN_EFFORT = 1;

  /** The most effort. */
  public static final int MAX_EFFORT = 10;

  private static final long MILLISECOND = 1_000_000;

  /**
   * Checks the effort.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  public ExpireBudget {
    if (effort < MIN_EFFORT || effort > MAX_EFFORT) {
      throw new IllegalArgumentException(
          "effort must be from " + MIN_EFFORT + " to " + MAX_EFFORT + ", but is " + effort);
    }
  }

  /**
   * How many entries a round inspects at most.
   *
   * @return the number
   */
  public int roundSize() {
    return 20 + 5 * (effort - 1);
  }

  /**
   * The distance of slow passes, which start at its multiples. A power of two and a multiple of the
   * finest slots' width, so that a slow pass starts when slots end.
   *
   * @return nanoseconds
   */
  public long tickNanos() {
    return 1L << (effort <= 3 ? 26 : effort <= 6 ? 25 : 24);
  }

  /**
   * How long a slow pass may take.
   *
   * @return nanoseconds
   */
  public long slowNanos() {
    return tickNanos() * (25 + 2L * (effort - 1)) / 100;
  }

  /**
   * How long a fast pass may take.
   *
   * @return nanoseconds
   */
  public long fastNanos() {
    return MILLISECOND + MILLISECOND / 4 * (effort - 1);
  }

  /**
   * How long the thread rests after any pass at least.
   *
   * @return nanoseconds
   */
  public long restNanos() {
    return MILLISECOND;
  }

  /**
   * Up to which share of a cache's entries with a deadline may be due in the slot of the present
   * moment without being sought.
   *
   * @return between 0 and 1
   */
  public double acceptableStaleShare() {
    return (10 - (effort - 1)) / 100.0;
  }
}

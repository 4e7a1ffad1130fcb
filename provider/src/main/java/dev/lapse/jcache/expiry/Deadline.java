package dev.lapse.jcache.expiry;

/**
 * Arithmetic on deadlines. A deadline is a {@code long}: nanoseconds on the manager's ticker, which
 * starts at zero. Two values are set apart, and no time to live can produce either of them by
 * accident:
 *
 * <ul>
 *   <li>{@link #ETERNAL}: never due;
 *   <li>{@link #CLAIMED}: the entry has no value, because somebody has taken it out or nobody has
 *       put one in yet. It is smaller than any reading, so the one predicate {@link #isDue} covers
 *       it.
 * </ul>
 */
public final class Deadline {

  /** Never due. */
  public static final long ETERNAL = Long.MAX_VALUE;

  /** No value is here: always due, so no reader ever shows it. */
  public static final long CLAIMED = Long.MIN_VALUE;

  private Deadline() {}

  /**
   * Whether an entry with this deadline is dead. The one predicate that decides it.
   *
   * @param deadline a deadline or a sentinel
   * @param now the ticker's reading
   * @return true if no operation may show the value any more
   */
  public static boolean isDue(long deadline, long now) {
    return deadline <= now;
  }

  /**
   * Whether the deadline is a moment that will come, neither eternal nor claimed.
   *
   * @param deadline a deadline or a sentinel
   * @return true for a finite deadline
   */
  public static boolean isFinite(long deadline) {
    return deadline != ETERNAL && deadline != CLAIMED;
  }

  /**
   * The deadline of something that lives for a while from now.
   *
   * @param now the ticker's reading, not negative
   * @param timeToLive nanoseconds, not negative; {@link Long#MAX_VALUE} for ever
   * @return {@code now + timeToLive}, or {@link #ETERNAL} where the sum overflows
   */
  public static long after(long now, long timeToLive) {
    long deadline = now + timeToLive;
    return deadline < now ? ETERNAL : deadline;
  }
}

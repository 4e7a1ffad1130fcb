package dev.lapse.jcache.expiry;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * When an entry is to expire: after a while, at a moment, never, or when it would have anyway. Like
 * the options of Redis's {@code SET} ({@code EX}, {@code PX}, {@code EXAT}, {@code PXAT}, {@code
 * KEEPTTL}).
 *
 * <p>A moment of the wall clock is turned into a duration once, when the call is carried out; from
 * then on the cache's own monotonic clock counts. So a wall clock that is set later moves no
 * deadline. Durations given here are kept to the nanosecond: a configured jitter does not change
 * them, unless an {@link EntryExpiry} returned them.
 */
public final class Expiration {

  private enum Kind {
    AFTER,
    AT,
    NEVER,
    KEEP
  }

  private static final Expiration NEVER = new Expiration(Kind.NEVER, 0, Instant.MAX);
  private static final Expiration KEEP = new Expiration(Kind.KEEP, 0, Instant.MAX);

  private final Kind kind;
  private final long nanos;
  private final Instant instant;

  private Expiration(Kind kind, long nanos, Instant instant) {
    this.kind = kind;
    this.nanos = nanos;
    this.instant = instant;
  }

  /**
   * A while from now.
   *
   * @param timeToLive how long; zero for at once; what is longer than 292 years means never
   * @return the expiration
   * @throws IllegalArgumentException if it is negative
   */
  public static Expiration after(Duration timeToLive) {
    Objects.requireNonNull(
        timeToLive, "The time to live is null. Use never() for an entry that never expires");
    if (timeToLive.isNegative()) {
      throw new IllegalArgumentException(
          "The time to live is negative: "
              + timeToLive
              + ". Give zero to have the entry expire at once");
    }
    return new Expiration(Kind.AFTER, nanos(timeToLive), Instant.MAX);
  }

  /**
   * A moment of the wall clock.
   *
   * @param deadline the moment; one that has passed means at once
   * @return the expiration
   */
  public static Expiration at(Instant deadline) {
    Objects.requireNonNull(
        deadline, "The deadline is null. Use never() for an entry that never expires");
    return new Expiration(Kind.AT, 0, deadline);
  }

  /**
   * Never: the entry becomes eternal.
   *
   * @return the expiration
   */
  public static Expiration never() {
    return NEVER;
  }

  /**
   * As it stands: a new value takes over the deadline of the one that it replaces. A new entry,
   * which has none to keep, gets the one that the configuration gives it.
   *
   * @return the expiration
   */
  public static Expiration keep() {
    return KEEP;
  }

  /**
   * Counts the nanoseconds of a duration; longer ones than a {@code long} holds are for ever.
   *
   * @param duration any
   * @return nanoseconds; {@link Long#MAX_VALUE} for ever
   */
  public static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  /**
   * Whether this leaves the deadline as it is.
   *
   * @return true for {@link #keep}
   */
  public boolean isKeep() {
    return kind == Kind.KEEP;
  }

  /** Whether it says how long, not until when. */
  boolean isDuration() {
    return kind == Kind.AFTER;
  }

  /**
   * How long from now.
   *
   * @return nanoseconds, not negative; {@link Long#MAX_VALUE} for ever; {@link
   *     ExpiryRules#UNCHANGED} to keep the deadline
   */
  long timeToLive(Ticker ticker) {
    return switch (kind) {
      case AFTER -> nanos;
      case AT -> Math.max(0, nanos(Duration.between(ticker.wallClock(), instant)));
      case NEVER -> Long.MAX_VALUE;
      case KEEP -> ExpiryRules.UNCHANGED;
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Expiration that
        && kind == that.kind
        && nanos == that.nanos
        && instant.equals(that.instant);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, nanos, instant);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case AFTER ->
          "after " + (nanos == Long.MAX_VALUE ? "292 years or more" : Duration.ofNanos(nanos));
      case AT -> "at " + instant;
      case NEVER -> "never";
      case KEEP -> "keep";
    };
  }
}

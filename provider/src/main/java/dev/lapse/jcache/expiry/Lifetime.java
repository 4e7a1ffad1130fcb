package dev.lapse.jcache.expiry;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long an entry lives on, at the moment when it was asked: not there at all, for ever, or for a
 * while. What Redis tells by {@code TTL}, {@code PTTL} and {@code EXPIRETIME}, where absent is -2
 * and eternal is -1.
 */
public final class Lifetime {

  private static final Lifetime ABSENT = new Lifetime(null, null);
  private static final Lifetime ETERNAL = new Lifetime(null, null);

  private final @Nullable Duration timeToLive;
  private final @Nullable Instant deadline;

  private Lifetime(@Nullable Duration timeToLive, @Nullable Instant deadline) {
    this.timeToLive = timeToLive;
    this.deadline = deadline;
  }

  /**
   * Of an entry that is not there.
   *
   * @return the lifetime
   */
  public static Lifetime absent() {
    return ABSENT;
  }

  /**
   * Of a deadline.
   *
   * @param deadline on the ticker; {@link Deadline#CLAIMED} for none
   * @param ticker tells what time it is
   * @return the lifetime
   */
  public static Lifetime of(long deadline, Ticker ticker) {
    if (deadline == Deadline.CLAIMED) {
      return ABSENT;
    }
    if (deadline == Deadline.ETERNAL) {
      return ETERNAL;
    }
    Duration left = Duration.ofNanos(Math.max(0, deadline - ticker.nanos()));
    return new Lifetime(left, ticker.wallClock().plus(left));
  }

  /**
   * Whether there is an entry.
   *
   * @return false if there is none, or a dead one
   */
  public boolean isPresent() {
    return this != ABSENT;
  }

  /**
   * Whether the entry never expires.
   *
   * @return true for an entry without a deadline; false also for no entry
   */
  public boolean isEternal() {
    return this == ETERNAL;
  }

  /**
   * How long the entry lives on.
   *
   * @return the time left; empty where there is no entry or an eternal one
   */
  public Optional<Duration> timeToLive() {
    return Optional.ofNullable(timeToLive);
  }

  /**
   * When the entry dies by the wall clock, as that is set now.
   *
   * @return the moment; empty where there is no entry or an eternal one
   */
  public Optional<Instant> deadline() {
    return Optional.ofNullable(deadline);
  }

  @Override
  public String toString() {
    return isEternal() ? "eternal" : isPresent() ? timeToLive + " until " + deadline : "absent";
  }
}

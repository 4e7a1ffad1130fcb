package dev.lapse.jcache.suite;

import dev.lapse.jcache.expiry.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that only the test moves. It starts at a random reading, every second time so near {@link
 * Long#MAX_VALUE} that it wraps around as soon as the test moves it: nothing may depend on the
 * origin of a ticker.
 */
final class ManualTicker implements Ticker {

  private static final long NEAR_OVERFLOW = 1_000;

  private static final Instant MIDNIGHT = Instant.parse("2030-01-01T00:00:00Z");

  private final AtomicLong reading;
  private final long origin;
  private volatile Duration wallClockShift = Duration.ZERO;

  ManualTicker() {
    this(ThreadLocalRandom.current());
  }

  private ManualTicker(ThreadLocalRandom random) {
    this(random.nextBoolean() ? Long.MAX_VALUE - NEAR_OVERFLOW : random.nextLong());
  }

  ManualTicker(long origin) {
    this.origin = origin;
    reading = new AtomicLong(origin);
  }

  @Override
  public long nanos() {
    return reading.get();
  }

  /**
   * Midnight plus what the clock was advanced by, plus what somebody set the wall clock forward by.
   */
  @Override
  public Instant wallClock() {
    return MIDNIGHT.plusNanos(reading.get() - origin).plus(wallClockShift);
  }

  void setWallClockForward(Duration by) {
    wallClockShift = wallClockShift.plus(by);
  }

  void advance(Duration time) {
    advanceNanos(time.toNanos());
  }

  void advanceMillis(long millis) {
    advanceNanos(Duration.ofMillis(millis).toNanos());
  }

  void advanceNanos(long nanos) {
    reading.addAndGet(nanos);
  }

  @Override
  public String toString() {
    return "clock at " + reading;
  }
}

package dev.lapse.examples.patterns;

import dev.lapse.jcache.expiry.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that only the test moves. */
final class HandMovedClock implements Ticker {

  private static final Instant MIDNIGHT = Instant.parse("2030-01-01T00:00:00Z");

  private final AtomicLong nanos = new AtomicLong();
  private volatile Duration wallClockError = Duration.ZERO;

  @Override
  public long nanos() {
    return nanos.get();
  }

  @Override
  public Instant wallClock() {
    return MIDNIGHT.plusNanos(nanos.get()).plus(wallClockError);
  }

  void advance(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  /** Somebody sets the wall clock; no time passes. */
  void setWallClockForward(Duration by) {
    wallClockError = wallClockError.plus(by);
  }
}

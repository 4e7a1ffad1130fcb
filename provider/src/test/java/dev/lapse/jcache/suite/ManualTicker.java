package dev.lapse.jcache.suite;

import dev.lapse.jcache.expiry.Ticker;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that only the test moves. It starts at a random reading, every second time so near {@link
 * Long#MAX_VALUE} that it wraps around as soon as the test moves it: nothing may depend on the
 * origin of a ticker.
 */
final class ManualTicker implements Ticker {

  private static final long NEAR_OVERFLOW = 1_000;

  private final AtomicLong reading;

  ManualTicker() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    reading =
        new AtomicLong(random.nextBoolean() ? Long.MAX_VALUE - NEAR_OVERFLOW : random.nextLong());
  }

  ManualTicker(long origin) {
    reading = new AtomicLong(origin);
  }

  @Override
  public long nanos() {
    return reading.get();
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

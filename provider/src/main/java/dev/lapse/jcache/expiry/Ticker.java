package dev.lapse.jcache.expiry;

import java.time.Instant;

/**
 * The only source of time. Every deadline, budget and statistic of a cache manager is read from its
 * ticker, so that a test can move time by hand.
 *
 * <p>A ticker is monotonic and has an arbitrary origin, like {@link System#nanoTime()}; two
 * readings may be compared by their difference alone. Implementations are called from many threads
 * at once and must not throw.
 */
@FunctionalInterface
public interface Ticker {

  /**
   * Returns the present reading.
   *
   * @return nanoseconds since an arbitrary, fixed origin; may be negative and may wrap around
   */
  long nanos();

  /**
   * Returns the ticker of the running JVM.
   *
   * @return a ticker over {@link System#nanoTime()}
   */
  static Ticker system() {
    return System::nanoTime;
  }

  /**
   * Returns this ticker moved so that it reads zero now. Deadlines are made on such a ticker: they
   * stay positive and far from the sentinels of {@link Deadline} whatever the origin of this one
   * is, also where its readings are about to wrap.
   *
   * @return a ticker that starts at zero
   */
  default Ticker fromZero() {
    Ticker from = this;
    long origin = nanos();
    return new Ticker() {
      @Override
      public long nanos() {
        return from.nanos() - origin;
      }

      @Override
      public Instant wallClock() {
        return from.wallClock();
      }
    };
  }

  /**
   * Tells the time of day, for deadlines that are given or asked for as such. Nothing is scheduled
   * by it.
   *
   * @return the present moment
   */
  default Instant wallClock() {
    return Instant.now();
  }
}

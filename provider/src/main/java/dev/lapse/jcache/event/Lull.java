package dev.lapse.jcache.event;

import java.util.concurrent.locks.LockSupport;

/**
 * Keeps a worker that has run out of work for a moment, as the next event is cheap for who
 * publishes it where a worker is there, and costs many microseconds where one has to be woken. It
 * stays as long as that pays, which is while several events come in each moment. For one worker.
 */
final class Lull {

  private static final long MOMENT_NANOS = 500_000;

  private static final int WORTH_STAYING = 2;

  /** Events since the last moment; enough for the first one to be tried. */
  private int gained = WORTH_STAYING;

  /** An event has been delivered. */
  void gain() {
    gained++;
  }

  /** Stays for a moment, unless the last one has brought too little. Returns whether it stayed. */
  boolean stay() {
    if (gained < WORTH_STAYING) {
      return false;
    }
    gained = 0;
    LockSupport.parkNanos(this, MOMENT_NANOS);
    return true;
  }
}

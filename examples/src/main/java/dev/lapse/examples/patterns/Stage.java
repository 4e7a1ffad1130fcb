package dev.lapse.examples.patterns;

import java.time.Duration;

/** Where a demonstration is given. The tests have one whose time is moved by hand. */
interface Stage {

  /** Starts a new demonstration. */
  void begin(String headline);

  /** Tells what has happened. */
  void say(String what);

  /** Comes back when the time has passed. */
  void letPass(Duration time) throws InterruptedException;
}

package dev.lapse.jcache.suite;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A place in a customisation where a thread stops until the test lets it pass. */
final class Gate {

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch opened = new CountDownLatch(1);

  /** For the customisation: tells that it is there, then waits. */
  void pass() {
    entered.countDown();
    awaitLatch(opened);
  }

  /** For the test: waits until somebody stands at the gate. */
  void awaitArrival() {
    if (!awaitLatch(entered)) {
      throw new AssertionError("nobody came to the gate");
    }
  }

  void open() {
    opened.countDown();
  }

  private static boolean awaitLatch(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

package dev.lapse.jcache.expiry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The horizon is never reached as long as somebody reads the clock, and is no horizon else. */
class CoarseClockTest {

  private static final long SECOND = 1_000_000_000;

  private long now = 1;
  private final CoarseClock clock = new CoarseClock(() -> now, false);

  private boolean needsNoReading(long deadline) {
    return deadline > clock.horizon();
  }

  @Test
  void untilItIsStartedOnlyEternalEntriesNeedNoReading() {
    clock.nanos();
    assertTrue(needsNoReading(Deadline.ETERNAL));
    assertFalse(needsNoReading(Deadline.ETERNAL - 1));
    assertFalse(needsNoReading(Deadline.CLAIMED));
  }

  @Test
  void onceStartedOnlyNearDeadlinesNeedOne() {
    clock.start();
    assertTrue(needsNoReading(now + CoarseClock.MARGIN_NANOS + 1));
    assertFalse(needsNoReading(now + CoarseClock.MARGIN_NANOS));
    assertFalse(needsNoReading(Deadline.CLAIMED));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whoeverReadsAtLeastEveryNineSecondsKeepsTheHorizonAhead(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    clock.start();
    for (int round = 0; round < 100_000; round++) {
      now += random.nextLong(random.nextBoolean() ? 9 * SECOND : SECOND / 10);
      assertTrue(clock.horizon() > now, "round " + round);
      assertEquals(now, clock.nanos());
      assertTrue(clock.horizon() > now + 9 * SECOND);
      assertTrue(clock.horizon() <= now + CoarseClock.MARGIN_NANOS);
    }
  }

  @Test
  void aReadingAfterAStallMakesTheHorizonTrueAgain() {
    clock.start();
    long deadline = now + 20 * SECOND;
    now += 30 * SECOND;
    assertTrue(needsNoReading(deadline), "this is what must not last");
    clock.nanos();
    assertFalse(needsNoReading(deadline));
  }

  @Test
  void onceStoppedNoReadingMovesIt() {
    clock.start();
    clock.stop();
    now += 30 * SECOND;
    clock.nanos();
    assertFalse(needsNoReading(Deadline.ETERNAL - 1));
  }

  @Test
  void aReadingThatIsOvertakenByAStopDoesNotUndoIt() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    CoarseClock slow =
        new CoarseClock(
            () -> {
              if (Thread.currentThread().getName().equals("slow reader")) {
                reading.countDown();
                awaitQuietly(stopped);
              }
              return now;
            },
            false);
    slow.start();
    now += SECOND;
    Thread reader = new Thread(slow::nanos, "slow reader");
    reader.start();
    assertTrue(reading.await(30, TimeUnit.SECONDS));
    slow.stop();
    stopped.countDown();
    reader.join(30_000);
    assertEquals(Deadline.ETERNAL - 1, slow.horizon());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void anExactClockStaysExact() {
    CoarseClock exact = new CoarseClock(() -> now, true);
    exact.start();
    now += SECOND;
    exact.nanos();
    assertTrue(Deadline.ETERNAL > exact.horizon());
    assertFalse(Deadline.ETERNAL - 1 > exact.horizon());
  }
}

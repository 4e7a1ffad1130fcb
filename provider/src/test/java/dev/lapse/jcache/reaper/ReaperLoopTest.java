package dev.lapse.jcache.reaper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.expiry.Deadline;
import dev.lapse.jcache.expiry.Ticker;
import dev.lapse.jcache.store.StandInStore;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop that the reaper's thread turns, under a clock that is moved by hand. */
class ReaperLoopTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final long DAY = 86_400 * SECOND;

  /** The reading of a clock of the machine, which may start anywhere, just below overflow too. */
  private long raw;

  private Ticker ticker = () -> raw;
  private ReaperLoop loop = newLoop(1);
  private long woken;
  private long expired;
  private StandInStore store = newStore();

  private ReaperLoop newLoop(int effort) {
    return new ReaperLoop(
        ticker, new SplittableRandom(5), "tests", new ExpireBudget(effort), PassProbe.NONE);
  }

  private StandInStore newStore() {
    StandInStore created =
        new StandInStore(
            at -> {
              if (loop.sleepsPast(at)) {
                woken++;
              }
            },
            (key, deadline, now) -> {
              assertTrue(deadline <= ticker.nanos(), "early");
              expired++;
            });
    loop.add(created.expirable());
    return created;
  }

  private void fill(int first, int number, long timeToLive) {
    for (int key = first; key < first + number; key++) {
      store.put(key, Deadline.after(ticker.nanos(), timeToLive), ticker.nanos());
    }
  }

  /** Turns and sleeps until the time is over; returns how many turns it took. */
  private int live(long nanos) {
    long until = ticker.nanos() + nanos;
    int turns = 0;
    while (ticker.nanos() < until) {
      raw += Math.max(1, Math.min(loop.turn(), until - ticker.nanos()));
      turns++;
    }
    return turns;
  }

  private ReaperSnapshot figures() {
    return loop.counters().snapshot(loop.figures(), loop.budget(), true);
  }

  @ParameterizedTest
  @ValueSource(
      longs = {0, 1, Long.MAX_VALUE - 5 * SECOND, Long.MAX_VALUE, Long.MIN_VALUE, -3 * SECOND})
  void itDoesNotMatterWhereTheClockStarts(long start) {
    raw = start;
    ticker = ((Ticker) () -> raw).fromZero();
    loop = newLoop(1);
    store = newStore();
    for (int second = 0; second < 20; second++) {
      fill(second * 100, 100, 3 * SECOND);
      live(SECOND);
    }
    live(4 * SECOND);
    assertEquals(2000, expired);
    assertEquals(0, store.size());
    assertEquals(0, figures().latePasses());
  }

  @Test
  void sleepsUntilSomethingIsDueWithinASecond() {
    loop.turn();
    assertEquals(SECOND, loop.turn(), 2 * MILLI);
    fill(0, 10, 300 * MILLI);
    assertEquals(1, woken);
    long sleep = loop.turn();
    assertTrue(sleep >= 300 * MILLI && sleep <= 370 * MILLI, "until the tick after: " + sleep);
    raw += sleep;
    loop.turn();
    assertEquals(10, expired);
  }

  @Test
  void isNotWokenForWhatComesAfterItsSleepAnyway() {
    fill(0, 10, 300 * MILLI);
    loop.turn();
    woken = 0;
    fill(10, 1000, 400 * MILLI);
    fill(2000, 10, DAY);
    assertEquals(0, woken);
    fill(3000, 10, 100 * MILLI);
    assertEquals(1, woken);
  }

  @Test
  void cleanCachesCostAPassASecond() {
    fill(0, 10_000, DAY);
    int turns = live(100 * SECOND);
    assertTrue(turns <= 102, "turns: " + turns);
    assertEquals(0, figures().inspected());
  }

  @Test
  void aStarvedReaperComesBackAfterTenSeconds() {
    fill(0, 20_000, 2 * SECOND);
    loop.turn();
    raw += 10 * SECOND;
    ReaperSnapshot before = figures();
    assertEquals(8 * SECOND, before.lagNanos(), 100 * MILLI);
    loop.turn();
    assertEquals(20_000, expired);
    ReaperSnapshot after = figures();
    assertEquals(1, after.latePasses());
    assertEquals(0, after.lagNanos());
    assertEquals(20_000, after.activelyExpired());
  }

  @Test
  void aClockThatJumpsADayExpiresWhatIsDueAndNothingElse() {
    fill(0, 1000, 3600 * SECOND);
    fill(1000, 1000, 2 * DAY);
    live(5 * SECOND);
    raw += DAY;
    live(5 * SECOND);
    assertEquals(1000, expired);
    assertEquals(1000, store.size());
    assertTrue(figures().latePasses() >= 1);
    fill(5000, 500, 2 * SECOND);
    live(3 * SECOND);
    assertEquals(1500, expired);
    live(DAY);
    assertEquals(2500, expired);
  }

  @Test
  void aClockThatStandsStillHurtsNobody() {
    fill(0, 1000, SECOND);
    for (int turn = 0; turn < 1000; turn++) {
      assertTrue(loop.turn() > 0);
    }
    assertEquals(0, expired);
    assertTrue(
        figures().totalPasses() <= 2, "passes at the same moment: " + figures().totalPasses());
  }

  @Test
  void switchedOffForADayAndOnAgain() {
    // Nobody turns the loop; entries come and some are overwritten.
    SplittableRandom random = new SplittableRandom(9);
    for (int key = 0; key < 50_000; key++) {
      raw += DAY / 50_000;
      store.put(random.nextInt(20_000), ticker.nanos() + random.nextLong(DAY / 2), ticker.nanos());
    }
    int before = store.size();
    live(2 * SECOND);
    assertTrue(expired > 0 && store.size() == before - expired);
    assertTrue(
        figures().inspected() <= 3L * before,
        "inspected " + figures().inspected() + " of " + before);
    live(DAY);
    assertEquals(0, store.size());
    assertEquals(before, expired);
  }

  @Test
  void effortCanBeChangedAtAnyTime() {
    fill(0, 1000, 10 * SECOND + 20 * MILLI);
    live(5 * SECOND);
    loop.setBudget(new ExpireBudget(10));
    live(5 * SECOND + 20 * MILLI);
    assertEquals(0, expired);
    live(34 * MILLI);
    assertEquals(1000, expired, "at the finest ticks, those of the most effort");
    assertEquals(10, figures().effort());
  }

  @Test
  void hurryRunsAPassWithoutWaitingForATick() {
    fill(0, 100, SECOND);
    store.setBehind(true);
    live(3 * SECOND);
    assertEquals(0, expired);
    assertTrue(figures().passes().get(StopReason.BEHIND) > 10);
    assertTrue(figures().passedOver() > 10);
    store.setBehind(false);
    loop.hurry();
    raw += MILLI;
    loop.turn();
    assertEquals(100, expired);
  }

  @Test
  void drivenByHandAPassRunsWheneverItIsAskedFor() {
    fill(0, 100, SECOND);
    assertEquals(StopReason.THRESHOLD, loop.runPass().stop());
    raw += SECOND + 17 * MILLI;
    assertEquals(100, loop.runPass().expired());
    assertEquals(StopReason.EMPTY, loop.runPass().stop());
  }

  @Test
  void countsAddUpAndOutliveClosedCaches() {
    fill(0, 1000, SECOND);
    fill(1000, 10, DAY);
    live(2 * SECOND);
    raw += 2 * DAY;
    assertFalse(store.remove(1000, ticker.nanos()));
    store.setUndelivered(7);
    ReaperSnapshot snapshot = figures();
    assertEquals(1, snapshot.lazilyExpired());
    assertEquals(7, snapshot.undelivered());
    assertEquals(9, snapshot.withDeadline());
    assertEquals(snapshot.inspected(), snapshot.activelyExpired() + snapshot.rehomed());
    assertEquals(
        snapshot.totalPasses(),
        snapshot.passes().values().stream().mapToLong(Long::longValue).sum());
    loop.remove(store.expirable());
    loop.remove(store.expirable());
    snapshot = figures();
    assertEquals(1, snapshot.lazilyExpired());
    assertEquals(1000, snapshot.activelyExpired());
    assertEquals(0, snapshot.undelivered());
    assertEquals(0, snapshot.lagNanos());
  }

  @Test
  void theStaleShareFollowsTheControlSamples() {
    fill(0, 1000, SECOND);
    store.setBehind(true);
    live(60 * SECOND);
    assertEquals(1, figures().staleShare(), 0.01);
    store.setBehind(false);
    live(2 * SECOND);
    assertEquals(0, figures().staleShare(), 0.0);
  }
}

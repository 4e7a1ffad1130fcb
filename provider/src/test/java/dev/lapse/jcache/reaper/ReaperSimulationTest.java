package dev.lapse.jcache.reaper;

import static dev.lapse.jcache.reaper.SimulatedWorld.MICRO;
import static dev.lapse.jcache.reaper.SimulatedWorld.MILLI;
import static dev.lapse.jcache.reaper.SimulatedWorld.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.reaper.Reclaimer.Costs;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The workloads that the reaper was designed for, under simulated time with simulated costs ({@link
 * Costs#USUAL}); deterministic. Plain Redis sampling runs beside it as the yardstick. To see the
 * table:
 *
 * <pre>mvn -q -pl provider test -Dtest=ReaperSimulationTest -Dlapse.simulation.table=true</pre>
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReaperSimulationTest {

  private static final List<String> TABLE = Collections.synchronizedList(new ArrayList<>());

  @AfterAll
  static void printTable() {
    if (Boolean.getBoolean("lapse.simulation.table")) {
      System.out.printf(
          "%n%-44s %-16s %9s %9s %9s %9s %9s%n",
          "workload", "reclaimer", "insp/recl", "mean %", "peak %", "p99 ms", "pass ms");
      TABLE.stream().sorted().forEach(System.out::println);
    }
  }

  private static final BiFunction<SimulatedWorld, Integer, Reclaimer> EFFORT_1 =
      lapse(1, Costs.USUAL);
  private static final BiFunction<SimulatedWorld, Integer, Reclaimer> EFFORT_10 =
      lapse(10, Costs.USUAL);
  private static final BiFunction<SimulatedWorld, Integer, Reclaimer> PLAIN_REDIS =
      (world, caches) -> new PlainRedisReclaimer(world, Costs.USUAL, caches, 1);

  private static BiFunction<SimulatedWorld, Integer, Reclaimer> lapse(int effort, Costs costs) {
    return (world, caches) -> new LapseReclaimer(world, costs, effort, caches, 1);
  }

  /** A simulation that has run. */
  private record Run(SimulatedWorld world, Reclaimer reclaimer) {

    double inspectionsPerReclaimed() {
      return (double) reclaimer.inspected() / world.reclaimed();
    }

    double p99(int cache) {
      return world.lagMillis(cache, 0.99);
    }

    Run into(String workload, String name, int cache) {
      TABLE.add(
          String.format(
              Locale.ROOT,
              "%-44s %-16s %9.2f %9.4f %9.4f %9.1f %9.2f",
              workload,
              name,
              inspectionsPerReclaimed(),
              100 * world.meanStaleShare(),
              100 * world.peakStaleShare(),
              p99(cache),
              (double) reclaimer.longestPass() / MILLI));
      return this;
    }
  }

  private interface Load {
    void describe(Workload workload);
  }

  private static Run run(
      long warmUpSeconds,
      long seconds,
      int caches,
      BiFunction<SimulatedWorld, Integer, Reclaimer> kind,
      Load load) {
    SimulatedWorld world = new SimulatedWorld(warmUpSeconds * SECOND, seconds * SECOND);
    Reclaimer reclaimer = kind.apply(world, caches);
    Workload workload = new Workload(world, reclaimer, 2);
    load.describe(workload);
    workload.run();
    return new Run(world, reclaimer);
  }

  // 1. 250 expiries per 100 ms

  private static final Load STEADY = workload -> workload.stream(0, 2500, SECOND, 2 * SECOND);

  @Test
  void steadyStream() {
    Run run = run(5, 30, 1, EFFORT_1, STEADY).into("1 250 per 100 ms, TTL 1-2 s", "effort 1", 0);
    assertTrue(run.inspectionsPerReclaimed() <= 1.2);
    assertTrue(run.world.meanStaleShare() <= 0.03);
    assertTrue(run.world.peakStaleShare() <= 0.08);
    assertTrue(run.p99(0) <= 67.2);
  }

  @Test
  void steadyStreamWithMostEffort() {
    Run run = run(5, 30, 1, EFFORT_10, STEADY).into("1 250 per 100 ms, TTL 1-2 s", "effort 10", 0);
    assertTrue(run.inspectionsPerReclaimed() <= 1.2);
    assertTrue(run.world.meanStaleShare() <= 0.0075);
    assertTrue(run.p99(0) <= 17.5);
  }

  @Test
  void steadyStreamInPlainRedis() {
    Run run =
        run(10, 60, 1, PLAIN_REDIS, STEADY).into("1 250 per 100 ms, TTL 1-2 s", "plain Redis", 0);
    assertEquals(0.47, run.world.meanStaleShare(), 0.02);
    assertEquals(0.54, run.world.peakStaleShare(), 0.02);
    assertEquals(2.1, run.inspectionsPerReclaimed(), 0.1);
  }

  // 2. churn

  private static final Load CHURN = workload -> workload.stream(0, 10_000, SECOND, 20 * SECOND);

  @Test
  void churn() {
    Run run = run(22, 36, 1, EFFORT_1, CHURN).into("2 churn 10k/s, TTL 1-20 s", "effort 1", 0);
    assertTrue(run.world.meanStaleShare() <= 0.005);
    assertTrue(run.inspectionsPerReclaimed() <= 2.0);
    assertTrue(run.p99(0) <= 67.2);
  }

  @Test
  void churnWithMostEffort() {
    Run run = run(22, 36, 1, EFFORT_10, CHURN).into("2 churn 10k/s, TTL 1-20 s", "effort 10", 0);
    assertTrue(run.world.meanStaleShare() <= 0.001);
    assertTrue(run.inspectionsPerReclaimed() <= 2.0);
    assertTrue(run.p99(0) <= 17.5);
  }

  @Test
  void churnInPlainRedis() {
    Run run =
        run(200, 300, 1, PLAIN_REDIS, CHURN).into("2 churn 10k/s, TTL 1-20 s", "plain Redis", 0);
    assertEquals(0.53, run.world.meanStaleShare(), 0.02);
    assertEquals(1.9, run.inspectionsPerReclaimed(), 0.1);
  }

  // 3. few short-lived among many long-lived

  private static final Load HAYSTACK =
      workload ->
          workload.fill(0, 1_000_000, 3600 * SECOND, 7200 * SECOND).stream(
              0, 2_000, SECOND, 10 * SECOND);

  @Test
  void shortLivedAmongLongLived() {
    Run run =
        run(12, 30, 1, EFFORT_1, HAYSTACK)
            .into("3 1 % short-lived among 1M long-lived", "effort 1", 0);
    assertTrue(run.world.meanStaleShare() <= 0.0002);
    assertTrue(run.p99(0) <= 100);
    assertTrue(run.inspectionsPerReclaimed() <= 2.0);
  }

  @Test
  void shortLivedAmongLongLivedInPlainRedis() {
    Run run =
        run(300, 800, 1, PLAIN_REDIS, HAYSTACK)
            .into("3 1 % short-lived among 1M long-lived", "plain Redis", 0);
    assertEquals(0.41, run.world.meanStaleShare(), 0.03);
    assertTrue(run.p99(0) > 370_000);
  }

  // 4. many caches

  private static Load oneDirtyCache(int caches) {
    return workload -> {
      for (int cache = 1; cache < caches; cache++) {
        workload.fill(cache, 2_000, 3600 * SECOND, 7200 * SECOND);
      }
      workload.stream(0, 5_000, SECOND, 10 * SECOND);
    };
  }

  @Test
  void oneDirtyCacheAmongFifty() {
    Run run =
        run(12, 25, 50, EFFORT_1, oneDirtyCache(50)).into("4 50 caches, one dirty", "effort 1", 0);
    assertTrue(run.p99(0) <= 134);
  }

  @Test
  void oneDirtyCacheAmongFiftyInPlainRedis() {
    Run run =
        run(60, 150, 50, PLAIN_REDIS, oneDirtyCache(50))
            .into("4 50 caches, one dirty", "plain Redis", 0);
    assertTrue(run.p99(0) > 5_000);
  }

  private static final Load FLOODED_NEIGHBOUR =
      // 100,000 expiries a second at 20 µs each are twice what a processor can do.
      workload ->
          workload.stream(0, 100_000, SECOND, 2 * SECOND).stream(1, 100, SECOND, 10 * SECOND);

  @Test
  void smallCacheBesideAnOverloadedOne() {
    Run run =
        run(3, 12, 2, lapse(1, Costs.USUAL.withExpiry(20 * MICRO)), FLOODED_NEIGHBOUR)
            .into("5 small cache beside an overloaded one", "effort 1", 1);
    assertTrue(run.p99(1) <= 134);
    assertTrue(run.p99(0) > 1_000, "overloaded indeed");
  }

  @Test
  void smallCacheBesideAnOverloadedOneInPlainRedis() {
    Run run =
        run(
                3,
                12,
                2,
                (world, caches) ->
                    new PlainRedisReclaimer(world, Costs.USUAL.withExpiry(20 * MICRO), caches, 1),
                FLOODED_NEIGHBOUR)
            .into("5 small cache beside an overloaded one", "plain Redis", 1);
    assertTrue(run.p99(1) > 134);
  }

  // 6. waves

  @Test
  void aMillionAtOnce() {
    int million = 1_000_000;
    SimulatedWorld world = new SimulatedWorld(0, 10 * SECOND);
    LapseReclaimer reclaimer = new LapseReclaimer(world, Costs.USUAL, 1, 1, 1);
    Workload workload = new Workload(world, reclaimer, 2).fill(0, million, 3 * SECOND, 3 * SECOND);
    workload.run();
    assertEquals(0, world.held());
    double drained = world.lagMillis(0, 1);
    new Run(world, reclaimer)
        .into(
            String.format(Locale.ROOT, "6 1M at once, drained in %.0f ms", drained), "effort 1", 0);
    assertTrue(drained <= 2_500);
    assertTrue(reclaimer.overrun() <= overrunBound(20, Costs.USUAL), "by " + reclaimer.overrun());
    assertTrue(reclaimer.inspected() <= 1.001 * million);
    assertTrue(reclaimer.stops().get(StopReason.BUDGET) > 100);
  }

  /** A whole round. */
  private static long overrunBound(int round, Costs costs) {
    return costs.round() + round * (costs.inspection() + costs.expiry());
  }

  @Test
  void aMillionAtOnceFromFarAway() {
    // They come down through the levels, and are in the finest slots before they are due.
    SimulatedWorld world = new SimulatedWorld(0, 110 * SECOND);
    LapseReclaimer reclaimer = new LapseReclaimer(world, Costs.USUAL, 1, 1, 1);
    new Workload(world, reclaimer, 2).fill(0, 300_000, 100 * SECOND, 101 * SECOND);
    while (world.held() > 0) {
      world.sleep(reclaimer.turn(), reclaimer::isWoken);
      assertTrue(!world.isOver(), () -> world.held() + " left");
    }
    new Run(world, reclaimer).into("7 300k within 1 s, TTL 100 s", "effort 1", 0);
    assertTrue(world.lagMillis(0, 0.99) <= 134, () -> "p99 " + world.lagMillis(0, 0.99));
  }

  @Test
  void fiftyThousandAtTenMicrosecondsInSlowPassesOnly() {
    Costs costs = new Costs(0, 0, 200, 9_800);
    SimulatedWorld world = new SimulatedWorld(0, 20 * SECOND);
    LapseReclaimer reclaimer = new LapseReclaimer(world, costs, 1, 1, 1).slowOnly();
    new Workload(world, reclaimer, 2).fill(0, 50_000, 100 * MILLI, 100 * MILLI);
    world.sleep(134 * MILLI + MILLI, reclaimer::isWoken);
    long before = reclaimer.passes();
    while (world.held() > 0) {
      world.sleep(reclaimer.turn(), reclaimer::isWoken);
    }
    long passes = reclaimer.passes() - before;
    new Run(world, reclaimer)
        .into("8 50k at 10 us, slow only: " + passes + " passes", "effort 1", 0);
    // Half a second of work in passes of a quarter of 67 ms.
    assertEquals(30, passes);
    assertTrue(reclaimer.overrun() <= overrunBound(20, costs), "by " + reclaimer.overrun());
  }

  // 9. what is clean costs nothing; what slides costs little

  @Test
  void aMillionCleanEntries() {
    SimulatedWorld world = new SimulatedWorld(0, 1000 * SECOND);
    LapseReclaimer reclaimer = new LapseReclaimer(world, Costs.USUAL, 1, 1, 1);
    Workload workload =
        new Workload(world, reclaimer, 2).fill(0, 1_000_000, 5000 * SECOND, 7200 * SECOND);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long began = threads.getCurrentThreadCpuTime();
    workload.run();
    double microsASecond = (threads.getCurrentThreadCpuTime() - began) / 1e3 / 1000;
    TABLE.add(
        String.format(
            Locale.ROOT,
            "%-44s %-16s %9.1f passes and %.0f us of real CPU a second",
            "9 a million clean entries",
            "effort 1",
            reclaimer.passes() / 1000.0,
            microsASecond));
    assertEquals(0, reclaimer.inspected());
    assertTrue(reclaimer.passes() <= 1001, "once a second: " + reclaimer.passes());
  }

  @Test
  void slidingExpiry() {
    int sessions = 50_000;
    SimulatedWorld world = new SimulatedWorld(2 * SECOND, 12 * SECOND);
    LapseReclaimer reclaimer = new LapseReclaimer(world, Costs.USUAL, 1, 1, 1);
    long[] deadlines = new long[sessions];
    for (int key = 0; key < sessions; key++) {
      deadlines[key] = SECOND;
      reclaimer.put(0, key, SECOND);
    }
    // Each is touched every 0.4 s.
    world.setArrivals(
        new SimulatedWorld.Arrivals() {
          private long next = 1;
          private int key;

          @Override
          public long next() {
            return next;
          }

          @Override
          public void happen() {
            next += 400 * MILLI / sessions;
            key = (key + 1) % sessions;
            long deadline = world.nanos() + SECOND;
            world.moved(deadlines[key], deadline);
            deadlines[key] = deadline;
            reclaimer.touch(0, key, deadline);
          }
        });
    while (!world.isOver()) {
      world.sleep(reclaimer.turn(), reclaimer::isWoken);
    }
    double inspections = (double) reclaimer.inspected() / 10 / world.held();
    TABLE.add(
        String.format(
            Locale.ROOT,
            "%-44s %-16s %9.2f inspections a second and entry",
            "10 sliding expiry, TTI 1 s",
            "effort 1",
            inspections));
    assertEquals(sessions, world.held());
    assertTrue(
        inspections <= 1.3, "a deadline is looked at about once in a time to idle: " + inspections);
  }
}

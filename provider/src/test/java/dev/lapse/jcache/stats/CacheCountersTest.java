package dev.lapse.jcache.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.stats.CacheStatisticsSnapshot.Timing;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheCountersTest {

  private static final Timing NOTHING = new Timing(0, 0);
  private static final CacheStatisticsSnapshot ZERO =
      new CacheStatisticsSnapshot(0, 0, 0, 0, 0, NOTHING, NOTHING, NOTHING);

  private static void recordEverything(CacheCounters counters) {
    counters.recordHits(1);
    counters.recordMisses(2);
    counters.recordPuts(3);
    counters.recordRemovals(4);
    counters.recordEvictions(5);
    counters.recordGetTime(800, 8);
    counters.recordPutTime(900, 9);
    counters.recordRemoveTime(1000, 10);
  }

  @Test
  void eachCounterIsItsOwn() {
    CacheCounters counters = CacheCounters.counting();
    assertTrue(counters.enabled());
    assertEquals(ZERO, counters.snapshot());
    recordEverything(counters);
    assertEquals(
        new CacheStatisticsSnapshot(
            1, 2, 3, 4, 5, new Timing(800, 8), new Timing(900, 9), new Timing(1000, 10)),
        counters.snapshot());
    assertEquals(3, counters.snapshot().gets());
    counters.clear();
    assertEquals(ZERO, counters.snapshot());
  }

  @Test
  void disabledCountersStayZero() {
    CacheCounters counters = CacheCounters.disabled();
    assertFalse(counters.enabled());
    recordEverything(counters);
    assertEquals(ZERO, counters.snapshot());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 0",
    "3, 1, 75, 25",
    "0, 5, 0, 100",
    "5, 0, 100, 0",
    "9223372036854775807, 0, 100, 0"
  })
  void percentages(long hits, long misses, float hitPercentage, float missPercentage) {
    CacheCounters counters = CacheCounters.counting();
    counters.recordHits(hits);
    counters.recordMisses(misses);
    assertEquals(hitPercentage, counters.snapshot().hitPercentage());
    assertEquals(missPercentage, counters.snapshot().missPercentage());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "250000, 1000, 0.25",
    "100, 1000, 0.0001",
    "0, 1000, 0",
    "3000000, 2, 1500"
  })
  void averagesKeepFractionsOfAMicrosecond(long nanos, long operations, float micros) {
    assertEquals(micros, new Timing(nanos, operations).averageMicros());
  }

  @Test
  void noCountIsLost() throws Exception {
    CacheCounters counters = CacheCounters.counting();
    Callable<Object> countALot =
        () -> {
          for (int i = 0; i < 20_000; i++) {
            recordEverything(counters);
          }
          return counters;
        };
    ExecutorService workers = Executors.newFixedThreadPool(4);
    try {
      for (Future<Object> done : workers.invokeAll(Collections.nCopies(4, countALot))) {
        done.get();
      }
    } finally {
      workers.shutdown();
    }
    CacheStatisticsSnapshot snapshot = counters.snapshot();
    assertEquals(80_000, snapshot.hits());
    assertEquals(160_000, snapshot.misses());
    assertEquals(new Timing(64_000_000, 640_000), snapshot.getTime());
  }

  @Test
  void aSampleStandsForAllOperations() {
    CacheCounters counters = CacheCounters.counting();
    int operations = 1_000_000;
    int timed = 0;
    for (int i = 0; i < operations; i++) {
      // The first ones are slower, as before a JVM has compiled anything.
      if (counters.timesThis()) {
        timed++;
        counters.recordGetTime(i < 1_000 ? 10_000 : 100);
      }
    }
    double mean = (1_000 * 10_000 + (operations - 1_000) * 100.0) / operations;
    CacheStatisticsSnapshot.Timing get = counters.snapshot().getTime();
    assertEquals(mean, (double) get.nanos() / get.operations(), mean / 20);
    assertEquals(operations, get.operations(), operations / 20.0);
    assertTrue(timed < operations / 10, "timed " + timed);
  }

  @Test
  void aFewOperationsAreAllTimed() {
    CacheCounters counters = CacheCounters.counting();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 1_000; i++) {
        assertTrue(counters.timesThis());
      }
      counters.clear();
    }
    assertFalse(CacheCounters.disabled().timesThis());
  }
}

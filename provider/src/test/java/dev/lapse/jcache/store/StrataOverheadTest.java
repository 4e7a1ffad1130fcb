package dev.lapse.jcache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.Factory;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.EternalExpiryPolicy;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.expiry.ModifiedExpiryPolicy;
import javax.cache.expiry.TouchedExpiryPolicy;
import org.junit.jupiter.api.Test;

/**
 * What the strata cost an operation: the same code on entries with a deadline of an hour, which are
 * linked, and on eternal ones, which never are. Measures only when asked by {@code
 * -Dlapse.overhead.table=true}; prints nanoseconds of thread CPU time, medians of interleaved
 * rounds. Else it runs each operation once, so that it does not rot. The reaper is there, as a
 * cache without one has an exact clock; it has nothing to do.
 */
class StrataOverheadTest {

  private static final int ENTRIES = 50_000;

  private record Operation(
      String name, Factory<ExpiryPolicy> finite, ObjIntConsumer<Cache<Integer, String>> run) {}

  private static final Operation[] OPERATIONS = {
    new Operation(
        "put-new",
        CreatedExpiryPolicy.factoryOf(Duration.ONE_HOUR),
        (cache, key) -> cache.put(key, "new")),
    new Operation(
        "overwrite",
        ModifiedExpiryPolicy.factoryOf(Duration.ONE_HOUR),
        (cache, key) -> cache.put(key, "over")),
    new Operation("get", CreatedExpiryPolicy.factoryOf(Duration.ONE_HOUR), Cache::get),
    new Operation("touching get", TouchedExpiryPolicy.factoryOf(Duration.ONE_HOUR), Cache::get),
    new Operation("remove", CreatedExpiryPolicy.factoryOf(Duration.ONE_HOUR), Cache::remove),
  };

  @Test
  void overhead() {
    boolean measuring = Boolean.getBoolean("lapse.overhead.table");
    int rounds = measuring ? 61 : 1;
    try (CacheManager manager =
        Caching.getCachingProvider("dev.lapse.jcache.LapseCachingProvider")
            .getCacheManager(URI.create("urn:overhead"), null)) {
      for (Operation operation : OPERATIONS) {
        double[] eternal = new double[rounds];
        double[] finite = new double[rounds];
        for (int round = 0; round < rounds; round++) {
          eternal[round] = time(manager, operation, EternalExpiryPolicy.factoryOf());
          finite[round] = time(manager, operation, operation.finite());
        }
        if (measuring) {
          double without = median(eternal);
          double with = median(finite);
          System.out.printf(
              "%-13s %6.0f ns without the strata, %6.0f ns with them: %+4.0f ns, ratio %.2f%n",
              operation.name(), without, with, with - without, with / without);
        }
      }
    }
  }

  private static double time(
      CacheManager manager, Operation operation, Factory<ExpiryPolicy> policy) {
    Cache<Integer, String> cache =
        manager.createCache(
            "overhead",
            new MutableConfiguration<Integer, String>()
                .setStoreByValue(false)
                .setExpiryPolicyFactory(policy));
    boolean absentBefore = operation.name().equals("put-new");
    Integer[] keys = new Integer[ENTRIES];
    for (int key = 0; key < ENTRIES; key++) {
      keys[key] = key * 7919;
      if (!absentBefore) {
        cache.put(keys[key], "old");
      }
    }
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    for (Integer key : keys) {
      operation.run().accept(cache, key);
    }
    long nanos = threads.getCurrentThreadCpuTime() - start;
    assertEquals(!operation.name().equals("remove"), cache.containsKey(keys[0]));
    manager.destroyCache("overhead");
    return (double) nanos / ENTRIES;
  }

  /** Of the second half, when the code is compiled. */
  private static double median(double[] rounds) {
    double[] warm = Arrays.copyOfRange(rounds, rounds.length / 2, rounds.length);
    Arrays.sort(warm);
    return warm[warm.length / 2];
  }
}

package dev.lapse.benchmarks.bound;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.config.LapseConfigurationBuilder;
import dev.lapse.jcache.eviction.EvictionPolicy;
import dev.lapse.jcache.eviction.OccupancyMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;

/**
 * Prints what each eviction policy costs a get and a put beside a cache without a bound, the bytes
 * it takes for an entry, and what becomes of the bound when many threads churn. See {@code
 * docs/benchmarks.md} for the command.
 */
final class BoundCost {

  private static final int ENTRIES = 100_000;
  private static final int ROUNDS = 15;
  private static final int CHURN_THREADS = 8;

  /** So that a get is not optimized away. */
  private static volatile int sink;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final CacheManager manager =
      Caching.getCachingProvider("dev.lapse.jcache.LapseCachingProvider").getCacheManager();

  /** One policy, or none where there is no bound. */
  private record Variant(String name, List<EvictionPolicy> policy) {}

  private BoundCost() {}

  /**
   * Measures.
   *
   * @param args how many puts to churn, 10,000,000 if there is none
   * @throws InterruptedException never
   */
  public static void main(String[] args) throws InterruptedException {
    BoundCost measurement = new BoundCost();
    measurement.costs();
    measurement.bytes();
    measurement.churn(args.length == 0 ? 10_000_000 : Integer.parseInt(args[0]));
    measurement.manager.close();
  }

  private static List<Variant> variants() {
    List<Variant> variants = new ArrayList<>();
    variants.add(new Variant("unbounded", List.of()));
    for (EvictionPolicy policy : EvictionPolicy.values()) {
      variants.add(new Variant(policy.configName(), List.of(policy)));
    }
    return variants;
  }

  private Cache<Integer, String> create(String name, Variant variant, long bound) {
    LapseConfigurationBuilder<Integer, String> configuration =
        LapseConfiguration.builder(Integer.class, String.class)
            .storeByValue(false)
            .expiryPolicyFactory(CreatedExpiryPolicy.factoryOf(Duration.ONE_HOUR));
    for (EvictionPolicy policy : variant.policy()) {
      configuration.maximumEntries(bound).evictionPolicy(policy);
    }
    return manager.createCache(name, configuration.build());
  }

  /**
   * Thread CPU time; medians of interleaved rounds; all entries fit, so that nothing but the
   * policy's notes is paid for.
   */
  private void costs() {
    List<Variant> variants = variants();
    double[][] gets = new double[variants.size()][ROUNDS];
    double[][] puts = new double[variants.size()][ROUNDS];
    double[][] news = new double[variants.size()][ROUNDS];
    Integer[] keys = new Integer[ENTRIES];
    for (int i = 0; i < ENTRIES; i++) {
      keys[i] = i * 7919;
    }
    SplittableRandom random = new SplittableRandom(1);
    int[] order =
        random.ints(ENTRIES, 0, ENTRIES).map(i -> (int) ((long) i * i / ENTRIES)).toArray();
    for (int round = 0; round < ROUNDS; round++) {
      for (int v = 0; v < variants.size(); v++) {
        Cache<Integer, String> cache = create("costs", variants.get(v), 2 * ENTRIES);
        long start = THREADS.getCurrentThreadCpuTime();
        for (Integer key : keys) {
          cache.put(key, "new");
        }
        long stored = THREADS.getCurrentThreadCpuTime();
        int found = 0;
        for (int i : order) {
          found += cache.get(keys[i]).length();
        }
        long got = THREADS.getCurrentThreadCpuTime();
        for (int i : order) {
          cache.put(keys[i], "over");
        }
        long over = THREADS.getCurrentThreadCpuTime();
        sink = found;
        news[v][round] = (stored - start) / (double) ENTRIES;
        gets[v][round] = (got - stored) / (double) ENTRIES;
        puts[v][round] = (over - got) / (double) ENTRIES;
        manager.destroyCache("costs");
      }
    }
    System.out.println(
        "nanoseconds (ratio to unbounded)      get           overwriting put          put of a new key");
    for (int v = 0; v < variants.size(); v++) {
      System.out.printf(
          Locale.ROOT,
          "%-18s %16s %24s %24s%n",
          variants.get(v).name(),
          ratio(gets, v),
          ratio(puts, v),
          ratio(news, v));
    }
  }

  private static String ratio(double[][] figures, int variant) {
    double median = median(figures[variant]);
    return String.format(Locale.ROOT, "%.0f (%.2f)", median, median / median(figures[0]));
  }

  /** Of the later rounds, when the code is compiled. */
  private static double median(double[] rounds) {
    double[] warm = Arrays.copyOfRange(rounds, rounds.length / 3, rounds.length);
    Arrays.sort(warm);
    return warm[warm.length / 2];
  }

  private void bytes() {
    int entries = 1_000_000;
    Integer[] keys = new Integer[entries];
    for (int i = 0; i < entries; i++) {
      keys[i] = i;
    }
    for (Variant variant : variants()) {
      long before = usedHeap();
      Cache<Integer, String> cache = create("bytes", variant, entries);
      for (Integer key : keys) {
        cache.put(key, "value");
      }
      long after = usedHeap();
      System.out.printf(
          Locale.ROOT,
          "%-18s %.1f bytes an entry (without the key), estimated %.1f with it%n",
          variant.name(),
          (after - before) / (double) entries,
          cache.unwrap(OccupancyMXBean.class).getEstimatedHeapBytes() / (double) entries);
      manager.destroyCache("bytes");
    }
  }

  private static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private void churn(int puts) throws InterruptedException {
    for (Variant variant : variants()) {
      if (variant.policy().isEmpty() || variant.policy().contains(EvictionPolicy.NOEVICTION)) {
        continue;
      }
      Cache<Integer, String> cache = create("churn", variant, ENTRIES);
      OccupancyMXBean occupancy = cache.unwrap(OccupancyMXBean.class);
      AtomicLong most = new AtomicLong();
      CountDownLatch done = new CountDownLatch(CHURN_THREADS);
      long start = System.nanoTime();
      for (int thread = 0; thread < CHURN_THREADS; thread++) {
        SplittableRandom random = new SplittableRandom(thread);
        new Thread(
                () -> {
                  for (int i = 0; i < puts / CHURN_THREADS; i++) {
                    cache.put(random.nextInt(10 * ENTRIES), "value");
                    if ((i & 255) == 0) {
                      most.accumulateAndGet(occupancy.getWeight(), Math::max);
                    }
                  }
                  done.countDown();
                })
            .start();
      }
      done.await();
      System.out.printf(
          Locale.ROOT,
          "%-18s %,d puts by %d threads in %.1f s: most entries seen %,d of %,d, at the end %,d; evicted %,d%n",
          variant.name(),
          puts,
          CHURN_THREADS,
          (System.nanoTime() - start) / 1e9,
          most.get(),
          ENTRIES,
          occupancy.getEntries(),
          occupancy.getEvictionsForSize());
      manager.destroyCache("churn");
    }
  }
}

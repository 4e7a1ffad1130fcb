package dev.lapse.examples.bucket4j;

import dev.lapse.jcache.eviction.OccupancyMXBean;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.spi.CachingProvider;

/** Three clients call too often, and their buckets leave when they have stopped. */
public final class Bucket4jExample {

  private static final int CALLS = 5;

  private final Cache<String, byte[]> cache;
  private final RateLimit limit;
  private final PrintStream out;

  private Bucket4jExample(CacheManager manager, PrintStream out) {
    // Defined in lapse.yaml, which the default manager finds on the class path.
    this.cache = Objects.requireNonNull(manager.getCache("buckets", String.class, byte[].class));
    this.limit = new RateLimit(cache, CALLS, Duration.ofSeconds(1));
    this.out = out;
  }

  /**
   * Runs it, in a few seconds.
   *
   * @param args none
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    run(System.out);
  }

  static void run(PrintStream out) throws InterruptedException {
    try (CachingProvider provider = Caching.getCachingProvider()) {
      Bucket4jExample example = new Bucket4jExample(provider.getCacheManager(), out);
      example.call();
      example.rest();
      example.call();
    }
  }

  private void call() {
    out.println("Three clients call eight times each, where five are allowed in a second:");
    for (String client : List.of("alice", "bob", "carol")) {
      StringBuilder answers = new StringBuilder();
      for (int i = 0; i < 8; i++) {
        answers.append(limit.allows(client) ? " ok" : " wait");
      }
      out.printf("  %-6s%s%n", client, answers);
    }
    out.println("  buckets: " + buckets());
  }

  private void rest() throws InterruptedException {
    out.println("\nThen nobody calls, and nobody looks after the buckets:");
    long began = System.nanoTime();
    while (buckets() > 0) {
      Thread.sleep(10);
    }
    out.printf("  buckets: 0 after %.1f s%n%n", (System.nanoTime() - began) / 1e9);
  }

  /** Those that are in memory, whether they are still worth something or not. */
  private long buckets() {
    return cache.unwrap(OccupancyMXBean.class).getEntries();
  }
}

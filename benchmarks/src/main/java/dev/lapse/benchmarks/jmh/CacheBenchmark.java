package dev.lapse.benchmarks.jmh;

import dev.lapse.benchmarks.subject.Caches;
import dev.lapse.benchmarks.subject.Contender;
import dev.lapse.benchmarks.subject.Lifetime;
import dev.lapse.benchmarks.subject.Subject;
import dev.lapse.benchmarks.subject.Terms;
import dev.lapse.benchmarks.throughput.Keys;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Single operations on a cache of 100,000 entries with skewed keys. For a closer look at one of
 * them; contenders are compared by the report, which interleaves them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 2,
    jvmArgs = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CacheBenchmark {

  /** Whose cache; the names are those of the report. */
  @Param({"lapse", "caffeine", "cache2k", "ehcache", "ri", "map", "caffeine-own"})
  public String contender = "lapse";

  /** From when on an hour to live counts. */
  @Param({"CREATED", "MODIFIED", "TOUCHED"})
  public Lifetime lifetime = Lifetime.CREATED;

  /** Whether keys and values are copied. */
  @Param("false")
  public boolean byValue;

  /** Whether statistics are on. */
  @Param("false")
  public boolean statistics;

  private final Keys keys = new Keys(100_000);
  private @Nullable Subject subject;

  /** Where a thread is in the keys. */
  @State(Scope.Thread)
  public static class Position {
    private int next = ThreadLocalRandom.current().nextInt(0x10000);

    /** Is created by JMH. */
    public Position() {}

    int next() {
      return next++;
    }
  }

  /** Is created by JMH. */
  public CacheBenchmark() {}

  /** Fills the cache. */
  @Setup(Level.Trial)
  public void fill() {
    Terms terms = Terms.of(lifetime).byValue(byValue);
    Subject filled =
        Caches.open(Contender.of(contender), statistics ? terms.withStatistics() : terms);
    for (Integer key : keys.all()) {
      filled.put(key, key);
    }
    subject = filled;
  }

  /** Lets the cache go. */
  @TearDown(Level.Trial)
  public void close() {
    subject().close();
  }

  private Subject subject() {
    return Objects.requireNonNull(subject);
  }

  /**
   * Reads an entry.
   *
   * @param position where this thread is
   * @return what was read
   */
  @Benchmark
  public @Nullable Object get(Position position) {
    return subject().get(keys.drawn(position.next()));
  }

  /**
   * Overwrites an entry.
   *
   * @param position where this thread is
   */
  @Benchmark
  public void put(Position position) {
    Integer key = keys.drawn(position.next());
    subject().put(key, key);
  }

  /**
   * Changes an entry by an entry processor.
   *
   * @param position where this thread is
   */
  @Benchmark
  public void invoke(Position position) {
    subject().increment(keys.drawn(position.next()));
  }

  /**
   * Adds an entry and removes it.
   *
   * @param position where this thread is
   * @return what was removed
   */
  @Benchmark
  public @Nullable Object putIfAbsentAndRemove(Position position) {
    Integer key = keys.fresh(position.next(), 0);
    subject().putIfAbsent(key, key);
    return subject().getAndRemove(key);
  }
}

package dev.lapse.benchmarks.latency;

import dev.lapse.benchmarks.harness.Figures;
import dev.lapse.benchmarks.harness.Form;
import dev.lapse.benchmarks.harness.Machine;
import dev.lapse.benchmarks.harness.Section;
import dev.lapse.benchmarks.harness.Step;
import dev.lapse.benchmarks.latency.PauseLog.Pause;
import dev.lapse.benchmarks.reclaim.ExpiryLedger;
import dev.lapse.benchmarks.subject.Caches;
import dev.lapse.benchmarks.subject.Contender;
import dev.lapse.benchmarks.subject.Lifetime;
import dev.lapse.benchmarks.subject.Subject;
import dev.lapse.benchmarks.subject.Terms;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Reads of live entries, 5,000 a second, before, during and after a wave of a million entries of
 * the same cache that expire.
 */
public final class Latency implements Section {

  /** The phases, in order. */
  public static final List<String> PHASES = List.of("before", "wave", "after");

  /** The percentiles that are kept for the charts. */
  public static final List<Double> PERCENTILES =
      List.of(10.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.95, 99.99, 100.0);

  private static final String ASYNC = "async-listener";
  private static final String SILENT = "no-listener";
  private static final long LIVE_MILLIS = TimeUnit.HOURS.toMillis(1);
  private static final int SMALLER_WAVES = 2;
  private static final long SMALLER_WAVE_MILLIS = 1500;
  private static final int LIVE = 100_000;

  /** Creates the section. */
  public Latency() {}

  /**
   * Returns the name of a figure.
   *
   * @param phase the phase
   * @param percentile the percentile
   * @return the name of its latency in microseconds
   */
  public static String percentile(String phase, double percentile) {
    return "%s p%s us".formatted(phase, percentile);
  }

  @Override
  public String id() {
    return "latency";
  }

  @Override
  public List<String> rows(Form form) {
    return switch (form) {
      case SMOKE -> List.of();
      case QUICK -> List.of(ASYNC);
      case FULL -> List.of(ASYNC, SILENT);
    };
  }

  @Override
  public String title(String row) {
    return row.equals(ASYNC) ? "an asynchronous listener to expiry" : "no listener";
  }

  @Override
  public int rounds(String row, Form form) {
    return form.choose(1, 1, 2);
  }

  @Override
  public boolean admits(String row, Contender contender, Form form) {
    return switch (contender) {
      case MAP, LAPSE, CAFFEINE, CACHE2K -> true;
      case EHCACHE, RI -> form == Form.FULL;
      case CAFFEINE_OWN, CAFFEINE_PLAIN -> false;
    };
  }

  @Override
  public List<String> jvmOptions(String row, Form form) {
    return List.of("-Xms2g", "-Xmx2g", "-XX:+UseG1GC");
  }

  @Override
  public void measure(Step step, Figures figures) throws Exception {
    int dying = step.form().choose(10_000, 1_000_000, 1_000_000);
    int before = step.form().choose(1, 3, 8);
    int after = step.form().choose(1, 1, 8);
    boolean heard = step.row().equals(ASYNC) && step.contender().isJCache();
    for (int i = 0; i < SMALLER_WAVES; i++) {
      Caches.setVaryingMillis(SMALLER_WAVE_MILLIS);
      ExpiryLedger smaller = new ExpiryLedger(dying / 3);
      try (Subject subject = Caches.open(step.contender(), "smaller-" + i, terms(heard, smaller))) {
        smaller.smallerWave(subject, SMALLER_WAVE_MILLIS, 2 * SMALLER_WAVE_MILLIS);
      }
    }
    ExpiryLedger ledger = new ExpiryLedger(dying);
    Subject subject = Caches.open(step.contender(), terms(heard, ledger));
    Caches.setVaryingMillis(LIVE_MILLIS);
    Integer[] live = new Integer[LIVE];
    Arrays.setAll(live, i -> -1 - i);
    for (Integer key : live) {
      subject.put(key, key);
    }
    warmUp(subject, live);
    long secondsToLive = before + 4L;
    Caches.setVaryingMillis(TimeUnit.SECONDS.toMillis(secondsToLive));
    long filling = System.nanoTime();
    for (int i = 0; i < dying; i++) {
      ledger.expect(i, System.nanoTime() + TimeUnit.SECONDS.toNanos(secondsToLive));
      subject.put(i, new Object());
    }
    long filled = System.nanoTime();
    System.gc();
    PauseLog pauses = PauseLog.begin();
    Reads reads = new Reads(subject, live, 120);
    reads.start();
    Machine.sleepUntil(System.nanoTime() + TimeUnit.SECONDS.toNanos(1)); // the reads settle
    long begin = System.nanoTime();
    long wave = filling + TimeUnit.SECONDS.toNanos(secondsToLive);
    long waveEnd =
        filled + TimeUnit.SECONDS.toNanos(secondsToLive) + TimeUnit.MILLISECONDS.toNanos(2500);
    long end = waveEnd + TimeUnit.SECONDS.toNanos(after);
    Machine.sleepUntil(end);
    figures.add("reads in vain", reads.stop());
    List<Pause> found = pauses.end();
    report("before", reads, found, begin, wave, figures);
    report("wave", reads, found, wave, waveEnd, figures);
    report("after", reads, found, waveEnd, end, figures);
    if (heard) {
      ledger.report(figures);
    }
  }

  private static Terms terms(boolean heard, ExpiryLedger ledger) {
    Terms terms = Terms.of(Lifetime.VARYING).promptAfter(LIVE_MILLIS);
    return heard ? terms.listening(ledger.configuration(false)) : terms;
  }

  /** Until the compiler is done with the way that a read takes. */
  private static void warmUp(Subject subject, Integer[] live) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
    int found = 0;
    while (System.nanoTime() < end) {
      for (Integer key : live) {
        found += subject.get(key) == null ? 0 : 1;
      }
    }
    if (found == 0) {
      throw new IllegalStateException("nothing was found of what had been put");
    }
  }

  private static void report(
      String phase, Reads reads, List<Pause> pauses, long from, long to, Figures figures) {
    Histogram all = reads.between(from, to);
    for (double percentile : PERCENTILES) {
      figures.add(percentile(phase, percentile), all.getValueAtPercentile(percentile) / 1e3);
    }
    List<Pause> within =
        pauses.stream().filter(pause -> pause.end() > from && pause.start() < to).toList();
    Histogram undisturbed = reads.outsideOf(within, from, to);
    figures.add(phase + " reads", (double) all.getTotalCount());
    figures.add(
        phase + " p99.9 us outside of pauses", undisturbed.getValueAtPercentile(99.9) / 1e3);
    figures.add(phase + " pauses", within.size());
    figures.add(phase + " pauses ms", within.stream().mapToLong(Pause::nanos).sum() / 1e6);
    figures.add(
        phase + " longest pause ms", within.stream().mapToLong(Pause::nanos).max().orElse(0) / 1e6);
  }
}

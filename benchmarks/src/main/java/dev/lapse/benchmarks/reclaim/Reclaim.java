package dev.lapse.benchmarks.reclaim;

import dev.lapse.benchmarks.harness.Figures;
import dev.lapse.benchmarks.harness.Form;
import dev.lapse.benchmarks.harness.Machine;
import dev.lapse.benchmarks.harness.Section;
import dev.lapse.benchmarks.harness.Step;
import dev.lapse.benchmarks.subject.Caches;
import dev.lapse.benchmarks.subject.Contender;
import dev.lapse.benchmarks.subject.Lifetime;
import dev.lapse.benchmarks.subject.Subject;
import dev.lapse.benchmarks.subject.Terms;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A million entries with three seconds to live, which nobody reads again. Either the heap is
 * collected and measured at several moments after their deadline, or, where that would disturb what
 * is measured, only the processor time and the events.
 */
public final class Reclaim implements Section {

  /** Moments after the last deadline, in milliseconds, at which the heap is measured. */
  public static final List<Integer> MOMENTS = List.of(500, 1000, 1750, 2500, 5000, 7500, 10_000);

  /** The quick form does not wait for longer. */
  private static final int QUICK_MOMENTS = 5000;

  /** Per cent of the memory that is still held; the moment follows. */
  public static final String HELD = "held % at ";

  /** Per cent of the events that were delivered; the moment follows. */
  public static final String EVENTS = "events % at ";

  /** Most of the memory that was ever held after a collection, per cent of the full cache's. */
  public static final String PEAK = "peak %";

  /** Microseconds of processor time for each entry that expired. */
  public static final String CPU = "CPU us an entry";

  private static final String IDLE = "idle";
  private static final String TRAFFIC = "traffic";
  private static final String TRAFFIC_ELSEWHERE = "traffic-elsewhere";
  private static final String SILENT = "cpu-silent";
  private static final String ASYNC = "cpu-async";
  private static final String SYNC = "cpu-sync";
  private static final String PACED = "paced";

  /** A measurement that would be later than that is left out: it pauses everything. */
  private static final long TOLERATED_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final long LIVE_MILLIS = 3000;
  private static final long PACED_MILLIS = 1000;
  private static final int PACED_PER_MILLISECOND = 20;

  /** Creates the section. */
  public Reclaim() {}

  @Override
  public String id() {
    return "reclaim";
  }

  @Override
  public List<String> rows(Form form) {
    return switch (form) {
      case SMOKE -> List.of(PACED);
      case QUICK -> List.of(IDLE, SILENT, ASYNC, PACED);
      case FULL -> List.of(IDLE, TRAFFIC, TRAFFIC_ELSEWHERE, SILENT, ASYNC, SYNC, PACED);
    };
  }

  @Override
  public String title(String row) {
    return switch (row) {
      case IDLE -> "an idle cache, an asynchronous listener";
      case TRAFFIC -> "light traffic on the same cache, an asynchronous listener";
      case TRAFFIC_ELSEWHERE -> "light traffic on another cache, an asynchronous listener";
      case SILENT -> "no listener";
      case ASYNC -> "an asynchronous listener";
      case SYNC -> "a synchronous listener";
      default -> "20,000 expiries a second, one after the other, an asynchronous listener";
    };
  }

  @Override
  public int rounds(String row, Form form) {
    return form.choose(1, 1, isCpu(row) ? 3 : 2);
  }

  @Override
  public boolean admits(String row, Contender contender, Form form) {
    return switch (contender) {
      case MAP, CAFFEINE_OWN -> false;
      case CAFFEINE_PLAIN -> form == Form.FULL && !isCpu(row);
      case EHCACHE, RI -> isHeap(row); // they do nothing by themselves
      case LAPSE -> true;
      case CAFFEINE, CACHE2K -> form != Form.QUICK || !row.equals(SILENT);
    };
  }

  private static boolean isHeap(String row) {
    return row.equals(IDLE) || row.equals(TRAFFIC) || row.equals(TRAFFIC_ELSEWHERE);
  }

  private static boolean isCpu(String row) {
    return row.equals(SILENT) || row.equals(ASYNC) || row.equals(SYNC);
  }

  @Override
  public List<String> jvmOptions(String row, Form form) {
    return isHeap(row) ? Machine.exactHeap(3072) : List.of("-Xms2g", "-Xmx2g");
  }

  @Override
  public void measure(Step step, Figures figures) throws Exception {
    int entries = step.form().choose(20_000, 1_000_000, 1_000_000);
    if (isHeap(step.row())) {
      measureHeap(step, entries, figures);
    } else if (isCpu(step.row())) {
      measureCpu(step, entries, figures);
    } else {
      measurePaced(step, figures);
    }
  }

  private static Terms terms(long millis) {
    return Terms.of(Lifetime.CREATED).promptAfter(millis);
  }

  private static Integer[] keys(int entries) {
    Integer[] keys = new Integer[entries];
    Arrays.setAll(keys, i -> i);
    return keys;
  }

  /** Stores all, and returns when the last of them is due. */
  private static long fill(Subject subject, Integer[] keys, ExpiryLedger ledger) {
    long due = 0;
    for (Integer key : keys) {
      due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIVE_MILLIS);
      ledger.expect(key, due);
      subject.put(key, new Object());
    }
    return due;
  }

  private static void measureHeap(Step step, int entries, Figures figures) throws Exception {
    Integer[] keys = keys(entries);
    ExpiryLedger ledger = new ExpiryLedger(entries);
    Subject subject =
        Caches.open(step.contender(), terms(LIVE_MILLIS).listening(ledger.configuration(false)));
    subject.put(-1, "loads classes");
    Subject other = Caches.open(step.contender(), "other", terms(LIVE_MILLIS));
    long empty = Machine.collectedHeap();
    long start = System.nanoTime();
    long due = fill(subject, keys, ledger);
    figures.add("fill ms", (System.nanoTime() - start) / 1e6);
    double full = Machine.collectedHeap() - empty;
    figures.add("late ms", Math.max(0, -remaining(start) / 1e6));
    double peak = 100;
    double held = 100;
    if (!step.row().equals(IDLE)) {
      LightTraffic.begin(step.row().equals(TRAFFIC) ? subject : other);
    }
    for (int moment : MOMENTS) {
      if (moment > step.form().choose(QUICK_MOMENTS, QUICK_MOMENTS, Integer.MAX_VALUE)) {
        break;
      }
      boolean over = held < 1 && ledger.delivered() >= entries;
      long turn = due + TimeUnit.MILLISECONDS.toNanos(moment);
      if (!over) {
        Machine.sleepUntil(turn);
      }
      if (over || System.nanoTime() - turn < TOLERATED_NANOS) {
        figures.add(EVENTS + moment, 100.0 * ledger.delivered() / entries);
        held = over ? held : 100 * (Machine.collectedHeap() - empty) / full;
        peak = Math.max(peak, held);
        figures.add(HELD + moment, Math.max(0, held));
      }
    }
    figures.add(PEAK, peak);
    ledger.report(figures);
  }

  /** Nanoseconds that are left until the first entry is due. */
  private static long remaining(long start) {
    return start + TimeUnit.MILLISECONDS.toNanos(LIVE_MILLIS) - System.nanoTime();
  }

  private static void measureCpu(Step step, int entries, Figures figures) throws Exception {
    Integer[] keys = keys(entries);
    ExpiryLedger ledger = new ExpiryLedger(entries);
    boolean silent = step.row().equals(SILENT);
    Terms terms = terms(LIVE_MILLIS);
    warmUp(step, entries / 10);
    Subject subject =
        Caches.open(
            step.contender(),
            silent ? terms : terms.listening(ledger.configuration(step.row().equals(SYNC))));
    long empty = Machine.collectedHeap();
    long due = fill(subject, keys, ledger);
    double full = Machine.collectedHeap() - empty;
    long cpu = Machine.processCpuNanos();
    long end = due + TimeUnit.SECONDS.toNanos(step.form().choose(1, silent ? 3 : 6, 10));
    while (System.nanoTime() < end && ledger.delivered() < entries) {
      Thread.sleep(20);
    }
    cpu = Machine.processCpuNanos() - cpu;
    long delivered = ledger.delivered();
    double expired =
        silent
            ? entries * Math.min(1, 1 - (Machine.collectedHeap() - empty) / full)
            : (double) delivered;
    figures.add("expired %", 100 * expired / entries);
    if (expired >= entries / 100.0) {
      figures.add(CPU, cpu / 1e3 / expired);
    }
    if (!silent) {
      figures.add("all delivered after ms", Math.max(0, (System.nanoTime() - due) / 1e6));
      ledger.report(figures);
    }
  }

  private static void warmUp(Step step, int entries) throws InterruptedException {
    ExpiryLedger ledger = new ExpiryLedger(entries);
    Terms terms = terms(PACED_MILLIS);
    Subject subject =
        Caches.open(
            step.contender(),
            "warm-up",
            step.row().equals(SILENT)
                ? terms
                : terms.listening(ledger.configuration(step.row().equals(SYNC))));
    ledger.smallerWave(
        subject, PACED_MILLIS, step.row().equals(SILENT) ? 2 * PACED_MILLIS : 10 * PACED_MILLIS);
  }

  private static void measurePaced(Step step, Figures figures) throws Exception {
    int millis = step.form().choose(200, 4000, 20_000);
    ExpiryLedger ledger = new ExpiryLedger(millis * PACED_PER_MILLISECOND);
    Subject subject =
        Caches.open(step.contender(), terms(PACED_MILLIS).listening(ledger.configuration(false)));
    long start = System.nanoTime();
    int key = 0;
    for (int i = 0; i < millis; i++) {
      for (int j = 0; j < PACED_PER_MILLISECOND; j++) {
        ledger.expect(key, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PACED_MILLIS));
        subject.put(key, key);
        key++;
      }
      Machine.sleepUntil(start + TimeUnit.MILLISECONDS.toNanos(i + 1L));
    }
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(3 * PACED_MILLIS);
    while (System.nanoTime() < end && ledger.delivered() < key) {
      Thread.sleep(5);
    }
    ledger.report(figures);
  }
}

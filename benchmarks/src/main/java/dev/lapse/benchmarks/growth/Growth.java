package dev.lapse.benchmarks.growth;

import dev.lapse.benchmarks.harness.Figures;
import dev.lapse.benchmarks.harness.Form;
import dev.lapse.benchmarks.harness.Machine;
import dev.lapse.benchmarks.harness.Section;
import dev.lapse.benchmarks.harness.Step;
import dev.lapse.benchmarks.reclaim.ExpiryLedger;
import dev.lapse.benchmarks.subject.Caches;
import dev.lapse.benchmarks.subject.Contender;
import dev.lapse.benchmarks.subject.Lifetime;
import dev.lapse.benchmarks.subject.Subject;
import dev.lapse.benchmarks.subject.Terms;
import dev.lapse.benchmarks.throughput.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Main figures with more and more entries, and with more and more caches of one manager. */
public final class Growth implements Section {

  /** Bytes that an entry takes. */
  public static final String BYTES = "bytes an entry";

  /** Bytes that an empty cache takes. */
  public static final String EMPTY_BYTES = "bytes a cache";

  /** Million reads a second of processor time. */
  public static final String GET = "get, Mops of CPU";

  /** Million overwriting puts a second of processor time. */
  public static final String PUT = "put, Mops of CPU";

  /** How long after the last deadline all entries had expired, heard by a listener. */
  public static final String DRAINED = "drained after ms";

  /** What the process does while nothing happens, per cent of one processor. */
  public static final String IDLE = "idle CPU %";

  private static final int ENTRIES_OF_MANY_CACHES = 100_000;
  private static final long DYING_MILLIS = 1000;

  /** So that nothing is optimized away. */
  private static volatile int sink;

  /** Creates the section. */
  public Growth() {}

  @Override
  public String id() {
    return "growth";
  }

  @Override
  public List<String> rows(Form form) {
    return switch (form) {
      case SMOKE -> List.of();
      case QUICK -> List.of("entries-10000", "entries-1000000", "caches-1000");
      case FULL ->
          List.of(
              "entries-10000",
              "entries-100000",
              "entries-1000000",
              "entries-10000000",
              "caches-1",
              "caches-10",
              "caches-1000");
    };
  }

  @Override
  public String title(String row) {
    int count = count(row);
    return isOfEntries(row)
        ? "%,d entries".formatted(count)
        : "%,d %s, %,d entries in all"
            .formatted(count, count == 1 ? "cache" : "caches", ENTRIES_OF_MANY_CACHES);
  }

  private static boolean isOfEntries(String row) {
    return row.startsWith("entries-");
  }

  private static int count(String row) {
    return Integer.parseInt(row.substring(row.indexOf('-') + 1));
  }

  @Override
  public int rounds(String row, Form form) {
    return 1; // what grows by a factor of ten shows through the noise
  }

  @Override
  public boolean admits(String row, Contender contender, Form form) {
    return switch (contender) {
      case MAP -> form == Form.FULL && isOfEntries(row);
      case LAPSE, CAFFEINE, CACHE2K -> true;
      case EHCACHE, RI -> form == Form.FULL;
      case CAFFEINE_OWN, CAFFEINE_PLAIN -> false;
    };
  }

  @Override
  public List<String> jvmOptions(String row, Form form) {
    String heap = row.equals("entries-10000000") ? "6g" : "2g";
    return List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC");
  }

  @Override
  public void measure(Step step, Figures figures) throws Exception {
    boolean ofEntries = isOfEntries(step.row());
    int caches = ofEntries ? 1 : count(step.row());
    Keys keys = new Keys(ofEntries ? count(step.row()) : ENTRIES_OF_MANY_CACHES);
    Terms terms = Terms.of(Lifetime.MODIFIED);
    Caches.open(step.contender(), "first", terms).put(-1, "loads classes");
    long before = Machine.settledHeap();
    List<Subject> subjects = open(step.contender(), "kept-", caches, terms);
    long empty = Machine.settledHeap();
    fill(subjects, keys);
    long full = Machine.settledHeap();
    if (!ofEntries) {
      figures.add(EMPTY_BYTES, (double) (empty - before) / caches);
    }
    figures.add(BYTES, (double) (full - (ofEntries ? before : empty)) / keys.all().size());
    long nanos = TimeUnit.MILLISECONDS.toNanos(step.form().choose(10, 300, 2000));
    figures.add(GET, operate(subjects, keys, nanos, false));
    figures.add(PUT, operate(subjects, keys, nanos, true));
    long idle = TimeUnit.MILLISECONDS.toNanos(step.form().choose(10, 700, 5000));
    long cpu = Machine.processCpuNanos();
    Machine.sleepUntil(System.nanoTime() + idle);
    figures.add(IDLE, 100.0 * (Machine.processCpuNanos() - cpu) / idle);
    if (step.contender() != Contender.EHCACHE
        && step.contender() != Contender.RI
        && step.contender() != Contender.MAP) {
      drain(step, caches, keys, figures);
    }
  }

  private static List<Subject> open(Contender contender, String name, int caches, Terms terms) {
    List<Subject> subjects = new ArrayList<>();
    for (int i = 0; i < caches; i++) {
      subjects.add(Caches.open(contender, name + i, terms));
    }
    return subjects;
  }

  private static void fill(List<Subject> subjects, Keys keys) {
    for (Integer key : keys.all()) {
      subjects.get(key % subjects.size()).put(key, key);
    }
  }

  /** The better half of the time is for warming up. */
  private static double operate(List<Subject> subjects, Keys keys, long nanos, boolean put) {
    run(subjects, keys, nanos, put);
    long cpu = Machine.threadCpuNanos();
    long operations = run(subjects, keys, nanos, put);
    return operations * 1e3 / (Machine.threadCpuNanos() - cpu);
  }

  private static long run(List<Subject> subjects, Keys keys, long nanos, boolean put) {
    long end = System.nanoTime() + nanos;
    int operations = 0;
    int found = 0;
    while (System.nanoTime() - end < 0) {
      for (int i = 0; i < 1000; i++) {
        Integer key = keys.drawn(operations++);
        Subject subject = subjects.get(key % subjects.size());
        if (put) {
          subject.put(key, key);
        } else {
          found += subject.get(key) == null ? 0 : 1;
        }
      }
    }
    sink = found;
    return operations;
  }

  private static void drain(Step step, int caches, Keys keys, Figures figures)
      throws InterruptedException {
    ExpiryLedger ledger = new ExpiryLedger(keys.all().size());
    Terms terms =
        Terms.of(Lifetime.CREATED).promptAfter(DYING_MILLIS).listening(ledger.configuration(false));
    List<Subject> subjects = open(step.contender(), "dying-", caches, terms);
    long due = 0;
    for (Integer key : keys.all()) {
      due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DYING_MILLIS);
      ledger.expect(key, due);
      subjects.get(key % caches).put(key, key);
    }
    long end = due + TimeUnit.SECONDS.toNanos(step.form().choose(1, 5, 20));
    while (ledger.delivered() < keys.all().size() && System.nanoTime() < end) {
      Thread.sleep(1);
    }
    figures.add("delivered %", 100.0 * ledger.delivered() / keys.all().size());
    if (ledger.delivered() == keys.all().size()) {
      figures.add(DRAINED, Math.max(0, (System.nanoTime() - due) / 1e6));
    }
  }
}

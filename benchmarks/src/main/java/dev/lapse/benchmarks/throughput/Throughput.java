package dev.lapse.benchmarks.throughput;

import dev.lapse.benchmarks.harness.Figures;
import dev.lapse.benchmarks.harness.Form;
import dev.lapse.benchmarks.harness.Section;
import dev.lapse.benchmarks.harness.Step;
import dev.lapse.benchmarks.subject.Caches;
import dev.lapse.benchmarks.subject.Contender;
import dev.lapse.benchmarks.subject.Subject;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Operations a second. Each step is one workload on one contender in a JVM of its own, so that what
 * the compiler learns from one does not reach another. First by one thread, then by two.
 */
public final class Throughput implements Section {

  /** Million operations a second of processor time, one thread. */
  public static final String CPU = "Mops of CPU";

  /** Million operations a second by the clock on the wall, one thread. */
  public static final String WALL = "Mops";

  /** Million operations a second by the clock on the wall, two threads together. */
  public static final String WALL_OF_TWO = "Mops of 2 threads";

  /** Bytes that one operation allocates in the thread that calls it. */
  public static final String BYTES = "bytes allocated";

  /** Events that were not delivered yet when the last operation returned, per cent. */
  public static final String BACKLOG = "backlog %";

  private static final int ENTRIES = 100_000;

  /** Creates the section. */
  public Throughput() {}

  @Override
  public String id() {
    return "throughput";
  }

  @Override
  public List<String> rows(Form form) {
    if (form == Form.SMOKE) {
      return List.of(Workload.ALL.get(0).id());
    }
    return Workload.ALL.stream().map(Workload::id).toList();
  }

  @Override
  public String title(String row) {
    return Workload.of(row).title();
  }

  /**
   * Tells rows that are a matter of JCache.
   *
   * @param row the row
   * @return whether there is no floor to compare with
   */
  public static boolean isWithoutFloor(String row) {
    return Workload.of(row).needsJCache();
  }

  @Override
  public int rounds(String row, Form form) {
    // events and copies cost so much that the noise is nothing beside it
    return form.choose(1, Workload.of(row).needsJCache() ? 1 : 2, 5);
  }

  @Override
  public boolean admits(String row, Contender contender, Form form) {
    Workload workload = Workload.of(row);
    if (contender == Contender.CAFFEINE_PLAIN) {
      return workload.hasListener() && form == Form.FULL;
    }
    if (contender == Contender.CAFFEINE_OWN && form == Form.QUICK) {
      return List.of("get-created", "get-touched", "put").contains(row);
    }
    return contender.isJCache() || !workload.needsJCache();
  }

  /** Where two threads are of interest: a target names them, or statistics could get in the way. */
  private static boolean isForTwo(String row, Form form) {
    return form == Form.FULL
        ? !Workload.of(row).hasListener()
        : List.of("get-created", "get-touched", "mixed", "get-statistics").contains(row);
  }

  @Override
  public List<String> jvmOptions(String row, Form form) {
    return List.of("-Xms1g", "-Xmx1g");
  }

  @Override
  public void measure(Step step, Figures figures) throws Exception {
    Workload workload = Workload.of(step.row());
    Keys keys = new Keys(ENTRIES);
    Subject subject = Caches.open(step.contender(), workload.terms());
    for (Integer key : keys.all()) {
      subject.put(key, workload.firstValues().apply(key));
    }
    Form form = step.form();
    long warmup = millis(form.choose(20, 400, 1000));
    long window = millis(form.choose(10, 80, 300));
    int windows = form.choose(1, 3, 5);
    Worker worker = new Worker(workload.batch(), subject, keys, 0);
    warmUp(worker, warmup);
    long before = EventCounter.delivered();
    Window[] alone = new Window[windows];
    long operations = 0;
    for (int i = 0; i < windows; i++) {
      alone[i] = worker.run(window);
      operations += alone[i].operations();
    }
    if (workload.hasListener()) {
      long delivered = EventCounter.delivered() - before;
      figures.add(BACKLOG, Math.max(0, 100.0 * (operations - delivered) / operations));
    }
    figures.add(CPU, median(alone, Window::operationsPerCpuMicrosecond));
    figures.add(WALL, median(alone, Window::operationsPerMicrosecond));
    figures.add(BYTES, median(alone, Window::bytesPerOperation));
    if (isForTwo(step.row(), form)) {
      Worker other = new Worker(workload.batch(), subject, keys, 1);
      figures.add(WALL_OF_TWO, together(worker, other, warmup / 3, window, windows));
    }
  }

  /** Until the thread has worked for so long, however many others want the processor. */
  private static void warmUp(Worker worker, long nanos) {
    long worked = 0;
    while (worked < nanos) {
      worked += worker.run(nanos / 10).cpuNanos();
    }
  }

  private static long millis(int millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static double median(Window[] windows, ToDoubleFunction<Window> figure) {
    double[] figures = Arrays.stream(windows).mapToDouble(figure).sorted().toArray();
    return figures[figures.length / 2];
  }

  /** Two threads begin each window at the same moment. */
  private static double together(Worker one, Worker other, long warmup, long window, int windows)
      throws InterruptedException {
    CyclicBarrier start = new CyclicBarrier(2);
    double[][] figures = new double[2][windows];
    Thread second = new Thread(() -> alongside(other, start, warmup, window, figures[1]), "second");
    second.start();
    alongside(one, start, warmup, window, figures[0]);
    second.join();
    double[] sums = new double[windows];
    Arrays.setAll(sums, i -> figures[0][i] + figures[1][i]);
    Arrays.sort(sums);
    return sums[windows / 2];
  }

  private static void alongside(
      Worker worker, CyclicBarrier start, long warmup, long window, double[] figures) {
    try {
      start.await();
      worker.run(warmup);
      for (int i = 0; i < figures.length; i++) {
        start.await();
        figures[i] = worker.run(window).operationsPerMicrosecond();
      }
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}

package dev.lapse.benchmarks.hitratio;

import dev.lapse.benchmarks.harness.Figures;
import dev.lapse.benchmarks.harness.Form;
import dev.lapse.benchmarks.harness.Section;
import dev.lapse.benchmarks.harness.Step;
import dev.lapse.benchmarks.subject.Contender;
import dev.lapse.jcache.eviction.EvictionPolicy;
import java.io.IOException;
import java.util.List;
import java.util.zip.ZipFile;

/**
 * Hit ratios of the default policy and of Caffeine's. A row is a trace, a figure one size. Without
 * the jar that has the traces there are no rows.
 */
public final class HitRatio implements Section {

  /** The hits at a size, which follows, in per cent. */
  public static final String HITS = "hit % at ";

  /** Where the jar of Caffeine's simulator is, which has the traces. */
  private static final String TRACES = System.getProperty("benchmarks.traces", "");

  private static final List<String> SHORT = List.of("web07", "multi3", "gli", "cpp", "2_pools");

  /** Creates the section. */
  public HitRatio() {}

  /**
   * Returns the sizes of cache that a trace is run with.
   *
   * @param row the trace
   * @return the sizes
   */
  public static List<Integer> sizes(String row) {
    return source(row).sizes();
  }

  private static Trace.Source source(String row) {
    return Trace.SOURCES.stream()
        .filter(source -> source.name().equals(row))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no trace '" + row + "'"));
  }

  @Override
  public String id() {
    return "hit-ratio";
  }

  @Override
  public List<String> rows(Form form) {
    if (TRACES.isEmpty() || form == Form.SMOKE) {
      return List.of();
    }
    return form == Form.QUICK ? SHORT : Trace.SOURCES.stream().map(Trace.Source::name).toList();
  }

  @Override
  public String title(String row) {
    return row;
  }

  @Override
  public int rounds(String row, Form form) {
    return 1; // they do not vary
  }

  @Override
  public boolean admits(String row, Contender contender, Form form) {
    return contender == Contender.LAPSE || contender == Contender.CAFFEINE_OWN;
  }

  @Override
  public List<String> jvmOptions(String row, Form form) {
    return List.of("-Xmx2g", "-Dbenchmarks.traces=" + TRACES);
  }

  @Override
  public void measure(Step step, Figures figures) throws IOException {
    try (ZipFile simulator = new ZipFile(TRACES)) {
      Trace trace = Trace.read(source(step.row()), simulator);
      for (int size : sizes(step.row())) {
        Contestant contestant =
            step.contender() == Contender.LAPSE
                ? new BoundMap(EvictionPolicy.ALLKEYS_TINYLFU, size)
                : new CaffeineCache(size);
        figures.add(HITS + size, contestant.run(trace));
      }
    }
  }
}

package dev.lapse.benchmarks.report;

import dev.lapse.benchmarks.harness.Form;
import dev.lapse.benchmarks.harness.Results;
import dev.lapse.benchmarks.harness.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Writes {@code report.md} and its charts. */
public final class Report {

  private static final String COMMAND =
      "mvn -q -Pbenchmarks -DskipTests -pl benchmarks -am verify \"-Dargs=%s\"";

  private final Results results;
  private final Map<String, Sheet> sheets = new TreeMap<>();
  private final Path directory;
  private final Form form;
  private final Markdown text = new Markdown();

  /**
   * Creates a report.
   *
   * @param results what was measured
   * @param sections all sections
   * @param directory where it goes
   */
  public Report(Results results, List<Section> sections, Path directory) {
    this.results = results;
    this.directory = directory;
    this.form =
        Form.valueOf(results.facts().getOrDefault("form", "quick").toUpperCase(Locale.ROOT));
    sections.forEach(section -> sheets.put(section.id(), new Sheet(section, results, form)));
  }

  /**
   * Writes it.
   *
   * @return the file
   * @throws IOException if it cannot be written
   */
  public Path write() throws IOException {
    text.heading(1, "Benchmark report");
    introduction();
    targets();
    new ThroughputPart(sheet("throughput"), text, directory).write();
    MemoryPart.write(sheet("memory"), text, directory);
    new ReclaimPart(sheet("reclaim"), text, directory).write();
    LatencyPart.write(sheet("latency"), text, directory);
    HitRatioPart.write(sheet("hit-ratio"), text, directory);
    GrowthPart.write(sheet("growth"), text, directory);
    configurations();
    Path file = directory.resolve("report.md");
    Files.writeString(file, text.toString().stripTrailing() + "\n");
    return file;
  }

  private Sheet sheet(String section) {
    Sheet sheet = sheets.get(section);
    if (sheet == null) {
      throw new IllegalArgumentException("no section '" + section + "'");
    }
    return sheet;
  }

  private void introduction() {
    text.paragraph(
        """
        Written by the module `benchmarks`. Every step was measured in a JVM of its own, contenders by
        turns in each round; figures are medians of the rounds. Compare ratios rather than figures:
        they hold between machines. What is measured and how: [benchmarks.md](../benchmarks.md).
        """);
    text.head(List.of("", ""));
    results
        .facts()
        .forEach(
            (name, fact) ->
                text.row(
                    List.of(
                        name,
                        name.equals(Results.OPTIONS)
                            ? "`" + COMMAND.formatted(fact).replace(" \"-Dargs=\"", "") + "`"
                            : fact)));
    text.endTable();
    if (!results.failures().isEmpty()) {
      text.paragraph("**Failed:** " + String.join(", ", results.failures()) + ".");
    }
    text.paragraph(
        "A row again: the same command with the option beside it, as in `"
            + COMMAND.formatted("--rows throughput/get-created --contenders map,lapse,cache2k")
            + "`.");
  }

  private void targets() {
    text.heading(2, "Against the targets");
    List<Target> all = new ArrayList<>(new Targets(sheets).all());
    long measured = all.stream().filter(target -> target.measured().isPresent()).count();
    long met = all.stream().filter(Target::isMet).count();
    text.paragraph(
        ("%d of the %d that were measured are met. Why the others are not: see"
                + " [benchmarks.md](../benchmarks.md#targets-that-are-not-met).")
            .formatted(met, measured));
    text.head(1, List.of("target", "wanted", "measured", "", "again"));
    for (Target target : all) {
      text.row(
          List.of(
              target.what(),
              target.wantedText(),
              target.measuredText(),
              target.verdict(),
              target.command()));
    }
    text.endTable();
  }

  private void configurations() {
    text.heading(2, "How each was set up");
    text.paragraph(
        """
        Through `javax.cache` alone, by `MutableConfiguration`, with the expiry policies and the
        listeners of JCache. Beyond that:
        """);
    text.head(List.of("contender", "set up"));
    text.row(List.of("Lapse", "nothing: as it comes"));
    text.row(
        List.of(
            "Caffeine jcache",
            "`CaffeineConfiguration` with `Scheduler.systemScheduler()` where entries are to expire"
                + " by themselves, as its documentation says for prompt expiry; a common pool of at"
                + " least two threads, since with one a thread is started for each event"));
    text.row(
        List.of(
            "Caffeine jcache as it comes",
            "without the two; only where events or expiry are measured, in the full form"));
    text.row(
        List.of(
            "cache2k",
            "`entryCapacity(Long.MAX_VALUE)`, since it holds 1,802 entries of its own accord;"
                + " by value with `copyAlwaysIfRequested`, without which it does not copy once it has"
                + " a setting of its own; it expires by a timer of its own accord"));
    text.row(
        List.of(
            "Ehcache",
            "as it comes: on the heap, without a bound; it has no active expiry. Its class path has"
                + " no JAXB, which only XML files need"));
    text.row(List.of("reference impl.", "as it comes; it has no active expiry"));
    text.row(
        List.of(
            "Caffeine's own",
            "the same cache without JCache: `Caffeine.newBuilder().expireAfter(…)` with a variable"
                + " expiry that does as the JCache policy"));
    text.row(
        List.of(
            "plain map",
            "the floor: `ConcurrentHashMap`, whose value object has a value and a deadline; one"
                + " clock read a call; nothing else of a cache"));
    text.endTable();
    text.paragraph(
        """
        JVM: G1, a fixed heap of 1 GiB (throughput) or 2 GiB; where the heap itself is measured, the
        serial collector with full compaction, since others leave dead objects behind.
        """);
  }
}

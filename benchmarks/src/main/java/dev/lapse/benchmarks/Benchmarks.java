package dev.lapse.benchmarks;

import dev.lapse.benchmarks.harness.Form;
import dev.lapse.benchmarks.harness.Results;
import dev.lapse.benchmarks.harness.Section;
import dev.lapse.benchmarks.harness.Step;
import dev.lapse.benchmarks.report.Report;
import dev.lapse.benchmarks.subject.Contender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Measures and writes a report. Each step runs in a JVM of its own; within a round the contenders
 * take turns, so that what disturbs the machine for a while disturbs all of them.
 */
public final class Benchmarks {

  private final Options options;
  private final Results results;

  private Benchmarks(Options options, String... args) {
    this.options = options;
    this.results = new Results(Environment.describe(options, args));
  }

  /**
   * Measures what the options ask for.
   *
   * @param args the options; see {@code --help}
   * @throws IOException if the report cannot be written
   * @throws InterruptedException if interrupted
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (List.of(args).contains("--help")) {
      System.out.print(Options.HELP);
      return;
    }
    Options options = Options.parse(args);
    Files.createDirectories(options.directory());
    Path file = options.directory().resolve("results.tsv");
    if (!options.reportOnly()) {
      long start = System.nanoTime();
      Benchmarks benchmarks = new Benchmarks(options, args);
      for (Section section : Sections.ALL) {
        benchmarks.measure(section);
        benchmarks.results.write(file); // what there is, should the next one be broken off
      }
      System.out.printf("measured in %d s%n", (System.nanoTime() - start) / 1_000_000_000);
    }
    Path report = new Report(Results.read(file), Sections.ALL, options.directory()).write();
    System.out.println("written to " + report.toAbsolutePath());
  }

  private void measure(Section section) throws IOException, InterruptedException {
    Form form = options.form();
    List<String> rows =
        section.rows(form).stream().filter(row -> options.wants(section.id(), row)).toList();
    int rounds = rows.stream().mapToInt(row -> options.rounds(section, row)).max().orElse(0);
    for (int i = 0; i < rounds; i++) {
      int round = i;
      for (String row : rows.stream().filter(r -> round < options.rounds(section, r)).toList()) {
        List<Contender> contenders = new ArrayList<>(options.contenders());
        Collections.rotate(contenders, round);
        for (Contender contender : contenders) {
          if (section.admits(row, contender, form)) {
            measure(
                new Step(section.id(), row, contender, form, section.jvmOptions(row, form)), round);
          }
        }
      }
    }
  }

  private void measure(Step step, int round) throws IOException, InterruptedException {
    StringBuilder line =
        new StringBuilder(
            "%s/%s %s, round %d:"
                .formatted(step.section(), step.row(), step.contender().id(), round + 1));
    List<String> failure =
        Forked.run(
            step,
            recording(step, round),
            (name, value) -> {
              results.add(step, name, value);
              line.append("  %s %.4g".formatted(name, value));
            });
    System.out.println(line);
    if (!failure.isEmpty()) {
      results.add(step, Results.FAILED, 1);
      failure.forEach(text -> System.out.println("  ! " + text));
    }
  }

  private List<String> recording(Step step, int round) throws IOException {
    if (options.profiles().isEmpty()) {
      return List.of();
    }
    Path directory = options.profiles().get();
    Files.createDirectories(directory);
    String name =
        "%s-%s-%s-%d.jfr".formatted(step.section(), step.row(), step.contender().id(), round + 1);
    return List.of(
        "-XX:StartFlightRecording=settings=profile,filename=" + directory.resolve(name),
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+DebugNonSafepoints");
  }
}

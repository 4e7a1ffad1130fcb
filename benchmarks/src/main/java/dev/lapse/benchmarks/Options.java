package dev.lapse.benchmarks;

import dev.lapse.benchmarks.harness.Form;
import dev.lapse.benchmarks.harness.Section;
import dev.lapse.benchmarks.subject.Contender;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the command line asks for.
 *
 * @param form how thoroughly
 * @param rows what to measure, as {@code section} or {@code section/row}; all if there are none
 * @param contenders what to measure it on
 * @param rounds how often; as the form says if it is 0
 * @param directory where the report goes
 * @param profiles where recordings of the Flight Recorder go; empty if none are to be made
 * @param reportOnly whether not to measure, but to write the report of what was measured before
 */
record Options(
    Form form,
    List<String> rows,
    List<Contender> contenders,
    int rounds,
    Path directory,
    Optional<Path> profiles,
    boolean reportOnly) {

  static final String HELP =
      """
      --quick                    less than ten minutes on two cores; that is the default
      --full                     about one and a half hours
      --smoke                    seconds; the figures mean nothing
      --rows section/row,...     only these rows, or sections
      --contenders name,...      only these; see the names in the report
      --rounds number            how often each step is repeated
      --profiles directory       a recording of the Flight Recorder of each step
      --report-only              measures nothing, and writes the report again from results.tsv
      --out directory            where the report goes; target/report if not said
      """;

  static Options parse(String... args) {
    Form form = Form.QUICK;
    List<String> rows = List.of();
    List<Contender> contenders = List.of(Contender.values());
    int rounds = 0;
    Path directory = Path.of("target", "report");
    Optional<Path> profiles = Optional.empty();
    boolean reportOnly = false;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--quick" -> form = Form.QUICK;
        case "--full" -> form = Form.FULL;
        case "--smoke" -> form = Form.SMOKE;
        case "--rows" -> rows = list(value(args, ++i));
        case "--contenders" ->
            contenders = list(value(args, ++i)).stream().map(Contender::of).toList();
        case "--rounds" -> rounds = Integer.parseInt(value(args, ++i));
        case "--profiles" -> profiles = Optional.of(Path.of(value(args, ++i)));
        case "--report-only" -> reportOnly = true;
        case "--out" -> directory = Path.of(value(args, ++i));
        default -> throw new IllegalArgumentException("no option '" + args[i] + "'");
      }
    }
    return new Options(form, rows, contenders, rounds, directory, profiles, reportOnly);
  }

  private static String value(String[] args, int i) {
    if (i == args.length) {
      throw new IllegalArgumentException("a value is missing after " + args[i - 1]);
    }
    return args[i];
  }

  private static List<String> list(String value) {
    return Arrays.asList(value.split(",", -1));
  }

  boolean wants(String section, String row) {
    return rows.isEmpty() || rows.contains(section) || rows.contains(section + "/" + row);
  }

  int rounds(Section section, String row) {
    return rounds == 0 ? section.rounds(row, form) : rounds;
  }
}

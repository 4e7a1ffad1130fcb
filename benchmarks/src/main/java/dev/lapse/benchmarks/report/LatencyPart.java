package dev.lapse.benchmarks.report;

import dev.lapse.benchmarks.latency.Latency;
import dev.lapse.benchmarks.subject.Contender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** How long a read takes while others expire. */
final class LatencyPart {

  private static final List<Double> TAIL = List.of(50.0, 99.0, 99.9, 100.0);

  private LatencyPart() {}

  static void write(Sheet sheet, Markdown text, Path directory) throws IOException {
    if (sheet.rows().isEmpty()) {
      return;
    }
    text.heading(2, "Latency of a read while a million entries expire");
    text.paragraph(
        """
        5,000 reads a second of live entries, before, while and after a million others of the same
        cache expire; the wave lasts from the first deadline until 2.5 s after the last. A read
        counts from the moment when its turn came, so what it waits for those before it is in. The
        plain map shows what the machine does by itself. Microseconds: p50 / p99 / p99.9 / most.
        """);
    for (String row : sheet.rows()) {
      chart(row, sheet, text, directory);
      text.heading(3, "With " + sheet.section().title(row));
      text.head(
          1,
          List.of(
              "provider",
              "before",
              "in the wave",
              "after",
              "p99.9 in the wave without pauses",
              "pauses in the wave: number, ms, longest",
              "events missing",
              "again"));
      for (Contender contender : sheet.contenders()) {
        if (sheet.median(row, contender, Latency.percentile("wave", 99)).isPresent()) {
          text.row(
              List.of(
                  contender.title(),
                  tail(sheet, row, contender, "before"),
                  tail(sheet, row, contender, "wave"),
                  tail(sheet, row, contender, "after"),
                  sheet.cell(row, contender, "wave p99.9 us outside of pauses", 0),
                  "%s, %s, %s"
                      .formatted(
                          sheet.cell(row, contender, "wave pauses", 0),
                          sheet.cell(row, contender, "wave pauses ms", 0),
                          sheet.cell(row, contender, "wave longest pause ms", 0)),
                  sheet.cell(row, contender, "events missing", 0),
                  sheet.command(row)));
        }
      }
      text.endTable();
    }
  }

  private static String tail(Sheet sheet, String row, Contender contender, String phase) {
    return String.join(
        " / ",
        TAIL.stream()
            .map(p -> sheet.cell(row, contender, Latency.percentile(phase, p), 0))
            .toList());
  }

  private static void chart(String row, Sheet sheet, Markdown text, Path directory)
      throws IOException {
    String title = "Latency of get in the wave (solid) and before it (dashed), µs";
    List<String> names =
        Latency.PERCENTILES.stream()
            .map(p -> p == 100 ? "most" : "p" + (p % 1 == 0 ? String.valueOf(p.intValue()) : p))
            .toList();
    LineChart chart = new LineChart(title, "percentile", "µs").logarithmic().symbols(names);
    for (Contender contender : sheet.contenders()) {
      chart.add(contender, contender.title(), points(sheet, row, contender, "wave"));
      chart.addDashed(
          contender, contender.title() + ", before", points(sheet, row, contender, "before"));
    }
    String file = "latency-" + row + ".svg";
    if (chart.write(directory.resolve(file))) {
      text.image(title, file);
    }
  }

  private static List<double[]> points(Sheet sheet, String row, Contender contender, String phase) {
    List<double[]> points = new ArrayList<>();
    for (int i = 0; i < Latency.PERCENTILES.size(); i++) {
      OptionalDouble value =
          sheet.median(row, contender, Latency.percentile(phase, Latency.PERCENTILES.get(i)));
      if (value.isPresent()) {
        points.add(new double[] {i, Math.max(0.1, value.getAsDouble())});
      }
    }
    return points;
  }
}

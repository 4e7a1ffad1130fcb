package dev.lapse.benchmarks.report;

import dev.lapse.benchmarks.growth.Growth;
import dev.lapse.benchmarks.subject.Contender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Main figures with more and more entries, and with more and more caches. */
final class GrowthPart {

  private static final List<String> FIGURES =
      List.of(
          Growth.GET, Growth.PUT, Growth.BYTES, Growth.EMPTY_BYTES, Growth.DRAINED, Growth.IDLE);

  private GrowthPart() {}

  static void write(Sheet sheet, Markdown text, Path directory) throws IOException {
    if (sheet.rows().isEmpty()) {
      return;
    }
    text.heading(2, "Growth");
    text.paragraph(
        """
        Drained: how long after the last deadline all events were there, of as many entries with one
        second to live. Idle: what the process does while nothing happens. A hyphen: not within the
        time, or not measured.
        """);
    String title = "Growth: million reads a second of processor time";
    BarChart chart = new BarChart(title, "Mops").digits(1);
    for (Contender contender : sheet.contenders()) {
      for (String row : sheet.rows()) {
        chart.add(contender, sheet.section().title(row), sheet.median(row, contender, Growth.GET));
      }
    }
    if (chart.write(directory.resolve("growth.svg"))) {
      text.image(title, "growth.svg");
    }
    List<String> head = new ArrayList<>(List.of("", "provider"));
    head.addAll(FIGURES);
    head.add("again");
    text.head(2, head);
    for (String row : sheet.rows()) {
      for (Contender contender : sheet.contenders()) {
        if (sheet.median(row, contender, Growth.GET).isPresent()) {
          List<String> cells =
              new ArrayList<>(List.of(sheet.section().title(row), contender.title()));
          for (String figure : FIGURES) {
            cells.add(sheet.cell(row, contender, figure, figure.contains("Mops") ? 2 : 0));
          }
          cells.add(sheet.command(row));
          text.row(cells);
        }
      }
    }
    text.endTable();
  }
}

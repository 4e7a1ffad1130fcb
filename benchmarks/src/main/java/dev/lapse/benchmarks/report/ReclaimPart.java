package dev.lapse.benchmarks.report;

import dev.lapse.benchmarks.reclaim.Reclaim;
import dev.lapse.benchmarks.subject.Contender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What becomes of entries that nobody reads again. */
final class ReclaimPart {

  private final Sheet sheet;
  private final Markdown text;
  private final Path directory;

  ReclaimPart(Sheet sheet, Markdown text, Path directory) {
    this.sheet = sheet;
    this.text = text;
    this.directory = directory;
  }

  void write() throws IOException {
    text.heading(2, "A million entries that nobody reads again");
    text.paragraph(
        """
        They have three seconds to live; the clock starts when the last of them is due. Held is
        their share of the memory that the full cache had, from the heap after a collection.
        Events went to an asynchronous listener that asks for old values.
        """);
    for (String row : sheet.rows()) {
      if (sheet.median(row, Contender.LAPSE, Reclaim.HELD + Reclaim.MOMENTS.get(0)).isPresent()) {
        chart(row);
        moments(row);
      }
    }
    costs();
    lags();
  }

  private void chart(String row) throws IOException {
    String title = "Dead memory still held: " + sheet.section().title(row);
    LineChart chart =
        new LineChart(title, "seconds after the last deadline", "% of the full cache's memory");
    for (Contender contender : sheet.contenders()) {
      List<double[]> held = points(row, contender, Reclaim.HELD);
      if (!held.isEmpty()) {
        held.add(0, new double[] {0, 100});
      }
      add(chart, contender, held);
    }
    String file = "reclaim-" + row + ".svg";
    if (chart.write(directory.resolve(file))) {
      text.image(title, file);
    }
    String eventsTitle = "Expired events delivered: " + sheet.section().title(row);
    LineChart events =
        new LineChart(eventsTitle, "seconds after the last deadline", "% of all events");
    for (Contender contender : sheet.contenders()) {
      add(events, contender, points(row, contender, Reclaim.EVENTS));
    }
    String eventsFile = "reclaim-" + row + "-events.svg";
    if (events.write(directory.resolve(eventsFile))) {
      text.image(eventsTitle, eventsFile);
    }
  }

  /** Ehcache and the reference implementation do the same here: nothing. Both are to be seen. */
  private static void add(LineChart chart, Contender contender, List<double[]> points) {
    if (contender == Contender.EHCACHE) {
      chart.addDashed(contender, contender.title(), points);
    } else {
      chart.add(contender, contender.title(), points);
    }
  }

  private List<double[]> points(String row, Contender contender, String figure) {
    List<double[]> points = new ArrayList<>();
    for (int moment : Reclaim.MOMENTS) {
      sheet
          .median(row, contender, figure + moment)
          .ifPresent(value -> points.add(new double[] {moment / 1e3, value}));
    }
    return points;
  }

  private void moments(String row) {
    text.heading(3, "Held % / events %: " + sheet.section().title(row));
    List<String> head = new ArrayList<>(List.of("provider"));
    List<Integer> moments =
        Reclaim.MOMENTS.stream()
            .filter(
                moment ->
                    sheet.contenders().stream()
                        .anyMatch(c -> sheet.median(row, c, Reclaim.HELD + moment).isPresent()))
            .toList();
    moments.forEach(moment -> head.add("+%s s".formatted(moment / 1e3)));
    head.addAll(List.of("most held %", "early", "twice", "without old value", "again"));
    text.head(1, head);
    for (Contender contender : sheet.contenders()) {
      if (sheet.median(row, contender, Reclaim.PEAK).isEmpty()) {
        continue;
      }
      boolean late = sheet.median(row, contender, "late ms").orElse(0) > 0;
      List<String> cells = new ArrayList<>(List.of(contender.title() + (late ? " ¹" : "")));
      for (int moment : moments) {
        cells.add(
            sheet.cell(row, contender, Reclaim.HELD + moment, 0)
                + " / "
                + sheet.cell(row, contender, Reclaim.EVENTS + moment, 0));
      }
      cells.add(sheet.cell(row, contender, Reclaim.PEAK, 0));
      cells.add(sheet.cell(row, contender, "events early", 0));
      cells.add(sheet.cell(row, contender, "events twice", 0));
      cells.add(sheet.cell(row, contender, "events without the old value", 0));
      cells.add(sheet.command(row));
      text.row(cells);
    }
    text.endTable();
    if (sheet.contenders().stream()
        .anyMatch(contender -> sheet.median(row, contender, "late ms").orElse(0) > 0)) {
      text.paragraph(
          "¹ It took longer to fill it than its entries had to live, so the full cache was measured"
              + " too late, and is estimated too small.");
    }
  }

  private void costs() {
    List<String> rows =
        sheet.rows().stream()
            .filter(row -> sheet.median(row, Contender.LAPSE, "expired %").isPresent())
            .toList();
    if (rows.isEmpty()) {
      return;
    }
    text.heading(3, "Processor time of it");
    text.paragraph(
        "From the last put until all events are there, or the time is over; collector and compiler"
            + " included. Nothing else runs; a smaller wave came before.");
    text.head(
        1,
        List.of(
            "",
            "provider",
            "expired %",
            "CPU µs an entry",
            "all delivered after",
            "lag p50",
            "lag p99",
            "again"));
    for (String row : rows) {
      for (Contender contender : sheet.contenders()) {
        OptionalDouble expired = sheet.median(row, contender, "expired %");
        if (expired.isPresent()) {
          text.row(
              List.of(
                  sheet.section().title(row),
                  contender.title(),
                  Sheet.cell(expired, 0),
                  sheet.spread(row, contender, Reclaim.CPU, 2),
                  expired.getAsDouble() < 99.9
                      ? "not done"
                      : millis(row, contender, "all delivered after ms"),
                  millis(row, contender, "lag p50 ms"),
                  millis(row, contender, "lag p99 ms"),
                  sheet.command(row)));
        }
      }
    }
    text.endTable();
  }

  private String millis(String row, Contender contender, String figure) {
    OptionalDouble value = sheet.median(row, contender, figure);
    return value.isEmpty() ? Sheet.NOTHING : Sheet.cell(value, 0) + " ms";
  }

  private void lags() {
    String row = "paced";
    if (!sheet.rows().contains(row)) {
      return;
    }
    text.heading(3, "Lag while " + sheet.section().title(row));
    text.head(1, List.of("provider", "p50", "p99", "most", "never delivered", "again"));
    for (Contender contender : sheet.contenders()) {
      if (sheet.median(row, contender, "events missing").isPresent()) {
        text.row(
            List.of(
                contender.title(),
                millis(row, contender, "lag p50 ms"),
                millis(row, contender, "lag p99 ms"),
                millis(row, contender, "lag max ms"),
                sheet.cell(row, contender, "events missing", 0),
                sheet.command(row)));
      }
    }
    text.endTable();
  }
}

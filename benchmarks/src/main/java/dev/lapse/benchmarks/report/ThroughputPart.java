package dev.lapse.benchmarks.report;

import dev.lapse.benchmarks.subject.Contender;
import dev.lapse.benchmarks.throughput.Throughput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Operations a second, and what they allocate. */
final class ThroughputPart {

  private static final List<String> READS = List.of("get-created", "get-touched", "get-statistics");
  private static final List<String> WRITES = List.of("put", "mixed", "invoke", "put-if-absent");
  private static final List<String> EVENTS =
      List.of("listener-none", "listener-sync", "listener-async");
  private static final List<String> COPIES = List.of("get-record", "get-bean");

  private final Sheet sheet;
  private final Markdown text;
  private final Path directory;

  ThroughputPart(Sheet sheet, Markdown text, Path directory) {
    this.sheet = sheet;
    this.text = text;
    this.directory = directory;
  }

  void write() throws IOException {
    text.heading(2, "Throughput");
    text.paragraph(
        """
        100,000 entries, skewed keys (Zipf, 0.99), by reference and without statistics where
        nothing else is said. Ratios are to the plain map of the same round: a `ConcurrentHashMap`
        whose value object carries a deadline, with one clock read a call. One thread by
        processor time, two threads by the clock on the wall. Higher is better; the best provider
        is bold.
        """);
    chart("reads", "Reads, one thread: ratio to a plain map", READS);
    chart("writes", "Writes, one thread: ratio to a plain map", WRITES);
    chartOfTwo();
    chartOfMops("events", "Put and remove of a new key, by listener: Mops, logarithmic", EVENTS);
    chartOfMops("copies", "Get by value: Mops, logarithmic", COPIES);
    ratios("One thread, ratio to the plain map", Throughput.CPU);
    ratios("Two threads, ratio to the plain map", Throughput.WALL_OF_TWO);
    figures("One thread, million operations a second of processor time", Throughput.CPU, 2);
    figures("One thread, million operations a second by the clock", Throughput.WALL, 2);
    figures("Two threads, million operations a second by the clock", Throughput.WALL_OF_TWO, 2);
    figures("Bytes allocated by an operation", Throughput.BYTES, 0);
    figures("Events not delivered yet when the last operation returned, %", Throughput.BACKLOG, 1);
  }

  private void chart(String name, String title, List<String> rows) throws IOException {
    BarChart chart = new BarChart(title, "ratio to the plain map").lineAt(1);
    for (Contender contender : sheet.contenders()) {
      if (contender != Contender.MAP) {
        for (String row : rows) {
          chart.add(
              contender,
              sheet.section().title(row),
              sheet.ratio(row, contender, Contender.MAP, Throughput.CPU));
        }
      }
    }
    place(chart, name, title);
  }

  private void chartOfTwo() throws IOException {
    String title = "Two threads: ratio to a plain map";
    BarChart chart = new BarChart(title, "ratio to the plain map").lineAt(1);
    for (Contender contender : sheet.contenders()) {
      if (contender != Contender.MAP) {
        for (String row : List.of("get-created", "get-touched", "mixed", "get-statistics")) {
          chart.add(
              contender,
              sheet.section().title(row),
              sheet.ratio(row, contender, Contender.MAP, Throughput.WALL_OF_TWO));
        }
      }
    }
    place(chart, "two-threads", title);
  }

  private void chartOfMops(String name, String title, List<String> rows) throws IOException {
    BarChart chart = new BarChart(title, "Mops").logarithmic();
    String figure = name.equals("events") ? Throughput.WALL : Throughput.CPU;
    for (Contender contender : sheet.contenders()) {
      if (contender.isJCache()) {
        for (String row : rows) {
          chart.add(contender, sheet.section().title(row), sheet.median(row, contender, figure));
        }
      }
    }
    place(chart, name, title);
  }

  private void place(BarChart chart, String name, String title) throws IOException {
    String file = "throughput-" + name + ".svg";
    if (chart.write(directory.resolve(file))) {
      text.image(title, file);
    }
  }

  private void ratios(String title, String figure) {
    List<Contender> contenders =
        sheet.contenders().stream().filter(contender -> contender != Contender.MAP).toList();
    List<String> rows =
        sheet.rows().stream()
            .filter(row -> sheet.ratio(row, Contender.LAPSE, Contender.MAP, figure).isPresent())
            .toList();
    if (rows.isEmpty()) {
      return;
    }
    text.heading(3, title);
    List<String> head = new ArrayList<>(List.of("operation"));
    contenders.forEach(contender -> head.add(contender.title()));
    head.add("Lapse to the best peer");
    head.add("again");
    text.head(1, head);
    for (String row : rows) {
      List<String> cells = new ArrayList<>(List.of(sheet.section().title(row)));
      for (Contender contender : contenders) {
        String cell = Sheet.cell(sheet.ratio(row, contender, Contender.MAP, figure), 2);
        cells.add(isBest(row, contender, figure) ? "**" + cell + "**" : cell);
      }
      cells.add(toBestPeer(row, figure));
      cells.add(sheet.command(row));
      text.row(cells);
    }
    text.endTable();
  }

  private String toBestPeer(String row, String figure) {
    Optional<Sheet.Best> best = sheet.bestPeer(row, figure, true);
    if (best.isEmpty()) {
      return Sheet.NOTHING;
    }
    Contender peer = best.get().contender();
    return Sheet.cell(sheet.ratio(row, Contender.LAPSE, peer, figure), 2) + " × " + peer.title();
  }

  private boolean isBest(String row, Contender contender, String figure) {
    OptionalDouble own = sheet.median(row, contender, figure);
    return contender.isJCache()
        && own.isPresent()
        && sheet.contenders().stream()
            .filter(Contender::isJCache)
            .allMatch(other -> sheet.median(row, other, figure).orElse(0) <= own.getAsDouble());
  }

  private void figures(String title, String figure, int digits) {
    List<String> rows =
        sheet.rows().stream()
            .filter(
                row ->
                    sheet.contenders().stream()
                        .anyMatch(c -> sheet.median(row, c, figure).isPresent()))
            .toList();
    if (rows.isEmpty()) {
      return;
    }
    text.heading(3, title);
    text.paragraph("Medians, with the least and the greatest of the rounds.");
    List<String> head = new ArrayList<>(List.of("operation"));
    sheet.contenders().forEach(contender -> head.add(contender.title()));
    text.head(1, head);
    for (String row : rows) {
      List<String> cells = new ArrayList<>(List.of(sheet.section().title(row)));
      sheet
          .contenders()
          .forEach(contender -> cells.add(sheet.spread(row, contender, figure, digits)));
      text.row(cells);
    }
    text.endTable();
  }
}

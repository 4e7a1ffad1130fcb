package dev.lapse.benchmarks.report;

import dev.lapse.benchmarks.memory.Memory;
import dev.lapse.benchmarks.subject.Contender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Bytes an entry. */
final class MemoryPart {

  private MemoryPart() {}

  static void write(Sheet sheet, Markdown text, Path directory) throws IOException {
    text.heading(2, "Memory");
    text.paragraph(
        """
        Bytes that an entry takes: the heap after collection with a million entries, less the heap
        without them. Keys are not counted; one value of 24 bytes is shared by all, until a cache
        copies it. Lower is better.
        """);
    String title = "Memory: bytes an entry, key not counted";
    BarChart chart = new BarChart(title, "bytes").digits(0);
    for (Contender contender : sheet.contenders()) {
      for (String row : sheet.rows()) {
        chart.add(
            contender, sheet.section().title(row), sheet.median(row, contender, Memory.BYTES));
      }
    }
    if (chart.write(directory.resolve("memory.svg"))) {
      text.image(title, "memory.svg");
    }
    List<String> head = new ArrayList<>(List.of("bytes an entry"));
    sheet.contenders().forEach(contender -> head.add(contender.title()));
    head.add("again");
    text.head(1, head);
    for (String row : sheet.rows()) {
      List<String> cells = new ArrayList<>(List.of(sheet.section().title(row)));
      sheet.contenders().forEach(c -> cells.add(sheet.spread(row, c, Memory.BYTES, 1)));
      cells.add(sheet.command(row));
      text.row(cells);
    }
    text.endTable();
  }
}

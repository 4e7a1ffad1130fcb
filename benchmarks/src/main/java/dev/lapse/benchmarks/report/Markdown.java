package dev.lapse.benchmarks.report;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Text with tables. */
final class Markdown {

  private final StringBuilder text = new StringBuilder();

  void heading(int level, String title) {
    text.append("#".repeat(level)).append(' ').append(title).append("\n\n");
  }

  void paragraph(String words) {
    text.append(words.strip()).append("\n\n");
  }

  void image(String alternative, String file) {
    text.append("![").append(alternative).append("](").append(file).append(")\n\n");
  }

  /** Begins a table of figures, whose first columns, so many, and whose last are text. */
  void head(int textColumns, List<String> cells) {
    row(cells);
    String[] rules = new String[cells.size()];
    Arrays.fill(rules, "---:");
    Arrays.fill(rules, 0, textColumns, "---");
    rules[rules.length - 1] = "---";
    row(List.of(rules));
  }

  /** Begins a table of text. */
  void head(List<String> cells) {
    row(cells);
    row(Collections.nCopies(cells.size(), "---"));
  }

  void row(List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  void endTable() {
    text.append('\n');
  }

  @Override
  public String toString() {
    return text.toString();
  }
}

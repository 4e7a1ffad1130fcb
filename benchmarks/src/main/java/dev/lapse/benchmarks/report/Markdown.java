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

  /** All columns but the first are for figures. */
  void head(List<String> cells) {
    row(cells);
    String[] rules = new String[cells.size()];
    Arrays.fill(rules, "---:");
    rules[0] = "---";
    row(List.of(rules));
  }

  /** All columns are for text. */
  void headOfText(List<String> cells) {
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

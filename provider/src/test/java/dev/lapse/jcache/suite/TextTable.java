package dev.lapse.jcache.suite;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tables written as text: one row a line, cells between bars, {@code -} for nothing, {@code (x)}
 * for what may be absent.
 */
final class TextTable {

  private TextTable() {}

  /** The cells of each row; the first line is the heading. */
  static Stream<List<String>> rows(String table) {
    return table
        .lines()
        .skip(1)
        .filter(line -> !line.isBlank())
        .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList());
  }

  /** The items of a cell. */
  static List<String> items(String cell, String separator) {
    return cell.equals("-")
        ? List.of()
        : Arrays.stream(cell.split(separator)).map(String::strip).toList();
  }

  /**
   * Whether the items seen are those expected, in that order, but for expected ones in parentheses.
   */
  static boolean fits(List<String> expected, List<String> seen) {
    if (expected.isEmpty()) {
      return seen.isEmpty();
    }
    String first = expected.get(0);
    List<String> rest = expected.subList(1, expected.size());
    boolean optional = first.startsWith("(");
    String item = optional ? first.substring(1, first.length() - 1) : first;
    boolean there = !seen.isEmpty() && seen.get(0).equals(item);
    return there && fits(rest, seen.subList(1, seen.size())) || optional && fits(rest, seen);
  }
}

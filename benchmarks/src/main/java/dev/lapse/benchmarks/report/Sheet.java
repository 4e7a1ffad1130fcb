package dev.lapse.benchmarks.report;

import dev.lapse.benchmarks.harness.Form;
import dev.lapse.benchmarks.harness.Results;
import dev.lapse.benchmarks.harness.Section;
import dev.lapse.benchmarks.subject.Contender;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The results of one section, as its tables need them.
 *
 * @param section the section
 * @param results all results
 * @param form the form in which they were measured
 */
record Sheet(Section section, Results results, Form form) {

  /** What stands where nothing was measured. */
  static final String NOTHING = "–";

  /** A contender and what it has reached. */
  record Best(Contender contender, double figure) {}

  /** The rows in which something was measured. */
  List<String> rows() {
    return section.rows(form).stream()
        .filter(row -> Arrays.stream(Contender.values()).anyMatch(c -> has(row, c)))
        .toList();
  }

  /** The contenders that were measured in any row. */
  List<Contender> contenders() {
    return Arrays.stream(Contender.values())
        .filter(contender -> rows().stream().anyMatch(row -> has(row, contender)))
        .toList();
  }

  private boolean has(String row, Contender contender) {
    return results.has(section.id(), row, contender);
  }

  OptionalDouble median(String row, Contender contender, String figure) {
    return results.median(section.id(), row, contender, figure);
  }

  OptionalDouble ratio(String row, Contender contender, Contender other, String figure) {
    return results.ratio(section.id(), row, contender, other, figure);
  }

  /** The best of the peers; empty if none was measured. */
  Optional<Best> bestPeer(String row, String figure, boolean moreIsBetter) {
    Optional<Best> best = Optional.empty();
    for (Contender contender : Contender.values()) {
      OptionalDouble median = median(row, contender, figure);
      if (contender.isPeer() && median.isPresent()) {
        double value = median.getAsDouble();
        if (best.isEmpty()
            || (moreIsBetter ? value > best.get().figure() : value < best.get().figure())) {
          best = Optional.of(new Best(contender, value));
        }
      }
    }
    return best;
  }

  String cell(String row, Contender contender, String figure, int digits) {
    return cell(median(row, contender, figure), digits);
  }

  static String cell(OptionalDouble figure, int digits) {
    return figure.isEmpty() ? NOTHING : number(figure.getAsDouble(), digits);
  }

  /** The median, with the least and the greatest of the rounds. */
  String spread(String row, Contender contender, String figure, int digits) {
    double[] rounds = results.rounds(section.id(), row, contender, figure);
    if (rounds.length < 2) {
      return cell(row, contender, figure, digits);
    }
    return "%s (%s–%s)"
        .formatted(
            cell(row, contender, figure, digits),
            number(rounds[0], digits),
            number(rounds[rounds.length - 1], digits));
  }

  /** With so many digits after the point; two more where a small figure would lose its meaning. */
  static String number(double figure, int digits) {
    double size = Math.abs(figure);
    boolean isSmall = size >= 0.005 && size < 0.5 * Math.pow(10, 1 - digits);
    boolean isWhole = figure == Math.rint(figure);
    String text =
        String.format(
            Locale.ROOT, "%,." + (isSmall && !isWhole ? digits + 2 : digits) + "f", figure);
    return text.matches("-0\\.?0*") ? text.substring(1) : text;
  }

  /** What to add to the command to run a row again. */
  String command(String row) {
    return "`" + (form == Form.FULL ? "--full " : "") + "--rows " + section.id() + "/" + row + "`";
  }
}

package dev.lapse.benchmarks.report;

import java.util.OptionalDouble;

/**
 * What we want to reach.
 *
 * @param what what is measured
 * @param unit of the figures; empty where they are ratios
 * @param atLeast whether more is better
 * @param wanted the figure to reach
 * @param measured what was reached; empty if it was not measured
 * @param command how to measure it again
 */
record Target(
    String what,
    String unit,
    boolean atLeast,
    double wanted,
    OptionalDouble measured,
    String command) {

  static Target atLeast(
      String what, String unit, double wanted, OptionalDouble measured, String command) {
    return new Target(what, unit, true, wanted, measured, command);
  }

  static Target atMost(
      String what, String unit, double wanted, OptionalDouble measured, String command) {
    return new Target(what, unit, false, wanted, measured, command);
  }

  /** Whether it is, as far as the figures are shown. */
  boolean isMet() {
    if (measured.isEmpty()) {
      return false;
    }
    double figure = Math.round(measured.getAsDouble() * 100) / 100.0;
    return atLeast ? figure >= wanted : figure <= wanted;
  }

  String wantedText() {
    return (atLeast ? "≥ " : "≤ ") + text(wanted);
  }

  String measuredText() {
    return measured.isEmpty() ? Sheet.NOTHING : text(measured.getAsDouble());
  }

  String verdict() {
    return measured.isEmpty() ? "not measured" : isMet() ? "met" : "**not met**";
  }

  private String text(double figure) {
    String number = Sheet.number(figure, Math.abs(figure) >= 50 || figure == 0 ? 0 : 2);
    return unit.isEmpty() ? number : number + " " + unit;
  }
}

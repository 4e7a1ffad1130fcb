package dev.lapse.benchmarks.harness;

/** Takes what a measurement has found. */
@FunctionalInterface
public interface Figures {

  /**
   * Takes one figure.
   *
   * @param name what it is; with the unit, where it has one
   * @param value the figure
   */
  void add(String name, double value);
}

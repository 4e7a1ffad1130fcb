package dev.lapse.benchmarks.harness;

import java.util.Locale;

/** How thoroughly to measure. */
public enum Form {
  /** Seconds: shows that it runs. Its figures mean nothing. */
  SMOKE,
  /** Less than ten minutes on two cores. */
  QUICK,
  /** About one and a half hours on two cores, for a report that is kept. */
  FULL;

  /**
   * Chooses a figure by the form.
   *
   * @param smoke the one of the smoke run
   * @param quick the one of the quick form
   * @param full the one of the full form
   * @return the one of this form
   */
  public int choose(int smoke, int quick, int full) {
    return switch (this) {
      case SMOKE -> smoke;
      case QUICK -> quick;
      case FULL -> full;
    };
  }

  /**
   * Returns its name on the command line.
   *
   * @return its name
   */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package dev.lapse.benchmarks.harness;

import dev.lapse.benchmarks.subject.Contender;
import java.util.List;

/** A section of the report: what to run for it, and how to measure one step. */
public interface Section {

  /**
   * Returns its name on the command line and in files.
   *
   * @return its name
   */
  String id();

  /**
   * Returns its rows.
   *
   * @param form the form
   * @return the names of the rows, in order
   */
  List<String> rows(Form form);

  /**
   * Returns what a row is about.
   *
   * @param row the row
   * @return a title for people
   */
  String title(String row);

  /**
   * Says how often each step of a row is repeated, other rows and contenders in between.
   *
   * @param row the row
   * @param form the form
   * @return the rounds
   */
  int rounds(String row, Form form);

  /**
   * Says whether a contender can be measured in a row.
   *
   * @param row the row
   * @param contender the contender
   * @param form the form
   * @return whether it can
   */
  boolean admits(String row, Contender contender, Form form);

  /**
   * Returns the options of the JVM of a step.
   *
   * @param row the row
   * @param form the form
   * @return the options
   */
  List<String> jvmOptions(String row, Form form);

  /**
   * Measures, in a JVM that has done nothing else.
   *
   * @param step what to measure
   * @param figures takes what was found
   * @throws Exception if it fails
   */
  void measure(Step step, Figures figures) throws Exception;
}

package dev.lapse.benchmarks.harness;

import dev.lapse.benchmarks.subject.Contender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** What was measured: for each figure one value a round. Can be written to a file and read back. */
public final class Results {

  private record Name(String section, String row, String contender, String figure)
      implements Comparable<Name> {
    @Override
    public int compareTo(Name other) {
      return line().compareTo(other.line());
    }

    String line() {
      return String.join("\t", section, row, contender, figure);
    }
  }

  /** The figure of a step that ended without its figures. */
  public static final String FAILED = "failed";

  /** The fact that says with which options it was measured. */
  public static final String OPTIONS = "command";

  private static final String FACT = "# ";

  private final Map<String, String> facts;
  private final Map<Name, List<Double>> values = new TreeMap<>();

  /**
   * Creates an empty one.
   *
   * @param facts where, when and with what it is measured: names and what there is to say
   */
  public Results(Map<String, String> facts) {
    this.facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
  }

  /**
   * Returns where, when and with what it was measured.
   *
   * @return names and what there is to say, in order
   */
  public Map<String, String> facts() {
    return facts;
  }

  /**
   * Tells whether anything was measured.
   *
   * @param section the section
   * @param row the row
   * @param contender the contender
   * @return whether there is a figure
   */
  public boolean has(String section, String row, Contender contender) {
    return values.keySet().stream()
        .anyMatch(
            name ->
                name.section().equals(section)
                    && name.row().equals(row)
                    && name.contender().equals(contender.id()));
  }

  /**
   * Adds the figure of one round.
   *
   * @param step what was measured
   * @param figure the name of the figure
   * @param value the figure
   */
  public void add(Step step, String figure, double value) {
    values
        .computeIfAbsent(
            new Name(step.section(), step.row(), step.contender().id(), figure),
            name -> new ArrayList<>())
        .add(value);
  }

  /**
   * Returns what could not be measured.
   *
   * @return section, row and contender of each step that failed
   */
  public List<String> failures() {
    return values.keySet().stream()
        .filter(name -> name.figure().equals(FAILED))
        .map(name -> name.section() + "/" + name.row() + " " + name.contender())
        .toList();
  }

  /**
   * Returns the rounds of a figure.
   *
   * @param section the section
   * @param row the row
   * @param contender the contender
   * @param figure the name of the figure
   * @return one value a round, sorted; empty if it was not measured
   */
  public double[] rounds(String section, String row, Contender contender, String figure) {
    double[] rounds =
        values.getOrDefault(new Name(section, row, contender.id(), figure), List.of()).stream()
            .mapToDouble(Double::doubleValue)
            .toArray();
    Arrays.sort(rounds);
    return rounds;
  }

  /**
   * Returns the median of a figure.
   *
   * @param section the section
   * @param row the row
   * @param contender the contender
   * @param figure the name of the figure
   * @return the median of the rounds; empty if it was not measured
   */
  public OptionalDouble median(String section, String row, Contender contender, String figure) {
    double[] rounds = rounds(section, row, contender, figure);
    return rounds.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(median(rounds));
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * Returns the median of the ratio of two contenders, round by round.
   *
   * @param section the section
   * @param row the row
   * @param contender the one above the line
   * @param other the one below
   * @param figure the name of the figure
   * @return the ratio; empty if one was not measured
   */
  public OptionalDouble ratio(
      String section, String row, Contender contender, Contender other, String figure) {
    List<Double> above =
        values.getOrDefault(new Name(section, row, contender.id(), figure), List.of());
    List<Double> below = values.getOrDefault(new Name(section, row, other.id(), figure), List.of());
    double[] ratios = new double[Math.min(above.size(), below.size())];
    Arrays.setAll(ratios, i -> above.get(i) / below.get(i));
    Arrays.sort(ratios);
    return ratios.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(median(ratios));
  }

  /**
   * Writes all to a file.
   *
   * @param file the file
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    facts.forEach((name, fact) -> lines.add(FACT + name + "\t" + fact));
    values.forEach(
        (name, rounds) ->
            lines.add(
                name.line()
                    + "\t"
                    + rounds.stream().map(String::valueOf).collect(Collectors.joining(" "))));
    Files.write(file, lines);
  }

  /**
   * Reads back what was written.
   *
   * @param file the file
   * @return what is in it
   * @throws IOException if it cannot be read
   */
  public static Results read(Path file) throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(file);
    for (String line : lines) {
      if (line.startsWith(FACT)) {
        String[] parts = line.substring(FACT.length()).split("\t", 2);
        facts.put(parts[0], parts[1]);
      }
    }
    Results results = new Results(facts);
    for (String line : lines.subList(facts.size(), lines.size())) {
      String[] parts = line.split("\t", -1);
      results.values.put(
          new Name(parts[0], parts[1], parts[2], parts[3]),
          DoubleStream.of(
                  Arrays.stream(parts[4].split(" ", -1)).mapToDouble(Double::parseDouble).toArray())
              .boxed()
              .collect(Collectors.toCollection(ArrayList::new)));
    }
    return results;
  }
}

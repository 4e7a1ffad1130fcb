package dev.lapse.benchmarks;

import dev.lapse.benchmarks.harness.Figures;
import dev.lapse.benchmarks.harness.Form;
import dev.lapse.benchmarks.harness.Step;
import dev.lapse.benchmarks.subject.Contender;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A JVM that measures one step and tells its figures by its standard output. */
final class Forked {

  private static final Logger LOG = System.getLogger(Forked.class.getName());

  /** Begins a line with a figure; whatever else a provider prints is no figure. */
  private static final String MARK = "@figure";

  /** Nothing takes as long, unless a provider hangs. */
  private static final long MINUTES = 5;

  /**
   * On one or two processors the common pool has no more than one thread, and then a {@code
   * CompletableFuture} starts a thread for each task, which is hard on Caffeine's listeners. This
   * is how it would be on a larger machine.
   */
  private static final String COMMON_POOL =
      "-Djava.util.concurrent.ForkJoinPool.common.parallelism="
          + Math.max(2, Runtime.getRuntime().availableProcessors() - 1);

  private Forked() {}

  /**
   * Measures one step and ends the JVM, whatever threads a provider has left behind.
   *
   * @param args section, row, contender, form
   */
  public static void main(String[] args) {
    int code = 1;
    try {
      Step step =
          new Step(args[0], args[1], Contender.of(args[2]), Form.valueOf(args[3]), List.of());
      Sections.of(step.section())
          .measure(step, (name, value) -> System.out.println(MARK + "\t" + name + "\t" + value));
      code = 0;
    } catch (Exception | Error e) {
      LOG.log(Level.ERROR, "not measured", e);
    }
    System.out.flush();
    System.exit(code);
  }

  /**
   * Starts such a JVM and waits for it.
   *
   * @param step what it measures
   * @param moreOptions further options of the JVM
   * @param figures takes what it has found
   * @return nothing if it went well, or else the end of what it has printed
   * @throws IOException if it cannot be started
   * @throws InterruptedException if interrupted
   */
  static List<String> run(Step step, List<String> moreOptions, Figures figures)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(step.jvmOptions());
    command.addAll(moreOptions);
    if (step.contender() != Contender.CAFFEINE_PLAIN) {
      command.add(COMMON_POOL);
    }
    command.add("-Dslf4j.internal.verbosity=ERROR");
    command.add("-classpath");
    command.add(System.getProperty("java.class.path"));
    command.add(Forked.class.getName());
    command.addAll(List.of(step.section(), step.row(), step.contender().id(), step.form().name()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    CompletableFuture<List<String>> printed =
        CompletableFuture.supplyAsync(() -> read(process, figures));
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    List<String> other = new ArrayList<>(printed.join());
    if (!ended) {
      other.add("not done within " + MINUTES + " minutes");
    } else if (process.exitValue() == 0) {
      return List.of();
    }
    return other.subList(Math.max(0, other.size() - 30), other.size());
  }

  /** Reads all that the process prints; passes figures on, and returns the rest. */
  private static List<String> read(Process process, Figures figures) {
    List<String> other = new ArrayList<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.startsWith(MARK)) {
          String[] parts = line.split("\t", -1);
          figures.add(parts[1], Double.parseDouble(parts[2]));
        } else {
          other.add(line);
        }
      }
    } catch (IOException e) {
      other.add("its output could not be read: " + e);
    }
    return other;
  }
}

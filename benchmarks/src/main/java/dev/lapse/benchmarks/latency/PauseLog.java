package dev.lapse.benchmarks.latency;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** The pauses of the garbage collector, from the JVM's own log of them. */
final class PauseLog {

  /** The log's time stamps are those of {@code System.nanoTime}. */
  private static final Pattern PAUSE =
      Pattern.compile("\\[(\\d+)ns\\].*Pause .* (\\d+(?:\\.\\d+)?)ms");

  /**
   * One pause.
   *
   * @param start when it began, by {@code System.nanoTime}
   * @param end when it was over
   */
  record Pause(long start, long end) {
    long nanos() {
      return end - start;
    }
  }

  private final Path file;

  private PauseLog(Path file) {
    this.file = file;
  }

  /** Begins to keep such a log. */
  static PauseLog begin() throws IOException, JMException {
    Path file = Files.createTempFile("lapse-pauses", ".log");
    file.toFile().deleteOnExit();
    ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "vmLog",
            new Object[] {new String[] {"output=" + file, "what=gc", "decorators=timenanos"}},
            new String[] {String[].class.getName()});
    return new PauseLog(file);
  }

  /** Returns the pauses so far, and removes the log. */
  List<Pause> end() throws IOException {
    List<Pause> pauses = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      Matcher matcher = PAUSE.matcher(line);
      if (matcher.find()) {
        long end = Long.parseLong(matcher.group(1));
        pauses.add(new Pause(end - Math.round(Double.parseDouble(matcher.group(2)) * 1e6), end));
      }
    }
    Files.delete(file);
    return pauses;
  }
}

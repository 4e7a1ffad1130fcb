package dev.lapse.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.lapse.benchmarks.harness.Results;
import dev.lapse.benchmarks.subject.Contender;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where and with what it was measured. */
final class Environment {

  private Environment() {}

  /** Returns what there is to say, by name, in order. */
  static Map<String, String> describe(Options options, String... args) {
    Map<String, String> facts = new LinkedHashMap<>();
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    facts.put("date", LocalDate.now(ZoneId.systemDefault()).toString());
    facts.put("form", options.form().id());
    facts.put("revision", output("git", "rev-parse", "--short", "HEAD"));
    facts.put(
        "machine",
        "%d processors, %s, %.0f GiB"
            .formatted(
                system.getAvailableProcessors(),
                processor(),
                system.getTotalMemorySize() / (double) (1 << 30)));
    facts.put("load before", "%.1f".formatted(system.getSystemLoadAverage()));
    facts.put(
        "operating system",
        "%s %s %s".formatted(system.getName(), system.getVersion(), system.getArch()));
    facts.put(
        "JVM",
        "%s %s"
            .formatted(System.getProperty("java.vm.name"), System.getProperty("java.vm.version")));
    facts.put("one read of the clock", "%.0f ns".formatted(clockNanos()));
    for (Contender contender : Contender.values()) {
      if (contender.isPeer() && contender != Contender.CAFFEINE_PLAIN) {
        facts.put(contender.title(), jar(contender.providerClass()));
      }
    }
    facts.put(Results.OPTIONS, String.join(" ", args));
    return facts;
  }

  /** What the plain map, and whoever looks at the clock, pays at each call. */
  private static double clockNanos() {
    double best = Double.MAX_VALUE;
    for (int round = 0; round < 20; round++) {
      long start = System.nanoTime();
      long now = start;
      for (int i = 0; i < 100_000; i++) {
        now = System.nanoTime();
      }
      best = Math.min(best, (now - start) / 1e5);
    }
    return best;
  }

  private static String processor() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown"; // not on Linux
    }
  }

  /** The name of the jar that a class comes from, which ends in its version. */
  private static String jar(String className) {
    try {
      CodeSource source =
          Class.forName(className, false, Environment.class.getClassLoader())
              .getProtectionDomain()
              .getCodeSource();
      return source == null
          ? "unknown"
          : String.valueOf(Path.of(source.getLocation().getPath()).getFileName());
    } catch (ClassNotFoundException e) {
      return "not on the class path";
    }
  }

  private static String output(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String text =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0 ? text : "unknown";
    } catch (IOException e) {
      return "unknown";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "unknown";
    }
  }
}

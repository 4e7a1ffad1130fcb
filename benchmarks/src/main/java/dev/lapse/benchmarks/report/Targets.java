package dev.lapse.benchmarks.report;

import static dev.lapse.benchmarks.report.Target.atLeast;
import static dev.lapse.benchmarks.report.Target.atMost;

import dev.lapse.benchmarks.growth.Growth;
import dev.lapse.benchmarks.latency.Latency;
import dev.lapse.benchmarks.memory.Memory;
import dev.lapse.benchmarks.reclaim.Reclaim;
import dev.lapse.benchmarks.subject.Contender;
import dev.lapse.benchmarks.throughput.Throughput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** All that we want to reach, next to what was reached. */
final class Targets {

  private final Map<String, Sheet> sheets;
  private final List<Target> targets = new ArrayList<>();

  /**
   * Creates them.
   *
   * @param sheets the results by section
   */
  Targets(Map<String, Sheet> sheets) {
    this.sheets = sheets;
  }

  List<Target> all() {
    throughput();
    events();
    copies();
    memory();
    reclaim();
    latency();
    hitRatio();
    growth();
    return targets;
  }

  private Sheet sheet(String section) {
    Sheet sheet = sheets.get(section);
    if (sheet == null) {
      throw new IllegalArgumentException("no section '" + section + "'");
    }
    return sheet;
  }

  private OptionalDouble lapse(String section, String row, String figure) {
    return sheet(section).median(row, Contender.LAPSE, figure);
  }

  private static OptionalDouble quotient(OptionalDouble above, OptionalDouble below) {
    return above.isPresent() && below.isPresent() && below.getAsDouble() > 0
        ? OptionalDouble.of(above.getAsDouble() / below.getAsDouble())
        : OptionalDouble.empty();
  }

  private void throughput() {
    ratio("get-created", Throughput.CPU, 1.1);
    ratio("get-created", Throughput.WALL_OF_TWO, 1.0);
    ratio("get-touched", Throughput.CPU, 0.8);
    ratio("get-touched", Throughput.WALL_OF_TWO, 0.8);
    ratio("put", Throughput.CPU, 0.7);
    ratio("mixed", Throughput.CPU, 1.0);
    ratio("mixed", Throughput.WALL_OF_TWO, 0.95);
    ratio("invoke", Throughput.CPU, 0.8);
    ratio("get-statistics", Throughput.CPU, 1.0);
    targets.add(
        atLeast(
            "get, statistics on: two threads to one",
            "×",
            1,
            quotient(
                lapse("throughput", "get-statistics", Throughput.WALL_OF_TWO),
                lapse("throughput", "get-statistics", Throughput.WALL)),
            sheet("throughput").command("get-statistics")));
    ratio("put-if-absent", Throughput.CPU, 0.5);
    allocation("get-created", 0.5);
    allocation("put", 24);
  }

  private void ratio(String row, String figure, double wanted) {
    Sheet sheet = sheet("throughput");
    String threads = figure.equals(Throughput.WALL_OF_TWO) ? "two threads" : "one thread";
    targets.add(
        atLeast(
            "%s, %s: ratio to the plain map".formatted(sheet.section().title(row), threads),
            "",
            wanted,
            sheet.ratio(row, Contender.LAPSE, Contender.MAP, figure),
            sheet.command(row)));
  }

  private void allocation(String row, double wanted) {
    Sheet sheet = sheet("throughput");
    targets.add(
        atMost(
            sheet.section().title(row) + ": allocated",
            "bytes",
            wanted,
            lapse("throughput", row, Throughput.BYTES),
            sheet.command(row)));
  }

  private void events() {
    Sheet sheet = sheet("throughput");
    targets.add(
        atLeast(
            "put and remove, a synchronous listener: ratio to none",
            "",
            0.9,
            quotient(
                lapse("throughput", "listener-sync", Throughput.WALL),
                lapse("throughput", "listener-none", Throughput.WALL)),
            sheet.command("listener-sync")));
    targets.add(
        atLeast(
            "put and remove, an asynchronous listener",
            "Mops",
            2,
            lapse("throughput", "listener-async", Throughput.WALL),
            sheet.command("listener-async")));
  }

  private void copies() {
    Sheet sheet = sheet("throughput");
    targets.add(
        atLeast(
            sheet.section().title("get-record"),
            "Mops",
            6,
            lapse("throughput", "get-record", Throughput.CPU),
            sheet.command("get-record")));
    targets.add(
        atLeast(
            sheet.section().title("get-bean"),
            "Mops",
            0.6,
            lapse("throughput", "get-bean", Throughput.CPU),
            sheet.command("get-bean")));
  }

  private void memory() {
    Sheet sheet = sheet("memory");
    for (String row : List.of("reference-deadline", "value-deadline")) {
      OptionalDouble measured = lapse("memory", row, Memory.BYTES);
      String what = "memory of an entry, " + sheet.section().title(row);
      targets.add(atMost(what, "bytes", 78, measured, sheet.command(row)));
      targets.add(
          atMost(
              what + ": ratio to the plain map",
              "",
              1,
              quotient(measured, sheet.median("reference-deadline", Contender.MAP, Memory.BYTES)),
              sheet.command(row)));
    }
  }

  private void reclaim() {
    String command = sheet("reclaim").command("idle");
    String name = "a million entries nobody reads: ";
    String row = "idle";
    held(name + "held 1 s after", 5, row, Reclaim.HELD + 1000, command);
    held(name + "held 2.5 s after", 1, row, Reclaim.HELD + 2500, command);
    targets.add(
        atLeast(
            name + "events 2.5 s after",
            "%",
            100,
            lapse("reclaim", row, Reclaim.EVENTS + 2500),
            command));
    held(name + "most ever held", 105, row, Reclaim.PEAK, command);
    for (String wrong : List.of("early", "twice", "missing", "without the old value")) {
      targets.add(
          atMost(
              name + "events " + wrong, "", 0, lapse("reclaim", row, "events " + wrong), command));
    }
    cpu("no listener", "cpu-silent", 0.2);
    cpu("with events", "cpu-async", 1);
    targets.add(
        atMost(
            "lag below saturation, p99",
            "ms",
            134,
            lapse("reclaim", "paced", "lag p99 ms"),
            sheet("reclaim").command("paced")));
  }

  private void held(String what, double wanted, String row, String figure, String command) {
    targets.add(atMost(what, "%", wanted, lapse("reclaim", row, figure), command));
  }

  private void cpu(String how, String row, double wanted) {
    targets.add(
        atMost(
            "processor time of an expiry, " + how,
            "µs",
            wanted,
            lapse("reclaim", row, Reclaim.CPU),
            sheet("reclaim").command(row)));
  }

  private void latency() {
    Sheet sheet = sheet("latency");
    for (double percentile : List.of(99.0, 99.9)) {
      targets.add(
          atMost(
              "get, p%s in the wave to before it, with events"
                  .formatted(percentile == 99 ? "99" : "99.9"),
              "×",
              1.2,
              quotient(
                  lapse("latency", "async-listener", Latency.percentile("wave", percentile)),
                  lapse("latency", "async-listener", Latency.percentile("before", percentile))),
              sheet.command("async-listener")));
    }
    targets.add(
        atMost(
            "a wave of a million, all events delivered after",
            "ms",
            2500,
            lapse("reclaim", "cpu-async", "all delivered after ms"),
            sheet("reclaim").command("cpu-async")));
  }

  private void hitRatio() {
    List<HitRatioPart.Point> points = HitRatioPart.points(sheet("hit-ratio"));
    String command = "`--rows hit-ratio`";
    targets.add(
        atLeast(
            "hit ratio, mean of all points: ahead of Caffeine by",
            "points",
            0,
            average(points),
            command));
    targets.add(
        atLeast(
            "hit ratio, where it is least ahead or farthest behind",
            "points",
            -3,
            points.stream().mapToDouble(point -> point.lapse() - point.caffeine()).min(),
            command));
  }

  private static OptionalDouble average(List<HitRatioPart.Point> points) {
    return points.stream().mapToDouble(point -> point.lapse() - point.caffeine()).average();
  }

  private void growth() {
    targets.add(
        atMost(
            "an empty cache",
            "bytes",
            8192,
            lapse("growth", "caches-1000", Growth.EMPTY_BYTES),
            sheet("growth").command("caches-1000")));
  }
}

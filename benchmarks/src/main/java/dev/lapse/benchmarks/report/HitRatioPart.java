package dev.lapse.benchmarks.report;

import dev.lapse.benchmarks.hitratio.HitRatio;
import dev.lapse.benchmarks.subject.Contender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Hit ratios of the default policy and of Caffeine's. */
final class HitRatioPart {

  /** A trace at one size. */
  record Point(String name, double lapse, double caffeine) {}

  private HitRatioPart() {}

  static List<Point> points(Sheet sheet) {
    List<Point> points = new ArrayList<>();
    for (String row : sheet.rows()) {
      for (int size : HitRatio.sizes(row)) {
        OptionalDouble lapse = sheet.median(row, Contender.LAPSE, HitRatio.HITS + size);
        OptionalDouble caffeine = sheet.median(row, Contender.CAFFEINE_OWN, HitRatio.HITS + size);
        if (lapse.isPresent() && caffeine.isPresent()) {
          points.add(new Point(row + " " + size, lapse.getAsDouble(), caffeine.getAsDouble()));
        }
      }
    }
    return points;
  }

  static void write(Sheet sheet, Markdown text, Path directory) throws IOException {
    List<Point> points = points(sheet);
    if (points.isEmpty()) {
      return;
    }
    text.heading(2, "Hit ratio");
    text.paragraph(
        """
        The default policy and Caffeine's, on public traces at several sizes of cache, in per cent.
        Again: `--rows hit-ratio`; all points and the other policies: see
        [benchmarks.md](../benchmarks.md).
        """);
    String title = "Hit ratio on public traces, %";
    BarChart chart = new BarChart(title, "%").digits(0);
    text.head(1, List.of("trace and size", "Lapse", "Caffeine", "difference"));
    for (Point point : points) {
      chart.add(Contender.LAPSE, point.name(), OptionalDouble.of(point.lapse()));
      chart.add(Contender.CAFFEINE_OWN, point.name(), OptionalDouble.of(point.caffeine()));
      row(text, point);
    }
    row(
        text,
        new Point(
            "mean of " + points.size(),
            points.stream().mapToDouble(Point::lapse).average().orElse(0),
            points.stream().mapToDouble(Point::caffeine).average().orElse(0)));
    text.endTable();
    if (points.size() <= 16 && chart.write(directory.resolve("hit-ratio.svg"))) {
      text.image(title, "hit-ratio.svg");
    }
  }

  private static void row(Markdown text, Point point) {
    text.row(
        List.of(
            point.name(),
            Sheet.number(point.lapse(), 2),
            Sheet.number(point.caffeine(), 2),
            "%+.2f".formatted(point.lapse() - point.caffeine())));
  }
}

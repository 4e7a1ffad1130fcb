package dev.lapse.benchmarks.hitratio;

import dev.lapse.jcache.eviction.EvictionPolicy;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.zip.ZipFile;

/**
 * Prints the hit ratios of the default policy next to Caffeine's, and those of the policies that
 * Redis has next to their exact forms. See {@code docs/benchmarks.md} for the command.
 */
final class HitRatios {

  private record Column(String title, IntFunction<Contestant> contestant) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("Lapse", size -> new BoundMap(EvictionPolicy.ALLKEYS_TINYLFU, size)),
          new Column("Caffeine", CaffeineCache::new),
          new Column("lru", size -> new BoundMap(EvictionPolicy.ALLKEYS_LRU, size)),
          new Column("exact", ExactLru::new),
          new Column("lfu", size -> new BoundMap(EvictionPolicy.ALLKEYS_LFU, size)),
          new Column("exact", ExactLfu::new),
          new Column("random", size -> new BoundMap(EvictionPolicy.ALLKEYS_RANDOM, size)),
          new Column("exact", ExactRandom::new));

  private final double[] sums = new double[COLUMNS.size()];
  private int points;
  private double worst = Double.POSITIVE_INFINITY;
  private String worstPoint = "";
  private int ahead;

  private HitRatios() {}

  /**
   * Runs traces.
   *
   * @param args the path of the jar of Caffeine's simulator, which holds the traces, then the names
   *     of those to run; all of them if there are none
   * @throws IOException if a trace cannot be read
   */
  public static void main(String[] args) throws IOException {
    List<String> arguments = List.of(args);
    try (ZipFile simulator = new ZipFile(arguments.get(0))) {
      new HitRatios().run(simulator, arguments.subList(1, arguments.size()));
    }
  }

  private void run(ZipFile simulator, List<String> names) throws IOException {
    StringBuilder head = new StringBuilder("%-18s".formatted("hit ratio, %"));
    COLUMNS.forEach(column -> head.append("%10s".formatted(column.title())));
    System.out.println(head);
    for (Trace.Source source : Trace.SOURCES) {
      if (names.isEmpty() || names.contains(source.name())) {
        Trace trace = Trace.read(source, simulator);
        for (int size : source.sizes()) {
          run(trace, size);
        }
      }
    }
    StringBuilder means = new StringBuilder("%-18s".formatted("mean of " + points));
    for (double sum : sums) {
      means.append(String.format(Locale.ROOT, "%10.2f", sum / points));
    }
    System.out.println(means);
    System.out.printf(
        Locale.ROOT,
        "Lapse is ahead of Caffeine on %d points of %d; where it is farthest behind or least ahead, %s, by %+.2f%n",
        ahead,
        points,
        worstPoint,
        worst);
  }

  private void run(Trace trace, int size) {
    String point = trace.name() + " " + size;
    StringBuilder line = new StringBuilder("%-18s".formatted(point));
    double[] ratios = new double[COLUMNS.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = COLUMNS.get(i).contestant().apply(size).run(trace);
      sums[i] += ratios[i];
      line.append(String.format(Locale.ROOT, "%10.2f", ratios[i]));
    }
    System.out.println(line);
    points++;
    double lead = ratios[0] - ratios[1];
    if (lead > 0) {
      ahead++;
    }
    if (lead < worst) {
      worst = lead;
      worstPoint = point;
    }
  }
}

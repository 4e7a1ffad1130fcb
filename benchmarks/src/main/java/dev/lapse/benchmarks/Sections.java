package dev.lapse.benchmarks;

import dev.lapse.benchmarks.growth.Growth;
import dev.lapse.benchmarks.harness.Section;
import dev.lapse.benchmarks.hitratio.HitRatio;
import dev.lapse.benchmarks.latency.Latency;
import dev.lapse.benchmarks.memory.Memory;
import dev.lapse.benchmarks.reclaim.Reclaim;
import dev.lapse.benchmarks.throughput.Throughput;
import java.util.List;

/** All sections of the report, in its order. */
final class Sections {

  static final List<Section> ALL =
      List.of(
          new Throughput(),
          new Memory(),
          new Reclaim(),
          new Latency(),
          new HitRatio(),
          new Growth());

  private Sections() {}

  static Section of(String id) {
    return ALL.stream()
        .filter(section -> section.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no section '" + id + "'"));
  }
}

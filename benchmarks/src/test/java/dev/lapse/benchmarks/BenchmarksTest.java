package dev.lapse.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.benchmarks.harness.Results;
import dev.lapse.benchmarks.subject.Contender;
import dev.lapse.benchmarks.throughput.Throughput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the benchmarks run and report; what they find out means nothing here. */
class BenchmarksTest {

  @TempDir private Path directory;

  @Test
  void aSmokeRunMeasuresAndReports() throws Exception {
    Benchmarks.main(
        new String[] {
          "--smoke", "--contenders", "map,lapse", "--rounds", "2", "--out", directory.toString()
        });

    Results results = Results.read(directory.resolve("results.tsv"));
    for (Contender contender : List.of(Contender.MAP, Contender.LAPSE)) {
      assertEquals(
          2, results.rounds("throughput", "get-created", contender, Throughput.CPU).length);
      assertTrue(results.has("memory", "reference-deadline", contender));
    }
    assertTrue(results.has("reclaim", "paced", Contender.LAPSE));
    String report = Files.readString(directory.resolve("report.md"));
    assertTrue(report.contains("get, created-expiry"), report);
    assertTrue(report.contains("throughput-reads.svg"), report);
    assertTrue(Files.readString(directory.resolve("throughput-reads.svg")).contains("Lapse"));
  }

  @Test
  void aReportCanBeWrittenAgainFromItsResults() throws Exception {
    String[] again = {"--report-only", "--out", directory.toString()};
    Files.writeString(
        directory.resolve("results.tsv"),
        """
        # form\tquick
        throughput\tget-created\tlapse\tMops of CPU\t6.0 9.0 12.0
        throughput\tget-created\tmap\tMops of CPU\t6.0 6.0 6.0
        """);
    Benchmarks.main(again);

    String report = Files.readString(directory.resolve("report.md"));
    assertTrue(
        report.contains(
            "| get, created-expiry, one thread: ratio to the plain map | ≥ 1.10 | 1.50 | met |"),
        report);
  }

  @Test
  void whatIsNotAnOptionIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Options.parse("--fast"));
    assertThrows(IllegalArgumentException.class, () -> Options.parse("--rows"));
    assertThrows(IllegalArgumentException.class, () -> Options.parse("--contenders", "redis"));
  }
}

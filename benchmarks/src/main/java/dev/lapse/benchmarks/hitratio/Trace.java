package dev.lapse.benchmarks.hitratio;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.tukaani.xz.XZInputStream;

/** A recorded sequence of accesses. Equal keys are the same object. */
record Trace(String name, List<Long> keys) {

  /** Where a trace lies, how it is written, and which sizes of cache it is run with. */
  record Source(String name, String path, Format format, List<Integer> sizes) {}

  /** How the keys are written. */
  enum Format {
    INTS,
    LONGS,
    LINES
  }

  private static final String ROOT = "com/github/benmanes/caffeine/cache/simulator/parser/";

  /** E-commerce, object mapping, block storage, a database, a file system, recommendations. */
  static final List<Source> SOURCES =
      List.of(
          source("web07", "cache2k/web07.trace.xz", Format.INTS, 300, 1000, 2000),
          source("web12", "cache2k/web12.trace.xz", Format.INTS, 300, 1000, 3000),
          source("orm-busy", "cache2k/orm-busy.trace.xz", Format.INTS, 500, 2500, 10_000),
          source("orm-night", "cache2k/orm-night.trace.xz", Format.INTS, 500, 2500, 10_000),
          source("multi3", "lirs/multi3.trace.gz", Format.LINES, 600, 1500, 3000),
          source("sprite", "lirs/sprite.trace.gz", Format.LINES, 200, 600, 1000),
          source("gli", "lirs/gli.trace.gz", Format.LINES, 500, 1000, 2000),
          source("cpp", "lirs/cpp.trace.gz", Format.LINES, 100, 300, 900),
          source("2_pools", "lirs/2_pools.trace.gz", Format.LINES, 100, 300, 450),
          source("w106", "cloud_physics/w106.trace.xz", Format.INTS, 5000, 50_000, 300_000),
          source("corda", "corda/trace_vaultservice.gz", Format.LONGS, 512, 1024),
          source("scarab", "scarab/scarab-recs.trace.xz", Format.LONGS, 5000, 25_000, 100_000));

  private static Source source(String name, String path, Format format, Integer... sizes) {
    return new Source(name, path, format, List.of(sizes));
  }

  static Trace read(Source source, ZipFile simulator) throws IOException {
    ZipEntry file = simulator.getEntry(ROOT + source.path());
    if (file == null) {
      throw new IOException("There is no " + ROOT + source.path() + " in " + simulator.getName());
    }
    try (InputStream packed = simulator.getInputStream(file);
        InputStream in =
            source.path().endsWith(".xz")
                ? new XZInputStream(packed)
                : new GZIPInputStream(packed)) {
      return new Trace(source.name(), box(numbers(in, source.format())));
    }
  }

  private static long[] numbers(InputStream in, Format format) throws IOException {
    switch (format) {
      case INTS -> {
        ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes());
        int[] ints = new int[bytes.remaining() / Integer.BYTES];
        bytes.asIntBuffer().get(ints);
        return Arrays.stream(ints).asLongStream().toArray();
      }
      case LONGS -> {
        LongBuffer longs = ByteBuffer.wrap(in.readAllBytes()).asLongBuffer();
        long[] numbers = new long[longs.remaining()];
        longs.get(numbers);
        return numbers;
      }
      case LINES -> {
        // Lines without a number mark phases.
        return new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && line.chars().allMatch(Character::isDigit))
            .mapToLong(Long::parseLong)
            .toArray();
      }
    }
    throw new AssertionError(format);
  }

  private static List<Long> box(long[] numbers) {
    Map<Long, Long> boxed = new HashMap<>();
    return Arrays.stream(numbers)
        .mapToObj(number -> boxed.computeIfAbsent(number, key -> key))
        .toList();
  }
}

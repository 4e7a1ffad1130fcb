package dev.lapse.jcache.config.file;

import static dev.lapse.jcache.config.file.Named.named;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.lapse.jcache.config.SettingsException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.cache.CacheManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that somebody, or something, has changed: each is a manager, or a mistake that is told.
 * Three seconds long, or as many as {@code -Dlapse.fuzz.seconds} says; the files follow from the
 * seed, {@code -Dlapse.fuzz.seed}, which a failure names.
 */
class SettingsFuzzTest {

  @TempDir Path directory;

  private static final List<String> FILES =
      List.of(
          SettingsWorld.text(
              "# everything",
              "manager:",
              "  reaper.enabled: true",
              "  reaper.effort: 3",
              "  events.bound: 1000",
              "  random.seed: 7",
              "  executor: " + named(Named.Pool.class),
              "  ticker: " + named(Named.Standing.class),
              "defaults: &usual",
              "  expiry: {created: ${lapse.fuzz.absent:-10m}}",
              "  bound: {entries: 10k, eviction: volatile-ttl, when-none-expires: evict-any}",
              "templates:",
              "  - names: [a*, 'b?']",
              "    statistics: true",
              "    stale-on-error: 1m",
              "  - names: '*'",
              "    expiry: eternal",
              "    bound: none",
              "caches:",
              "  books:",
              "    key-type: java.lang.String",
              "    value-type: 'byte[]'",
              "    expiry: {touched: 30s}",
              "    bound: {weight: 64Mi, weigher: " + named(Named.TenEach.class) + "}",
              "    loader: " + named(Named.Loader.class),
              "    read-through: true",
              "    early-refresh: 1.5",
              "    expiry-jitter: 10%",
              "    writer: " + named(Named.Writer.class),
              "    write-through: true",
              "    input-filter: 'java.base/*;!*'",
              "    listeners:",
              "      - class: " + named(Named.Listener.class),
              "        filter: " + named(Named.Filter.class),
              "        synchronous: true",
              "  bikes: *usual",
              "  \"a.b $ ## \\u00FC\": {management: true, store-by-value: false}"),
          "{caches: {a: {expiry: {policy: " + named(Named.Policy.class) + "}}, b: }}",
          "caches:\n  a:\n    copier: " + named(Named.SameCopier.class) + "\n  b: {}\n",
          "defaults:\n  copier: " + named(Named.Throwing.class) + "\ncaches:\n  a:\n");

  private static final String[] WORDS =
      "caches: defaults: manager: templates: names: expiry: bound: entries: weight: created: none eternal true 10m -1s 99999999999999999999d 0 9223372036854775807 64k 10% \n\n \t - ? : , [ ] { } & * ! !! !!str % @ ` | > ' \" # --- ... << ~ null *usual &usual ${ ${user.home} $${ } \\ \u00FC \uD83D\uDE00 \uFEFF \u0000 \u0085 \u2028 java.lang.Object java.lang.Runnable int[] [[[ com.example.Missing a/b"
          .split(" ");

  private static byte[] mutated(Random random) {
    String text = FILES.get(random.nextInt(FILES.size()));
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      text = changed(text, random);
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(10) == 0 && bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }

  private static String changed(String text, Random random) {
    int from = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), from + random.nextInt(12));
    String word = WORDS[random.nextInt(WORDS.length)];
    return switch (random.nextInt(9)) {
      case 0 -> text.substring(0, from);
      case 1 -> text.substring(0, from) + text.substring(to);
      case 2 -> text.substring(0, from) + word + text.substring(from);
      case 3 -> text.substring(0, from) + word + text.substring(to);
      case 4 -> text.substring(0, from) + (char) random.nextInt(128) + text.substring(to);
      case 5 -> text.substring(0, to) + text.substring(from);
      case 6 -> lines(text, random);
      case 7 -> tokens(text, word, random);
      default -> {
        String other = FILES.get(random.nextInt(FILES.size()));
        yield text.substring(0, from) + other.substring(random.nextInt(other.length()));
      }
    };
  }

  /** A line more, a line less, two lines exchanged, or one indented in another way. */
  private static String lines(String text, Random random) {
    List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
    int line = random.nextInt(lines.size());
    int other = random.nextInt(lines.size());
    switch (random.nextInt(4)) {
      case 0 -> lines.add(other, lines.get(line));
      case 1 -> lines.remove(line);
      case 2 -> Collections.swap(lines, line, other);
      default -> lines.set(line, " ".repeat(random.nextInt(8)) + lines.get(line).strip());
    }
    return String.join("\n", lines);
  }

  /** A word in place of one that is there. */
  private static String tokens(String text, String word, Random random) {
    String[] tokens = text.split("(?<=\\s)");
    int token = random.nextInt(tokens.length);
    tokens[token] = word + (tokens[token].endsWith("\n") ? "\n" : " ");
    return String.join("", tokens);
  }

  /** A class path with one file that no disk has to write. */
  private static final class Memory extends ClassLoader {
    private byte[] bytes = {};

    Memory() {
      super(Memory.class.getClassLoader());
    }

    @Override
    protected URL findResource(String name) {
      if (!name.equals("fuzz.yaml")) {
        return null;
      }
      try {
        return new URL(null, "memory:fuzz.yaml", new Handler(bytes));
      } catch (MalformedURLException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static final class Handler extends URLStreamHandler {
    private final byte[] bytes;

    Handler(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    protected URLConnection openConnection(URL url) {
      return new URLConnection(url) {
        @Override
        public void connect() {}

        @Override
        public InputStream getInputStream() {
          return new ByteArrayInputStream(bytes);
        }
      };
    }
  }

  @Test
  void eachFileIsAManagerOrAMistakeThatIsTold() {
    long seed = Long.getLong("lapse.fuzz.seed", 20260101L);
    long nanos = TimeUnit.SECONDS.toNanos(Long.getLong("lapse.fuzz.seconds", 3));
    Random random = new Random(seed);
    Memory memory = new Memory();
    URI uri = URI.create("classpath:fuzz.yaml");
    int managers = 0;
    int mistakes = 0;
    long start = System.nanoTime();
    try (SettingsWorld world = new SettingsWorld(directory)) {
      while (System.nanoTime() - start < nanos || managers == 0 || mistakes == 0) {
        byte[] bytes = mutated(random);
        memory.bytes = bytes;
        try {
          CacheManager manager = world.manager(uri, memory);
          SettingsWorld.names(manager)
              .forEach(name -> assertNotNull(SettingsWorld.configuration(manager, name)));
          manager.close();
          managers++;
        } catch (SettingsException told) {
          String message = told.getMessage();
          assertTrue(message.contains("fuzz.yaml") && message.endsWith("."), message);
          mistakes++;
        } catch (Throwable e) {
          fail(
              "seed %d, after %d files:%n%s"
                  .formatted(seed, managers + mistakes, new String(bytes, StandardCharsets.UTF_8)),
              e);
        }
      }
    }
    System.out.printf(
        "Settings fuzz, seed %d: %d files were managers, %d were mistakes that were told%n",
        seed, managers, mistakes);
  }
}

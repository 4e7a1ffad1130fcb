package dev.lapse.examples.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.examples.sessions.Options.BadOptionException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.spi.CachingProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionsTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private static List<String> words(String line) {
    return List.of(line.split(" ", -1));
  }

  private int run(String args) throws InterruptedException {
    return Sessions.run(words(args), printer(out), printer(err));
  }

  private static PrintStream printer(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static void assertContains(ByteArrayOutputStream bytes, String... parts) {
    String text = bytes.toString(StandardCharsets.UTF_8);
    for (String part : parts) {
      assertTrue(text.contains(part), text);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  void everySessionIsLoggedOutExactlyOnce(String listener) throws InterruptedException {
    int exit = run("--rate 2000 --ttl 0.5 --duration 1 --sliding-share 0.1 --listener " + listener);
    assertContains(
        out,
        "Every session was logged out exactly once.",
        "  opened             2,000",
        "  logged out         2,000",
        "  never logged out   0",
        "  more than once     0",
        "  too early          0",
        "2,000 expired by the reaper");
    assertEquals(Sessions.RIGHT, exit);
  }

  @Test
  void aStoreThatDoesNotLogOutIsFoundOut() throws BadOptionException, InterruptedException {
    Options options = Options.parse(words("--rate 100 --ttl 0.1 --duration 0.5"));
    Properties lazy = new Properties();
    lazy.setProperty("lapse.reaper.enabled", "false");
    try (CachingProvider provider = Caching.getCachingProvider();
        CacheManager manager = provider.getCacheManager(URI.create("urn:lazy"), null, lazy)) {
      assertEquals(
          Sessions.WRONG, Sessions.run(manager, options, Duration.ofMillis(100), printer(out)));
    }
    assertContains(
        out, "NOT every session was logged out exactly once.", "  never logged out   50");
  }

  @Test
  void aProviderThatIsNotThereIsRefused() throws InterruptedException {
    assertEquals(Sessions.MISUSED, run("--provider no.such.Provider"));
    assertContains(err, "no.such.Provider", "dev.lapse.jcache.LapseCachingProvider");
  }

  @Test
  void aWrongOptionIsRefusedWithTheUsage() throws InterruptedException {
    assertEquals(Sessions.MISUSED, run("--rate none"));
    assertContains(err, "--rate is 'none'", "--sliding-share SHARE");
  }
}

package dev.lapse.examples.sessions;

import dev.lapse.examples.sessions.Ledger.Balance;
import dev.lapse.examples.sessions.Options.BadOptionException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.spi.CachingProvider;
import org.HdrHistogram.Histogram;

/**
 * A session store under load. Sessions are opened at a rate and abandoned, a few are visited again
 * and so live longer, and an expired listener logs each of them out. At the end it is told whether
 * every session was logged out exactly once, and how long after its deadline.
 *
 * <p>It runs on any JCache provider, see the option {@code --provider}.
 */
public final class Sessions {

  static final int RIGHT = 0;
  static final int WRONG = 1;
  static final int MISUSED = 2;

  /** How long after the last deadline a logout is waited for. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private Sessions() {}

  /**
   * Runs it. Exits with 0 if each session was logged out exactly once and none too early, with 1 if
   * not, with 2 if an option cannot be used.
   *
   * @param args see {@link Options}
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    System.exit(run(List.of(args), System.out, System.err));
  }

  static int run(List<String> args, PrintStream out, PrintStream err) throws InterruptedException {
    if (args.contains("--help")) {
      out.print(Options.USAGE);
      return RIGHT;
    }
    Options options;
    CachingProvider provider;
    try {
      options = Options.parse(args);
      provider = provider(options.provider());
    } catch (BadOptionException e) {
      err.println(e.getMessage());
      err.print(Options.USAGE);
      return MISUSED;
    }
    Properties settings = new Properties();
    settings.setProperty("lapse.reaper.effort", String.valueOf(options.effort()));
    // The default URI, since other providers look for a file at any other.
    try (CacheManager manager = provider.getCacheManager(null, null, settings)) {
      return run(manager, options, PATIENCE, out);
    }
  }

  static int run(CacheManager manager, Options options, Duration patience, PrintStream out)
      throws InterruptedException {
    out.printf(
        Locale.ROOT,
        "%s: %,d sessions a second for %.1f s, each to live for %.1f s after its last visit%n",
        manager.getCachingProvider().getClass().getName(),
        options.rate(),
        options.durationSeconds(),
        options.ttlSeconds());
    Run run = new Run(manager, options, patience);
    run.execute(out);
    return summarize(run, out);
  }

  private static CachingProvider provider(String className) throws BadOptionException {
    try {
      return Caching.getCachingProvider(className);
    } catch (CacheException e) {
      String found =
          StreamSupport.stream(Caching.getCachingProviders().spliterator(), false)
              .map(provider -> provider.getClass().getName())
              .collect(Collectors.joining(", "));
      throw new BadOptionException(
          "--provider is '%s'. It has to be the class of a JCache provider on the class path, which has %s."
              .formatted(className, found));
    }
  }

  private static int summarize(Run run, PrintStream out) {
    Balance balance = run.ledger().balance();
    long vanished = run.visitors().vanished();
    boolean right = balance.isRight() && vanished == 0;
    out.println();
    out.println(
        right
            ? "Every session was logged out exactly once."
            : "NOT every session was logged out exactly once.");
    line(out, "opened", Text.count(balance.opened()));
    line(out, "logged out", Text.count(balance.loggedOut()));
    line(out, "never logged out", Text.count(balance.never()));
    line(out, "more than once", Text.count(balance.tooOften()));
    line(out, "too early", Text.count(balance.tooEarly()));
    line(out, "gone when visited", Text.count(vanished));
    line(out, "late by", lateness(balance.latenessMicros()));
    Histogram get = run.visitors().getNanos();
    line(
        out,
        "get",
        "p50 %s, p99 %s, max %s"
            .formatted(
                Visitors.micros(get, 50), Visitors.micros(get, 99), Visitors.micros(get, 100)));
    line(out, "visits too late", Text.count(run.visitors().missed()));
    line(out, "reaper CPU", run.reaper().cpu());
    line(out, "reaper", run.reaper().passes());
    return right ? RIGHT : WRONG;
  }

  private static String lateness(Histogram micros) {
    return micros.getTotalCount() == 0
        ? "n/a"
        : String.format(
            Locale.ROOT,
            "p50 %.1f ms, p99 %.1f ms, max %.1f ms",
            micros.getValueAtPercentile(50) / 1e3,
            micros.getValueAtPercentile(99) / 1e3,
            micros.getMaxValue() / 1e3);
  }

  private static void line(PrintStream out, String name, String value) {
    out.println(String.format(Locale.ROOT, "  %-18s %s", name, value));
  }
}

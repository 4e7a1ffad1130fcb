package dev.lapse.examples.sessions;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The options of {@link Sessions}.
 *
 * @param rate how many sessions are opened a second
 * @param ttlSeconds how long a session lives after its last visit
 * @param durationSeconds for how long sessions are opened
 * @param effort of the reaper, 1 to 10; other providers ignore it
 * @param slidingShare which share of the sessions is visited again, between 0 and 1
 * @param synchronous whether the listener is registered as a synchronous one
 * @param provider the class name of the JCache provider
 */
record Options(
    int rate,
    double ttlSeconds,
    double durationSeconds,
    int effort,
    double slidingShare,
    boolean synchronous,
    String provider) {

  static final String USAGE =
      """
      Options, each followed by its value:
        --rate N                sessions opened a second, 1 to 1000000   (default 10000)
        --ttl SECONDS           life of a session after its last visit, 0.1 to 3600   (3)
        --duration SECONDS      for how long sessions are opened, 0.1 to 86400   (15)
        --effort N              effort of Lapse's reaper, 1 to 10   (1)
        --sliding-share SHARE   share of the sessions that is visited again, 0 to 1   (0.02)
        --listener sync|async   how the expired listener is registered   (async)
        --provider CLASS        the JCache provider, by class name   (dev.lapse.jcache.LapseCachingProvider)
      """;

  /** So many can be kept account of in the 1 GB of heap that the profile gives. */
  private static final long MOST_SESSIONS = 20_000_000;

  /** What is not given. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "--rate", "10000",
          "--ttl", "3",
          "--duration", "15",
          "--effort", "1",
          "--sliding-share", "0.02",
          "--listener", "async",
          "--provider", "dev.lapse.jcache.LapseCachingProvider");

  /** An option cannot be used; the message says which, and what would be right. */
  static final class BadOptionException extends Exception {
    private static final long serialVersionUID = 1L;

    BadOptionException(String message) {
      super(message);
    }
  }

  /** Reads the command line. */
  static Options parse(List<String> args) throws BadOptionException {
    Map<String, String> values = new HashMap<>(DEFAULTS);
    for (int i = 0; i < args.size(); i += 2) {
      String name = args.get(i);
      if (!DEFAULTS.containsKey(name)) {
        throw new BadOptionException("There is no option " + name + ".");
      }
      if (i + 1 == args.size()) {
        throw new BadOptionException("The option " + name + " lacks its value.");
      }
      values.put(name, args.get(i + 1));
    }
    Options options =
        new Options(
            (int) wholeNumber(values, "--rate", 1, 1_000_000),
            number(values, "--ttl", 0.1, 3600),
            number(values, "--duration", 0.1, 86_400),
            (int) wholeNumber(values, "--effort", 1, 10),
            number(values, "--sliding-share", 0, 1),
            isSynchronous(values),
            value(values, "--provider"));
    if (options.rate * options.durationSeconds > MOST_SESSIONS) {
      throw new BadOptionException(
          "That would be %.0f sessions, and at most %d can be kept account of. Lower --rate or --duration."
              .formatted(options.rate * options.durationSeconds, MOST_SESSIONS));
    }
    return options;
  }

  private static String value(Map<String, String> values, String name) {
    return Objects.requireNonNull(values.get(name));
  }

  private static long wholeNumber(Map<String, String> values, String name, long least, long most)
      throws BadOptionException {
    String value = value(values, name);
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException notWhole) {
      // told below, together with what is out of range
    }
    throw new BadOptionException(
        "%s is '%s'. It has to be a whole number from %d to %d."
            .formatted(name, value, least, most));
  }

  private static double number(Map<String, String> values, String name, double least, double most)
      throws BadOptionException {
    String value = value(values, name);
    try {
      double number = Double.parseDouble(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException notOne) {
      // told below, together with what is out of range
    }
    throw new BadOptionException(
        String.format(
            Locale.ROOT,
            "%s is '%s'. It has to be a number from %s to %s.",
            name,
            value,
            least,
            most));
  }

  private static boolean isSynchronous(Map<String, String> values) throws BadOptionException {
    String value = value(values, "--listener");
    return switch (value) {
      case "sync" -> true;
      case "async" -> false;
      default ->
          throw new BadOptionException(
              "--listener is '%s'. It has to be sync or async.".formatted(value));
    };
  }

  int sessions() {
    return Math.max(1, (int) (rate * durationSeconds));
  }

  long ttlNanos() {
    return nanos(ttlSeconds);
  }

  long durationNanos() {
    return nanos(durationSeconds);
  }

  private static long nanos(double seconds) {
    return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
  }
}

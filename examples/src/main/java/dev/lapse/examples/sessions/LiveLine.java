package dev.lapse.examples.sessions;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The figures of the moment: one line that is rewritten on a terminal, a line a second else. */
final class LiveLine {

  private static final long PERIOD_MILLIS = 1000;

  private final PrintStream out;
  private final boolean onTerminal;
  private int widest;

  @SuppressWarnings(
      "SystemConsoleNull") // the profile sets jdk.console so that it is, also on Java 22
  LiveLine(PrintStream out) {
    this.out = out;
    this.onTerminal = out == System.out && System.console() != null;
  }

  /** How often it is to be written. */
  static long periodNanos() {
    return TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS);
  }

  void show(Run run) {
    ReaperFigures reaper = run.reaper();
    Ledger ledger = run.ledger();
    String line =
        String.format(
            Locale.ROOT,
            "%3.0f %%  opened %s  logged out %s  overdue %s | held %s  stale %s  lag %s  reaper CPU %s | get p99 %s",
            100 * run.progress(),
            Text.count(ledger.opened()),
            Text.count(ledger.loggedOut()),
            Text.count(ledger.overdue()),
            reaper.held(),
            reaper.staleShare(),
            reaper.lag(),
            reaper.recentCpu(),
            Visitors.micros(run.visitors().getNanos(), 99));
    widest = Math.max(widest, line.length());
    if (onTerminal) {
      out.print("\r" + line + " ".repeat(widest - line.length()));
      out.flush();
    } else {
      out.println(line);
    }
  }

  void end() {
    if (onTerminal) {
      out.println();
    }
  }
}

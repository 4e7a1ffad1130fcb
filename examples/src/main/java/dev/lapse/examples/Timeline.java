package dev.lapse.examples;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Prints what happens, each line with the milliseconds since the beginning. */
public final class Timeline {

  private final PrintStream out;
  private long beginning = System.nanoTime();

  /**
   * Begins now.
   *
   * @param out where to print
   */
  public Timeline(PrintStream out) {
    this.out = out;
  }

  /**
   * Starts again at zero.
   *
   * @param headline printed above what follows
   */
  public void begin(String headline) {
    out.println();
    out.println(headline);
    beginning = System.nanoTime();
  }

  long millis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginning);
  }

  /**
   * Prints a line.
   *
   * @param what has happened
   */
  public void say(String what) {
    out.println(String.format(Locale.ROOT, "%5d ms  %s", millis(), what));
  }

  void waitUntil(long millis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(millis - millis());
  }
}

package dev.lapse.examples.sessions;

import java.util.Locale;

/** How figures are written. */
final class Text {

  private Text() {}

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}

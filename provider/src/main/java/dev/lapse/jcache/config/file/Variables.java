package dev.lapse.jcache.config.file;

import org.jspecify.annotations.Nullable;

/**
 * Replaces <code>${name}</code> and <code>${name:-default}</code> by system properties, and where
 * there is none by environment variables. <code>$${</code> stands for <code>${</code> itself. What
 * comes out is not looked at again.
 */
final class Variables {

  private static final String BEGIN = "${";
  private static final String OTHERWISE = ":-";

  private Variables() {}

  /**
   * Replaces the variables of a text.
   *
   * @throws IllegalArgumentException if one is not defined, or not closed, with what to do
   */
  static String replaceIn(String text) {
    StringBuilder replaced = new StringBuilder();
    int done = 0;
    for (int begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, done)) {
      if (begin > done && text.charAt(begin - 1) == '$') {
        replaced.append(text, done, begin - 1).append(BEGIN);
        done = begin + BEGIN.length();
        continue;
      }
      int end = text.indexOf('}', begin);
      if (end < 0) {
        throw new IllegalArgumentException(
            "${ without a } after it. Close it, or write $${ where it is meant literally");
      }
      replaced.append(text, done, begin).append(value(text.substring(begin + BEGIN.length(), end)));
      done = end + 1;
    }
    return replaced.append(text, done, text.length()).toString();
  }

  private static String value(String variable) {
    int split = variable.indexOf(OTHERWISE);
    String name = split < 0 ? variable : variable.substring(0, split);
    if (name.isBlank()) {
      throw new IllegalArgumentException(
          "the variable ${%s} has no name. Write ${name} or ${name:-default}".formatted(variable));
    }
    String value = find(name);
    if (split >= 0) {
      return value == null || value.isEmpty()
          ? variable.substring(split + OTHERWISE.length())
          : value;
    }
    if (value == null) {
      throw new IllegalArgumentException(
          "the variable ${%s} is neither a system property nor in the environment. Define it, or give a default as in ${%s:-default}"
              .formatted(name, name.replaceAll(":.*", "")));
    }
    return value;
  }

  private static @Nullable String find(String name) {
    String property = System.getProperty(name);
    return property == null ? System.getenv(name) : property;
  }
}

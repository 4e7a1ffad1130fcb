package dev.lapse.jcache.config.file;

/**
 * Which names of caches are meant: {@code *} stands for any number of characters, {@code ?} for
 * one, and a backslash takes the meaning from what follows it.
 */
final class NamePattern {

  private static final int ANY_NUMBER = -1;
  private static final int ANY_ONE = -2;

  private final String text;

  /** Characters, or one of the two above. */
  private final int[] parts;

  NamePattern(String text) {
    this.text = text;
    int[] found = new int[text.length()];
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        i++;
        found[count++] = text.charAt(i);
      } else {
        found[count++] = c == '*' ? ANY_NUMBER : c == '?' ? ANY_ONE : c;
      }
    }
    this.parts = java.util.Arrays.copyOf(found, count);
  }

  /** Whether a name is meant. */
  boolean matches(String name) {
    return covers(name.chars().toArray());
  }

  /** Whether each name that the other pattern means is meant by this one. */
  boolean covers(NamePattern other) {
    return covers(other.parts);
  }

  /**
   * Goes back to the last star alone, which is enough, and takes no more than length times length.
   */
  private boolean covers(int[] what) {
    int part = 0;
    int star = -1;
    int starAt = 0;
    int at = 0;
    while (at < what.length) {
      if (part < parts.length && parts[part] == ANY_NUMBER) {
        star = part++;
        starAt = at;
      } else if (part < parts.length && isOne(parts[part], what[at])) {
        part++;
        at++;
      } else if (star >= 0) {
        part = star + 1;
        at = ++starAt;
      } else {
        return false;
      }
    }
    while (part < parts.length && parts[part] == ANY_NUMBER) {
      part++;
    }
    return part == parts.length;
  }

  private static boolean isOne(int part, int what) {
    return part == what || (part == ANY_ONE && what != ANY_NUMBER);
  }

  @Override
  public String toString() {
    return text;
  }
}

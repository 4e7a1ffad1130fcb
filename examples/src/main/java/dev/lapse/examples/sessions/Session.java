package dev.lapse.examples.sessions;

import java.io.Serializable;

/**
 * What a session store holds for somebody who has logged in.
 *
 * @param user who it is
 * @param openedAtMillis when the session was opened
 */
record Session(String user, long openedAtMillis) implements Serializable {

  private static final String KEY_PREFIX = "session-";

  /** The key of the session with this number. */
  static String key(int number) {
    return KEY_PREFIX + number;
  }

  /** The number of the session with this key. */
  static int number(String key) {
    return Integer.parseInt(key, KEY_PREFIX.length(), key.length(), 10);
  }
}

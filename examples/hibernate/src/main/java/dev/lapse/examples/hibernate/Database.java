package dev.lapse.examples.hibernate;

import java.util.Locale;
import java.util.Map;

/** The databases that the example runs on. Each is empty when the program starts. */
enum Database {

  /** In the memory of this process. */
  H2 {
    @Override
    Map<String, Object> connection() {
      return settings("jdbc:h2:mem:example;DB_CLOSE_DELAY=-1", "sa");
    }
  },

  /** A server of its own, started when it is first asked for, and ended with the program. */
  POSTGRESQL {
    @Override
    Map<String, Object> connection() {
      return settings(PostgresServer.shared().url(), PostgresServer.USER);
    }
  };

  /**
   * Finds one by its name.
   *
   * @throws IllegalArgumentException if there is no such database
   */
  static Database named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Hibernate's settings for connecting to it. */
  abstract Map<String, Object> connection();

  private static Map<String, Object> settings(String url, String user) {
    return Map.of(
        "jakarta.persistence.jdbc.url",
        url,
        "jakarta.persistence.jdbc.user",
        user,
        "jakarta.persistence.jdbc.password",
        "",
        "hibernate.connection.pool_size",
        12,
        "hibernate.hbm2ddl.auto",
        "create-drop");
  }
}

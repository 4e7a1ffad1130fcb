package dev.lapse.examples.hibernate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.hibernate.SessionFactory;
import org.hibernate.jpa.HibernatePersistenceConfiguration;

/** Session factories on H2 for other settings and other entities than those of the bank. */
final class Factories {

  private Factories() {}

  static SessionFactory open(Map<String, ?> settings, Class<?>... entities) {
    Map<String, Object> all = new HashMap<>(Database.H2.connection());
    all.putAll(Bank.CACHE);
    all.putAll(settings);
    return new HibernatePersistenceConfiguration("other")
        .managedClasses(entities)
        .properties(all)
        .createEntityManagerFactory();
  }

  /** What a failure and its causes say, the innermost last. */
  static List<String> messages(Throwable failure) {
    List<String> messages = new ArrayList<>();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      messages.add(each.getClass().getName() + ": " + each.getMessage());
    }
    return messages;
  }

  /** What Hibernate's cache logs while something runs. */
  static List<String> logged(Runnable action) {
    List<String> messages = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord message) {
            messages.add(message.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger("org.hibernate.orm.cache");
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
    try {
      action.run();
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
    return messages;
  }
}

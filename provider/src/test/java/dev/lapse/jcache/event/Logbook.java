package dev.lapse.jcache.event;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What event delivery logs, while it is open; kept from the console. */
final class Logbook extends Handler implements AutoCloseable {

  private final Collection<LogRecord> records = new ConcurrentLinkedQueue<>();
  private final Logger logger = Logger.getLogger(EventDispatcher.class.getName());

  Logbook() {
    logger.setUseParentHandlers(false);
    logger.addHandler(this);
  }

  List<LogRecord> records() {
    return List.copyOf(records);
  }

  @Override
  public void publish(LogRecord record) {
    records.add(record);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}

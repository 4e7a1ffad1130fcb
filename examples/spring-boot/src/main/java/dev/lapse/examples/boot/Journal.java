package dev.lapse.examples.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.event.CacheEntryRemovedListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Writes into the database when a session begins and how it ends: signed out, or timed out. It
 * listens to the cache of sessions, asynchronously, so that no request waits for it; the events of
 * one session come in order, and each ends exactly once.
 */
@Component
public class Journal
    implements CacheEntryCreatedListener<String, Session>,
        CacheEntryRemovedListener<String, Session>,
        CacheEntryExpiredListener<String, Session> {

  /** What the page shows at most. */
  private static final int LATEST = 8;

  private final JdbcTemplate database;

  Journal(JdbcTemplate database) {
    this.database = database;
  }

  /**
   * A line of the journal.
   *
   * @param what happened
   * @param name of the member
   * @param token of the session
   */
  public record Line(String what, String name, String token) {}

  @Override
  public void onCreated(Iterable<CacheEntryEvent<? extends String, ? extends Session>> events) {
    write("signed in", events);
  }

  @Override
  public void onRemoved(Iterable<CacheEntryEvent<? extends String, ? extends Session>> events) {
    write("signed out", events);
  }

  @Override
  public void onExpired(Iterable<CacheEntryEvent<? extends String, ? extends Session>> events) {
    write("timed out", events);
  }

  private void write(
      String what, Iterable<CacheEntryEvent<? extends String, ? extends Session>> events) {
    List<Object[]> rows = new ArrayList<>();
    for (CacheEntryEvent<? extends String, ? extends Session> event : events) {
      Session session = event.isOldValueAvailable() ? event.getOldValue() : event.getValue();
      rows.add(new Object[] {what, session.member().name(), session.token()});
    }
    database.batchUpdate("insert into journal (what, name, token) values (?, ?, ?)", rows);
  }

  /**
   * Counts the lines.
   *
   * @return how often what has happened; nothing that never did
   */
  public Map<String, Long> totals() {
    Map<String, Long> totals = new TreeMap<>();
    database.query(
        "select what, count(*) from journal group by what",
        row -> {
          totals.put(row.getString(1), row.getLong(2));
        });
    return totals;
  }

  /**
   * Reads the end of the journal.
   *
   * @return the latest lines, the last one first
   */
  public List<Line> latest() {
    return database.query(
        "select what, name, token from journal order by id desc limit " + LATEST,
        (row, number) -> new Line(row.getString(1), row.getString(2), row.getString(3)));
  }
}

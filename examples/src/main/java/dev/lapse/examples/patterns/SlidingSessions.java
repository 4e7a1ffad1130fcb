package dev.lapse.examples.patterns;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.expiry.Expiration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.event.CacheEntryExpiredListener;

/**
 * Sessions that end when nobody has visited them for a while, and each has its own while: a
 * customer's is longer than an administrator's. An idle session leaves by itself, and whoever cares
 * is told once.
 */
public final class SlidingSessions {

  private final Cache<String, Session> sessions;

  /**
   * A session.
   *
   * @param user whose it is
   * @param idleTime how long it lives after the last visit
   */
  public record Session(String user, Duration idleTime) {}

  /**
   * Creates a store without sessions.
   *
   * @param manager gets the cache "sliding-sessions"
   * @param loggedOut told of each session that has ended for want of visits, once
   */
  public SlidingSessions(CacheManager manager, Consumer<Session> loggedOut) {
    CacheEntryExpiredListener<String, Session> listener =
        events -> events.forEach(event -> loggedOut.accept(event.getOldValue()));
    boolean oldValueRequired = true;
    boolean synchronous = false;
    sessions =
        manager.createCache(
            "sliding-sessions",
            LapseConfiguration.builder(String.class, Session.class)
                // Asked when a session is opened, changed or visited. It sees the session.
                .entryExpiryFactory(
                    () -> (id, session, operation) -> Expiration.after(session.idleTime()))
                .listener(
                    new MutableCacheEntryListenerConfiguration<>(
                        () -> listener, null, oldValueRequired, synchronous))
                .build());
  }

  /**
   * Opens a session.
   *
   * @param id names it
   * @param session what is known of it
   */
  public void open(String id, Session session) {
    sessions.put(id, session);
  }

  /**
   * Visits a session, which lives on.
   *
   * @param id names it
   * @return the session; empty if it has ended
   */
  public Optional<Session> visit(String id) {
    return Optional.ofNullable(sessions.get(id));
  }

  /**
   * Looks whether a session is there, which is no visit.
   *
   * @param id names it
   * @return false if it has ended
   */
  public boolean isOpen(String id) {
    return sessions.containsKey(id);
  }

  /**
   * Ends a session at its user's wish. That is no expiry, and nobody is told.
   *
   * @param id names it
   * @return false if it had ended before
   */
  public boolean close(String id) {
    return sessions.remove(id);
  }

  /**
   * Shows it.
   *
   * @param args none
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    Patterns.show(List.of(SlidingSessions::demonstrate));
  }

  static void demonstrate(CacheManager manager, Stage stage) throws InterruptedException {
    stage.begin("Sliding sessions: 500 ms for the administrator, 1 s for the customer");
    BlockingQueue<Session> loggedOut = new LinkedBlockingQueue<>();
    SlidingSessions sessions = new SlidingSessions(manager, loggedOut::add);
    sessions.open("1", new Session("administrator", Duration.ofMillis(500)));
    sessions.open("2", new Session("customer", Duration.ofSeconds(1)));
    stage.letPass(Duration.ofMillis(700));
    stage.say("logged out: " + loggedOut.take().user());
    stage.say("visited after 700 ms: " + sessions.visit("2").map(Session::user).orElse("nobody"));
    stage.letPass(Duration.ofMillis(700));
    stage.say("700 ms later: " + sessions.visit("2").map(Session::user).orElse("nobody"));
    stage.letPass(Duration.ofMillis(1100));
    stage.say("and nobody having come for 1.1 s, logged out: " + loggedOut.take().user());
  }
}

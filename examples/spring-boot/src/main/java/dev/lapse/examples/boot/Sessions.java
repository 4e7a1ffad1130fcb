package dev.lapse.examples.boot;

import java.util.Optional;
import java.util.UUID;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.configuration.FactoryBuilder;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import org.springframework.stereotype.Service;

/**
 * The open sessions, which live in the cache {@code sessions} alone: when one expires there, it is
 * over. The journal hears of it from the cache.
 */
@Service
public class Sessions {

  private final Cache<String, Session> sessions;

  Sessions(CacheManager manager, Journal journal) {
    sessions = manager.getCache("sessions", String.class, Session.class);
    sessions.registerCacheEntryListener(
        new MutableCacheEntryListenerConfiguration<>(
            new FactoryBuilder.SingletonFactory<>(journal), null, true, false));
  }

  /**
   * Signs a member in.
   *
   * @param member who
   * @return a new session
   */
  public Session open(Member member) {
    Session session = new Session(UUID.randomUUID().toString(), member);
    sessions.put(session.token(), session);
    return session;
  }

  /**
   * Finds a session, which lives longer by that.
   *
   * @param token of the session
   * @return the session, or nothing if it is over
   */
  public Optional<Session> use(String token) {
    return Optional.ofNullable(sessions.get(token));
  }

  /**
   * Signs out.
   *
   * @param token of the session
   * @return whether the session was open
   */
  public boolean close(String token) {
    return sessions.remove(token);
  }
}

package dev.lapse.examples.hibernate;

import static dev.lapse.examples.hibernate.OpenBank.ENTITIES;
import static dev.lapse.examples.hibernate.OpenBank.QUERIES;
import static dev.lapse.examples.hibernate.OpenBank.TIMESTAMPS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.examples.hibernate.OpenBank.Read;
import dev.lapse.jcache.expiry.ReaperMXBean;
import java.util.List;
import java.util.function.Function;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Entries of a region with a time to live leave by themselves; those that must stay do. */
@ParameterizedClass
@EnumSource(Database.class)
class ExpiryTest {

  private static final List<String> SHORT_LIVED = List.of("rates", ENTITIES + "Account", QUERIES);

  private static final Function<Session, Object> RATE =
      session -> session.find(Rate.class, "JPY").perThousand();

  @Parameter Database database;

  private OpenBank bank;

  @BeforeEach
  void open() {
    CacheManager caches = OpenBank.defaultManager();
    Duration timeToLive = new Duration(MILLISECONDS, 800);
    for (String name : SHORT_LIVED) {
      caches.createCache(
          name,
          new MutableConfiguration<>()
              .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(timeToLive)));
    }
    bank = OpenBank.on(database);
  }

  @AfterEach
  void close() {
    bank.close();
  }

  private void awaitEmpty(String region) {
    await(region).until(() -> bank.entries(region) == 0);
  }

  @Test
  void whatHasExpiredIsGoneAndReadFromTheDatabaseAgain() {
    awaitEmpty("rates"); // also of what the filling has left
    long expired = bank.caches().unwrap(ReaperMXBean.class).getActivelyExpired();
    assertEquals(6L, bank.read(RATE).found());
    bank.factory().inSession(ExpiryTest::changeBehindHibernatesBack);

    awaitEmpty("rates");
    assertTrue(bank.caches().unwrap(ReaperMXBean.class).getActivelyExpired() > expired);
    assertEquals(new Read(7L, 1), bank.read(RATE));
  }

  private static void changeBehindHibernatesBack(Session session) {
    session.doWork(
        connection -> {
          connection
              .createStatement()
              .execute("update Rate set perThousand = 7 where currency = 'JPY'");
          if (!connection.getAutoCommit()) {
            connection.commit();
          }
        });
  }

  @Test
  void theTimesOfUpdatesStayWhereEverythingElseExpires() {
    Function<Session, Object> rich =
        session ->
            session
                .createSelectionQuery(
                    "select number from Account where balance > 150", String.class)
                .setCacheable(true)
                .getResultList();
    assertEquals(List.of("no. 2"), bank.read(rich).found());
    bank.factory().inTransaction(session -> session.find(Account.class, 2L).setBalance(0));
    long times = bank.entries(TIMESTAMPS);
    assertTrue(times > 0);

    SHORT_LIVED.forEach(this::awaitEmpty);
    assertEquals(times, bank.entries(TIMESTAMPS));
    assertEquals(new Read(List.of(), 1), bank.read(rich));
  }
}

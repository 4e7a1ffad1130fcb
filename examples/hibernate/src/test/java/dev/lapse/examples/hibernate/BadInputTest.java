package dev.lapse.examples.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Whoever gets something wrong reads what it is, also where the message comes through Hibernate.
 */
class BadInputTest {

  @AfterEach
  void close() {
    OpenBank.defaultManager().close();
  }

  /** Fails unless one of the failure's messages has all of the parts. */
  private static void assertSays(Executable action, String... parts) {
    List<String> messages = Factories.messages(assertThrows(Exception.class, action));
    assertTrue(
        messages.stream().anyMatch(message -> List.of(parts).stream().allMatch(message::contains)),
        () -> List.of(parts) + " in " + String.join("\n", messages));
  }

  private static Executable opening(String setting, Object value) {
    return () -> Factories.open(Map.of(setting, value), Rate.class).close();
  }

  @Test
  void aProviderThatIsNotThere() {
    assertSays(
        opening("hibernate.javax.cache.provider", "dev.lapse.jcache.Provider"),
        "dev.lapse.jcache.Provider");
  }

  @Test
  void aSettingsFileThatIsNotThere() {
    assertSays(opening("hibernate.javax.cache.uri", "no-such-file.yaml"), "no-such-file.yaml");
  }

  @Test
  void aStrategyThatDoesNotExist() {
    assertSays(opening("hibernate.javax.cache.missing_cache_strategy", "creat"), "`creat`");
  }

  @Test
  void aManagerThatIsClosedAlready() {
    CacheManager closed = OpenBank.defaultManager();
    closed.close();
    assertSays(
        opening("hibernate.javax.cache.cache_manager", closed),
        "cache manager lapse:default is closed",
        "CachingProvider.getCacheManager");
  }

  @Test
  void aManagerThatSomebodyElseCloses() {
    try (SessionFactory factory = Factories.open(Map.of(), Rate.class)) {
      factory.inTransaction(session -> session.persist(new Rate("EUR", 1000)));
      OpenBank.defaultManager().close();
      assertSays(
          () -> factory.inSession(session -> session.find(Rate.class, "EUR")),
          "cache rates of cache manager lapse:default is closed");
    }
  }

  @Test
  void aRegionThatIsCreatedOnceMore() {
    try (SessionFactory factory = Factories.open(Map.of(), Rate.class)) {
      factory.inTransaction(session -> session.persist(new Rate("EUR", 1000)));
      assertSays(
          () -> OpenBank.defaultManager().createCache("rates", new MutableConfiguration<>()),
          "rates exists already",
          "getCache");
    }
  }

  @Test
  void aRegionThatIsPredefinedForTheEntityItselfWhereHibernateKeepsItsOwnForm() {
    OpenBank.defaultManager()
        .createCache(
            "rates", new MutableConfiguration<String, Rate>().setTypes(String.class, Rate.class));
    try (SessionFactory factory = Factories.open(Map.of(), Rate.class)) {
      assertSays(
          () -> factory.inSession(session -> session.find(Rate.class, "EUR")),
          "Cache rates of",
          "java.lang.String",
          "org.hibernate.cache.internal.BasicCacheKeyImplementation");
    }
  }

  @Test
  void anAttributeThatIsNotSerializable() {
    try (SessionFactory factory = Factories.open(Map.of(), Basket.class)) {
      assertSays(
          () -> factory.inTransaction(session -> session.persist(new Basket())),
          Basket.Cents.class.getName() + " is not serializable",
          "java.io.Serializable",
          "Copier",
          "setStoreByValue(false)");
      // Hibernate fills its cache after the commit.
      long rows =
          factory.fromSession(
              session ->
                  session
                      .createNativeQuery("select count(*) from Basket", Long.class)
                      .getSingleResult());
      assertEquals(1, rows);
    }
  }

  @Test
  void theAccessTypeTransactionalIsTakenWithAWarningAndShowsWhatWasNeverCommitted() {
    List<String> logged = Factories.logged(this::rollBackATransactionalUpdate);
    assertTrue(
        logged.toString().contains("[stock] has the access type 'transactional'"),
        logged.toString());
  }

  /** Documents why nobody should use it with any JCache provider: none hears of a rollback. */
  private void rollBackATransactionalUpdate() {
    try (SessionFactory factory = Factories.open(Map.of(), Stock.class)) {
      factory.inTransaction(session -> session.persist(new Stock()));
      assertThrows(
          CacheException.class,
          () ->
              factory.inTransaction(
                  session -> {
                    session.find(Stock.class, 0L).pieces = 66;
                    session.flush();
                    throw new CacheException("the transaction is given up");
                  }));
      long seen = factory.fromSession(session -> session.find(Stock.class, 0L).pieces);
      assertEquals(66, seen);
    }
  }
}

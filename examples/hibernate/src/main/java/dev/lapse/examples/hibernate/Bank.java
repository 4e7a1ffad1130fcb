package dev.lapse.examples.hibernate;

import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.jpa.HibernatePersistenceConfiguration;

/** The entities, and the settings that put a cache in front of their database. */
final class Bank {

  /** What Hibernate needs to know. Everything else in here is for the example's sake. */
  static final Map<String, Object> CACHE =
      Map.of(
          "hibernate.cache.region.factory_class",
          "jcache",
          "hibernate.javax.cache.provider",
          "dev.lapse.jcache.LapseCachingProvider",
          "hibernate.javax.cache.missing_cache_strategy",
          "create",
          "hibernate.cache.use_query_cache",
          true,
          "hibernate.generate_statistics",
          true);

  private Bank() {}

  /**
   * Makes the tables and the session factory, which drops the tables when it is closed.
   *
   * @param settings of Hibernate, besides those for connecting to the database
   */
  static SessionFactory open(Database database, Map<String, ?> settings) {
    return new HibernatePersistenceConfiguration("bank")
        .managedClasses(Currency.class, Account.class, Posting.class, Rate.class)
        .properties(database.connection())
        .properties(settings)
        .createEntityManagerFactory();
  }

  /** Fills the empty tables: two currencies, two accounts with a posting each, two rates. */
  static void fill(SessionFactory bank) {
    bank.inTransaction(
        session -> {
          session.persist(new Currency(1, "EUR", "Euro"));
          session.persist(new Currency(2, "JPY", "Yen"));
          session.persist(new Rate("EUR", 1000));
          session.persist(new Rate("JPY", 6));
          for (long id = 1; id <= 2; id++) {
            Account account = new Account(id, "no. " + id);
            account.post(id, 100 * id);
            session.persist(account);
          }
        });
  }
}

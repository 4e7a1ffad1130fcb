package dev.lapse.examples.hibernate;

import dev.lapse.jcache.eviction.OccupancyMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.management.CacheStatisticsMXBean;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.stat.CacheRegionStatistics;

/** A filled bank with an empty cache in front of it, and what both sides count. */
record OpenBank(SessionFactory factory, CacheManager caches) implements AutoCloseable {

  static final String ENTITIES = "dev.lapse.examples.hibernate.";
  static final String QUERIES = "default-query-results-region";
  static final String TIMESTAMPS = "default-update-timestamps-region";

  /** All regions of the bank. */
  static final Set<String> REGIONS =
      Set.of(
          ENTITIES + "Currency",
          ENTITIES + "Currency##NaturalId",
          ENTITIES + "Account",
          ENTITIES + "Account##NaturalId",
          ENTITIES + "Account.postings",
          ENTITIES + "Posting",
          "rates",
          QUERIES,
          TIMESTAMPS);

  private static final String PROVIDER = "dev.lapse.jcache.LapseCachingProvider";

  /** With regions that Hibernate creates, except for those that are there. */
  static OpenBank on(Database database) {
    return on(database, Map.of());
  }

  static OpenBank on(Database database, Map<String, ?> settings) {
    Map<String, Object> all = new HashMap<>(Bank.CACHE);
    all.putAll(settings);
    OpenBank bank = new OpenBank(Bank.open(database, all), defaultManager());
    bank.caches.getCacheNames().forEach(name -> bank.caches.enableStatistics(name, true));
    bank.refill();
    return bank;
  }

  /** Makes the rows new, the regions empty and all figures zero. */
  void refill() {
    factory.inTransaction(
        session -> {
          for (String table : List.of("Posting", "Account", "Currency", "Rate")) {
            session.createNativeMutationQuery("delete from " + table).executeUpdate();
          }
        });
    Bank.fill(factory);
    factory.getCache().evictAllRegions();
    factory.getStatistics().clear();
    caches.getCacheNames().forEach(name -> byLapse(name).clear());
  }

  static CacheManager defaultManager() {
    return Caching.getCachingProvider(PROVIDER).getCacheManager();
  }

  /** What a read gives, and how many statements the database was sent for it. */
  record Read(Object found, long statements) {}

  /** Reads in a session of its own. */
  Read read(Function<Session, Object> reading) {
    long before = factory.getStatistics().getPrepareStatementCount();
    Object found = factory.fromTransaction(reading);
    return new Read(found, factory.getStatistics().getPrepareStatementCount() - before);
  }

  CacheRegionStatistics byHibernate(String region) {
    return factory.getStatistics().getCacheRegionStatistics(region);
  }

  CacheStatisticsMXBean byLapse(String region) {
    return caches.getCache(region).unwrap(CacheStatisticsMXBean.class);
  }

  /** Entries that are there, dead ones among them. */
  long entries(String region) {
    return caches.getCache(region).unwrap(OccupancyMXBean.class).getEntries();
  }

  @Override
  public void close() {
    factory.close();
  }
}

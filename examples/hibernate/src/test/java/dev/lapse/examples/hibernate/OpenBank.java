package dev.lapse.examples.hibernate;

import dev.lapse.jcache.eviction.OccupancyMXBean;
import java.util.HashMap;
import java.util.Map;
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

  static final String PROVIDER = "dev.lapse.jcache.LapseCachingProvider";

  /** With regions that Hibernate creates, except for those that are there. */
  static OpenBank on(Database database) {
    return on(database, Map.of());
  }

  static OpenBank on(Database database, Map<String, ?> settings) {
    Map<String, Object> all = new HashMap<>(Bank.CACHE);
    all.putAll(settings);
    SessionFactory factory = Bank.open(database, all);
    Bank.fill(factory);
    factory.getCache().evictAllRegions();
    factory.getStatistics().clear();
    CacheManager caches = defaultManager();
    caches.getCacheNames().forEach(name -> caches.enableStatistics(name, true));
    return new OpenBank(factory, caches);
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

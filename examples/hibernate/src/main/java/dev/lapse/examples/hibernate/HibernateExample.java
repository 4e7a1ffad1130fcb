package dev.lapse.examples.hibernate;

import dev.lapse.jcache.eviction.OccupancyMXBean;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.management.CacheStatisticsMXBean;
import org.hibernate.KeyType;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.Version;
import org.hibernate.stat.CacheRegionStatistics;
import org.hibernate.stat.Statistics;

/** Shows which reads go to the database and which do not, and that what has expired is gone. */
public final class HibernateExample {

  /** On the class path. */
  private static final String REGIONS = "regions.yaml";

  private final SessionFactory bank;
  private final Statistics statistics;
  private final CacheManager caches;
  private final PrintStream out;

  private HibernateExample(SessionFactory bank, CacheManager caches, PrintStream out) {
    this.bank = bank;
    this.statistics = bank.getStatistics();
    this.caches = caches;
    this.out = out;
  }

  /**
   * Runs it, in a few seconds.
   *
   * @param args the database, {@code h2} or {@code postgresql}; without one, h2
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    run(args.length == 0 ? Database.H2 : Database.named(args[0]), System.out);
  }

  static void run(Database database, PrintStream out) throws InterruptedException {
    Map<String, Object> settings = new HashMap<>(Bank.CACHE);
    settings.put("hibernate.javax.cache.uri", REGIONS);
    try (SessionFactory bank = Bank.open(database, settings)) {
      CacheManager caches = caches();
      out.printf(
          "Hibernate ORM %s on %s, cached by %s%n",
          Version.getVersionString(),
          bank.fromSession(
              session ->
                  session.doReturningWork(
                      c ->
                          c.getMetaData().getDatabaseProductName()
                              + " "
                              + c.getMetaData().getDatabaseProductVersion())),
          caches);
      HibernateExample example = new HibernateExample(bank, caches, out);
      Bank.fill(bank);
      bank.getCache().evictAllRegions();
      example.reads();
      example.update();
      example.expiry();
      example.figures();
    }
  }

  /** The manager that Hibernate uses: it takes the location of the file as its URI. */
  private static CacheManager caches() {
    URL regions = Objects.requireNonNull(HibernateExample.class.getResource("/" + REGIONS));
    return Caching.getCachingProvider().getCacheManager(URI.create(regions.toString()), null);
  }

  private void reads() {
    out.println("\nEach is read twice, in a session of its own:");
    twice("currency by id", session -> session.find(Currency.class, 2L).name());
    twice(
        "currency by natural id",
        session -> session.find(Currency.class, "EUR", KeyType.NATURAL).name());
    twice("account", session -> session.find(Account.class, 1L).balance());
    twice("its postings", session -> session.find(Account.class, 1L).postings().size());
    twice(
        "query for rich accounts",
        session ->
            session
                .createSelectionQuery("from Account where balance > 150", Account.class)
                .setCacheable(true)
                .getResultList()
                .size());
  }

  private void twice(String what, Function<Session, Object> read) {
    for (int i = 0; i < 2; i++) {
      say(what, read);
    }
  }

  private void say(String what, Function<Session, Object> read) {
    long before = statistics.getPrepareStatementCount();
    Object found = bank.fromSession(read);
    long statements = statistics.getPrepareStatementCount() - before;
    out.printf(
        "  %-24s %-6s %s%n", what, found, statements == 0 ? "from the cache" : "from the database");
  }

  private void update() {
    out.println("\nAfter a transaction has posted 500 to the account:");
    bank.inTransaction(session -> session.find(Account.class, 1L).post(3, 500));
    twice("account", session -> session.find(Account.class, 1L).balance());
  }

  private void expiry() throws InterruptedException {
    out.println("\nRates live for two seconds:");
    Function<Session, Object> rate = session -> session.find(Rate.class, "JPY").perThousand();
    twice("rate", rate);
    long began = System.nanoTime();
    while (occupancy("rates").getEntries() > 0) {
      Thread.sleep(10);
    }
    out.printf("  gone by itself after %.1f s%n", (System.nanoTime() - began) / 1e9);
    say("rate", rate);
  }

  private void figures() {
    String line = "%-48s %6s %6s %6s   %6s %6s %6s %7s%n";
    out.printf("%n%-48s %-20s   %s%n", "", "Hibernate", "Lapse");
    out.printf(line, "region", "hits", "misses", "puts", "hits", "misses", "puts", "entries");
    for (String name : statistics.getSecondLevelCacheRegionNames()) {
      CacheRegionStatistics byHibernate =
          Objects.requireNonNull(statistics.getCacheRegionStatistics(name));
      CacheStatisticsMXBean byLapse = region(name).unwrap(CacheStatisticsMXBean.class);
      out.printf(
          line,
          name,
          byHibernate.getHitCount(),
          byHibernate.getMissCount(),
          byHibernate.getPutCount(),
          byLapse.getCacheHits(),
          byLapse.getCacheMisses(),
          byLapse.getCachePuts(),
          occupancy(name).getEntries());
    }
  }

  private OccupancyMXBean occupancy(String region) {
    return region(region).unwrap(OccupancyMXBean.class);
  }

  private Cache<Object, Object> region(String name) {
    return Objects.requireNonNull(caches.getCache(name));
  }
}

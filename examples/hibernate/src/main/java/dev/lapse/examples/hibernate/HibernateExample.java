package dev.lapse.examples.hibernate;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.lapse.jcache.eviction.OccupancyMXBean;
import java.io.PrintStream;
import java.util.Objects;
import java.util.function.Function;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import org.hibernate.KeyType;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.Version;
import org.hibernate.stat.CacheRegionStatistics;
import org.hibernate.stat.Statistics;

/** Shows which reads go to the database and which do not, and that what has expired is gone. */
public final class HibernateExample {

  private static final Duration RATES_LIVE = new Duration(SECONDS, 1);

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
    CacheManager caches = Caching.getCachingProvider().getCacheManager();
    caches.createCache(
        "rates",
        new MutableConfiguration<>()
            .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(RATES_LIVE)));
    try (SessionFactory bank = Bank.open(database, Bank.CACHE)) {
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
        "  %-24s %-6s %s%n",
        what, found, statements == 0 ? "from the cache" : statements + " statements");
  }

  private void update() {
    out.println("\nAfter a transaction has posted 500 to the account:");
    bank.inTransaction(session -> session.find(Account.class, 1L).post(3, 500));
    twice("account", session -> session.find(Account.class, 1L).balance());
  }

  private void expiry() throws InterruptedException {
    out.println("\nRates live for " + RATES_LIVE.getDurationAmount() + " s:");
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
    out.printf(
        "%n%-45s %20s %20s%n%-45s %6s %6s %6s %13s%n",
        "Region", "Hibernate", "Lapse", "", "hits", "misses", "puts", "entries");
    for (String name : statistics.getSecondLevelCacheRegionNames()) {
      CacheRegionStatistics region =
          Objects.requireNonNull(statistics.getCacheRegionStatistics(name));
      out.printf(
          "%-45s %6d %6d %6d %13d%n",
          name,
          region.getHitCount(),
          region.getMissCount(),
          region.getPutCount(),
          occupancy(name).getEntries());
    }
  }

  private OccupancyMXBean occupancy(String region) {
    Cache<Object, Object> cache = Objects.requireNonNull(caches.getCache(region));
    return cache.unwrap(OccupancyMXBean.class);
  }
}

package dev.lapse.examples.hibernate;

import static dev.lapse.examples.hibernate.OpenBank.ENTITIES;
import static dev.lapse.examples.hibernate.OpenBank.QUERIES;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.expiry.ReaperMXBean;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import org.hibernate.Session;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Several threads read and write the same few rows, and a third of the transactions that write are
 * rolled back. Whatever is written is written once only, so each value that anybody reads tells
 * which transaction it is from.
 */
@ParameterizedClass
@EnumSource(Database.class)
class ConcurrentLoadTest {

  private static final int THREADS_OF_A_KIND = 3;

  /** One for each thread that writes, and one that all of them write. */
  private static final int ROWS = THREADS_OF_A_KIND + 1;

  private static final int SHARED_ROW = THREADS_OF_A_KIND;

  private static final long LOAD_NANOS = SECONDS.toNanos(1);

  /** Where the machine is so busy that hardly anything happens in that time. */
  private static final long LONGEST_LOAD_NANOS = SECONDS.toNanos(30);

  private static final int POSTINGS_OF_AN_ACCOUNT = 40;

  @Parameter Database database;

  private OpenBank bank;

  private final AtomicLong nextValue = new AtomicLong(1_000);
  private final AtomicInteger rolledBack = new AtomicInteger();

  private final Set<String> committed = ConcurrentHashMap.newKeySet();
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  /**
   * For each account the latest version that somebody was told is committed. Only for those that
   * one thread alone writes and never gives up: Hibernate's entry for a row that two transactions
   * have locked at once, or one has rolled back, knows an older version than the latest, so that a
   * late reader may put back one in between.
   */
  private final AtomicLongArray committedVersions = new AtomicLongArray(ROWS);

  private final Set<String> stale = ConcurrentHashMap.newKeySet();

  @AfterEach
  void close() {
    bank.close();
  }

  @Test
  void onlyCommittedValuesAreSeenAndReadWriteOnesAtOnce() throws Exception {
    openWithRows();
    load();
    assertOnlyCommittedValuesWereSeen();
    assertEquals(Set.of(), stale, "read from accounts after a newer version was committed");
    List<Long> cached = balances();
    bank.factory().getCache().evictAllRegions();
    assertEquals(balances(), cached, "the database, and the cache");
  }

  @Test
  void onlyCommittedValuesAreSeenWhileEntriesExpireAllTheTime() throws Exception {
    for (String region :
        List.of("rates", ENTITIES + "Account", ENTITIES + "Account.postings", QUERIES)) {
      OpenBank.defaultManager()
          .createCache(
              region,
              new MutableConfiguration<>()
                  .setExpiryPolicyFactory(
                      CreatedExpiryPolicy.factoryOf(new Duration(MILLISECONDS, 100))));
    }
    openWithRows();
    load();
    assertOnlyCommittedValuesWereSeen();
    ReaperMXBean reaper = bank.caches().unwrap(ReaperMXBean.class);
    assertTrue(reaper.getActivelyExpired() > 0, "some entries expired");
  }

  private void openWithRows() {
    bank = OpenBank.on(database);
    for (int row = 0; row < ROWS; row++) {
      long id = id(row);
      write(
          session -> {
            session.persist(new Account(id, "load " + id));
            session.persist(new Rate("R" + id, 0));
          },
          Set.of("balance 0", "rate 0"),
          false);
    }
    rolledBack.set(0);
  }

  private static long id(int row) {
    return 100 + row;
  }

  private void load() throws Exception {
    long begin = System.nanoTime();
    BooleanSupplier goesOn =
        () -> {
          long elapsed = System.nanoTime() - begin;
          return elapsed < LOAD_NANOS || elapsed < LONGEST_LOAD_NANOS && !missing().isEmpty();
        };
    ExecutorService threads = Executors.newFixedThreadPool(2 * THREADS_OF_A_KIND);
    try {
      List<Future<Void>> running = new ArrayList<>();
      for (int i = 0; i < THREADS_OF_A_KIND; i++) {
        int own = i;
        running.add(threads.submit(whileIt(goesOn, row -> writeAndRest(row, own))));
        running.add(threads.submit(whileIt(goesOn, this::readEverything)));
      }
      for (Future<Void> each : running) {
        each.get(60, SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Void> whileIt(BooleanSupplier goesOn, IntConsumer work) {
    return () -> {
      do {
        work.accept(ThreadLocalRandom.current().nextInt(ROWS));
      } while (goesOn.getAsBoolean());
      return null;
    };
  }

  /** Then rests three times as long, as no query is answered by the cache while somebody writes. */
  private void writeAndRest(int row, int own) {
    long begin = System.nanoTime();
    writeSomething(row, own);
    LockSupport.parkNanos(3 * (System.nanoTime() - begin));
  }

  private void writeSomething(int row, int own) {
    long value = nextValue.incrementAndGet();
    boolean giveUp = value % 3 == 0;
    if (value % 2 == 0) {
      write(
          session -> session.find(Rate.class, "R" + id(row)).setPerThousand(value),
          Set.of("rate " + value),
          giveUp);
    } else {
      writeAccount(row == SHARED_ROW || giveUp ? SHARED_ROW : own, value, giveUp);
    }
  }

  private void writeAccount(int row, long value, boolean giveUp) {
    long[] version = new long[1];
    Set<String> written = new HashSet<>(Set.of("balance " + value));
    boolean done =
        write(
            session -> {
              Account account = session.find(Account.class, id(row));
              if (account.postings().size() < POSTINGS_OF_AN_ACCOUNT) {
                account.post(value, 1);
                written.add("posting " + value);
              }
              account.setBalance(value);
              session.flush();
              version[0] = account.version();
            },
            written,
            giveUp);
    if (done && row != SHARED_ROW) {
      committedVersions.set(row, version[0]);
    }
  }

  /** Thrown to give a transaction up after it has written. */
  private static final class GivenUp extends RuntimeException {}

  /** Returns whether it was committed. */
  private boolean write(Consumer<Session> writing, Set<String> written, boolean giveUp) {
    try {
      bank.factory()
          .inTransaction(
              session -> {
                writing.accept(session);
                session.flush();
                if (giveUp) {
                  throw new GivenUp();
                }
              });
      committed.addAll(written);
      return true;
    } catch (GivenUp e) {
      rolledBack.incrementAndGet();
      return false;
    } catch (PersistenceException e) {
      return false; // another writer was first
    }
  }

  private void readEverything(int row) {
    long committedBefore = committedVersions.get(row);
    bank.factory()
        .inTransaction(
            session -> {
              Account account = session.find(Account.class, id(row));
              seen.add("balance " + account.balance());
              if (account.version() < committedBefore) {
                stale.add(account.version() + " after " + committedBefore);
              }
              account.postings().forEach(posting -> seen.add("posting " + posting.id()));
              seen.add("rate " + session.find(Rate.class, "R" + id(row)).perThousand());
              session
                  .createSelectionQuery("select balance from Account where id = :id", Long.class)
                  .setParameter("id", id(row))
                  .setCacheable(true)
                  .getResultList()
                  .forEach(balance -> seen.add("balance " + balance));
            });
  }

  private void assertOnlyCommittedValuesWereSeen() {
    Set<String> never = new HashSet<>(seen);
    never.removeAll(committed);
    assertEquals(Set.of(), never, "seen, and never committed");

    assertEquals(List.of(), missing(), "never happened");
  }

  /** What has to happen for the load to prove anything, and has not happened yet. */
  private List<String> missing() {
    Statistics statistics = bank.factory().getStatistics();
    Map<String, Boolean> happened =
        Map.of(
            "balances seen",
                seen.stream().filter(value -> value.startsWith("balance ")).count() > ROWS,
            "rates seen", seen.stream().filter(value -> value.startsWith("rate ")).count() > ROWS,
            "postings seen", seen.stream().anyMatch(value -> value.startsWith("posting ")),
            "rollbacks", rolledBack.get() > 0,
            "hits in accounts",
                statistics.getCacheRegionStatistics(ENTITIES + "Account").getHitCount() > 0,
            "hits in postings",
                statistics.getCacheRegionStatistics(ENTITIES + "Account.postings").getHitCount()
                    > 0,
            "hits in rates", statistics.getCacheRegionStatistics("rates").getHitCount() > 0,
            "hits in queries", statistics.getQueryCacheHitCount() > 0);
    return happened.entrySet().stream()
        .filter(each -> !each.getValue())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** Of the accounts that are not shared. */
  private List<Long> balances() {
    return bank.factory()
        .fromSession(
            session -> {
              List<Long> balances = new ArrayList<>();
              for (int row = 0; row < SHARED_ROW; row++) {
                balances.add(session.find(Account.class, id(row)).balance());
              }
              return balances;
            });
  }
}

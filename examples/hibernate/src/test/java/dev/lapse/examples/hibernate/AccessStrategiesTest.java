package dev.lapse.examples.hibernate;

import static dev.lapse.examples.hibernate.OpenBank.ENTITIES;
import static dev.lapse.examples.hibernate.OpenBank.QUERIES;
import static dev.lapse.examples.hibernate.OpenBank.TIMESTAMPS;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.examples.hibernate.OpenBank.Read;
import java.util.List;
import java.util.function.Function;
import org.hibernate.KeyType;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What Hibernate keeps in Lapse is found there, what has changed is seen at once, and both count
 * the same.
 */
@ParameterizedClass
@EnumSource(Database.class)
class AccessStrategiesTest {

  private static final Function<Session, Object> BALANCE =
      session -> session.find(Account.class, 1L).balance();
  private static final Function<Session, Object> POSTINGS =
      session ->
          session.find(Account.class, 1L).postings().stream().mapToLong(Posting::amount).sum();
  private static final Function<Session, Object> RATE =
      session -> session.find(Rate.class, "JPY").perThousand();
  private static final Function<Session, Object> RICH =
      session ->
          session
              .createSelectionQuery(
                  "select number from Account where balance > 150 order by id", String.class)
              .setCacheable(true)
              .getResultList();

  private static OpenBank bank;

  @Parameter Database database;

  @BeforeParameterizedClassInvocation
  static void open(Database database) {
    bank = OpenBank.on(database);
  }

  @AfterParameterizedClassInvocation
  static void close() {
    bank.close();
  }

  @BeforeEach
  void refill() {
    bank.refill();
  }

  /** One miss, one hit, one entry: for Hibernate, and for Lapse. */
  private void assertReadOnceFromTheDatabase(
      String region, Object expected, Function<Session, Object> reading) {
    assertEquals(new Read(expected, 1), bank.read(reading));
    assertEquals(new Read(expected, 0), bank.read(reading));
    assertAll(
        () -> assertEquals(1, bank.byHibernate(region).getMissCount()),
        () -> assertEquals(1, bank.byHibernate(region).getPutCount()),
        () -> assertEquals(1, bank.byHibernate(region).getHitCount()),
        () -> assertEquals(1, bank.byLapse(region).getCacheHits()),
        () -> assertTrue(bank.byLapse(region).getCacheMisses() >= 1),
        () -> assertEquals(1, bank.byLapse(region).getCachePuts()),
        () -> assertEquals(1, bank.entries(region)));
  }

  @Test
  void readOnly() {
    assertReadOnceFromTheDatabase(
        ENTITIES + "Currency", "Yen", session -> session.find(Currency.class, 2L).name());
  }

  @Test
  void readWrite() {
    assertReadOnceFromTheDatabase(ENTITIES + "Account", 100L, BALANCE);
  }

  @Test
  void nonstrictReadWrite() {
    assertReadOnceFromTheDatabase("rates", 6L, RATE);
  }

  @Test
  void naturalId() {
    assertReadOnceFromTheDatabase(
        ENTITIES + "Currency##NaturalId",
        "Yen",
        session -> session.find(Currency.class, "JPY", KeyType.NATURAL).name());
  }

  @Test
  void collection() {
    bank.read(BALANCE);
    assertReadOnceFromTheDatabase(ENTITIES + "Account.postings", 100L, POSTINGS);
  }

  @Test
  void query() {
    assertReadOnceFromTheDatabase(QUERIES, List.of("no. 2"), RICH);
  }

  @Test
  void whatIsUpdatedReadWriteIsInTheCacheAfterTheCommit() {
    bank.read(BALANCE);
    bank.factory().inTransaction(session -> session.find(Account.class, 1L).setBalance(7));
    assertEquals(new Read(7L, 0), bank.read(BALANCE));
  }

  @Test
  void whatIsRolledBackIsNeverInTheCache() {
    bank.read(BALANCE);
    assertThrows(
        IllegalStateException.class,
        () ->
            bank.factory()
                .inTransaction(
                    session -> {
                      session.find(Account.class, 1L).setBalance(7);
                      session.flush();
                      // Locked in the cache while the update is in doubt: others ask the database.
                      assertEquals(new Read(100L, 1), bank.read(BALANCE));
                      throw new IllegalStateException("the transaction is given up");
                    }));
    assertEquals(100L, bank.read(BALANCE).found());
  }

  @Test
  void whatIsUpdatedNonstrictlyLeavesTheCache() {
    bank.read(RATE);
    bank.factory().inTransaction(session -> session.find(Rate.class, "JPY").setPerThousand(5));
    assertEquals(0, bank.entries("rates"));
    assertEquals(new Read(5L, 1), bank.read(RATE));
  }

  @Test
  void aCollectionThatHasGrownIsReadAgain() {
    assertEquals(100L, bank.read(POSTINGS).found());
    bank.factory().inTransaction(session -> session.find(Account.class, 1L).post(9, 11));
    assertEquals(new Read(111L, 1), bank.read(POSTINGS));
    assertEquals(new Read(111L, 0), bank.read(POSTINGS));
  }

  @Test
  void aNaturalIdThatHasChangedIsNotFoundUnderItsOldValue() {
    Function<Session, Object> byOld = session -> find(session, "no. 1");
    Function<Session, Object> byNew = session -> find(session, "no. 7");
    assertEquals(new Read(true, 1), bank.read(byOld));
    assertEquals(new Read(true, 0), bank.read(byOld));
    bank.factory().inTransaction(session -> session.find(Account.class, 1L).renumber("no. 7"));
    assertEquals(new Read(true, 0), bank.read(byNew));
    assertEquals(false, bank.read(byOld).found());
  }

  private static boolean find(Session session, String number) {
    return session.find(Account.class, number, KeyType.NATURAL) != null;
  }

  @Test
  void aQueryIsRunAgainAfterItsTableHasChanged() {
    bank.read(RICH);
    bank.factory().inTransaction(session -> session.find(Account.class, 1L).setBalance(200));
    assertEquals(new Read(List.of("no. 1", "no. 2"), 1), bank.read(RICH));
    assertTrue(bank.entries(TIMESTAMPS) > 0);
  }

  @Test
  void aStatementOverTheWholeTableEmptiesItsRegions() {
    bank.read(BALANCE);
    bank.factory()
        .inTransaction(
            session ->
                session
                    .createMutationQuery("update Account set balance = balance + 1")
                    .executeUpdate());
    assertEquals(0, bank.entries(ENTITIES + "Account"));
    assertEquals(new Read(101L, 1), bank.read(BALANCE));
  }

  @Test
  void evictionThroughHibernatesOwnInterface() {
    org.hibernate.Cache cache = bank.factory().getCache();
    bank.read(BALANCE);
    bank.read(session -> session.find(Account.class, 2L).balance());
    assertTrue(cache.containsEntity(Account.class, 1L));
    assertEquals(2, bank.entries(ENTITIES + "Account"));

    cache.evictEntityData(Account.class, 1L);
    assertFalse(cache.containsEntity(Account.class, 1L));
    assertEquals(1, bank.entries(ENTITIES + "Account"));
    assertEquals(new Read(100L, 1), bank.read(BALANCE));

    cache.evictEntityData(Account.class);
    assertEquals(0, bank.entries(ENTITIES + "Account"));

    bank.read(RICH);
    cache.evictQueryRegions();
    assertEquals(0, bank.entries(QUERIES));

    bank.read(POSTINGS);
    cache.evictCollectionData(Account.class.getName() + ".postings");
    assertEquals(0, bank.entries(ENTITIES + "Account.postings"));

    cache.evictNaturalIdData();
    cache.evictAllRegions();
    bank.caches()
        .getCacheNames()
        .forEach(
            name -> {
              if (!name.equals(TIMESTAMPS)) {
                assertEquals(0, bank.entries(name), name);
              }
            });
  }
}

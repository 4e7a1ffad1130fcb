package dev.lapse.examples.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.examples.hibernate.OpenBank.Read;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.function.Function;
import javax.cache.CacheManager;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Session factories come and go in one JVM. */
class FactoryLifeTest {

  private static final Function<Session, Object> RATE =
      session -> session.find(Rate.class, "JPY").perThousand();

  @ParameterizedTest
  @EnumSource(Database.class)
  void aFactoryThatIsOpenedAgainBeginsWithAnEmptyCache(Database database) {
    CacheManager first;
    try (OpenBank bank = OpenBank.on(database)) {
      first = bank.caches();
      assertEquals(new Read(6L, 1), bank.read(RATE));
    }
    assertTrue(first.isClosed());
    try (OpenBank bank = OpenBank.on(database)) {
      assertNotSame(first, bank.caches());
      assertEquals(0, bank.entries("rates"));
      assertEquals(new Read(6L, 1), bank.read(RATE));
      assertEquals(new Read(6L, 0), bank.read(RATE));
    }
  }

  @Test
  void factoriesWithManagersOfTheirOwnDoNotCloseEachOther() {
    // Hibernate takes the location of a resource as the URI.
    Map<String, String> own = Map.of("hibernate.javax.cache.uri", "logging.properties");
    try (OpenBank bank = OpenBank.on(Database.H2)) {
      CacheManager other;
      try (SessionFactory factory = Factories.open(own, Currency.class)) {
        other =
            bank.caches()
                .getCachingProvider()
                .getCacheManager(resource("/logging.properties"), null);
        assertTrue(
            other.getCache(Currency.class.getName()) != null, "a region in the other manager");
        assertTrue(factory.isOpen());
      }
      assertTrue(other.isClosed());
      assertFalse(bank.caches().isClosed());
      assertEquals(new Read(6L, 1), bank.read(RATE));
      assertEquals(new Read(6L, 0), bank.read(RATE));
    }
  }

  /** Documents what Hibernate does, and why each factory should have a URI of its own. */
  @Test
  void factoriesThatShareAManagerCloseEachOthersCaches() {
    try (OpenBank bank = OpenBank.on(Database.H2)) {
      Map<String, String> elsewhere =
          Map.of("jakarta.persistence.jdbc.url", "jdbc:h2:mem:elsewhere;DB_CLOSE_DELAY=-1");
      Factories.open(elsewhere, Currency.class).close();
      assertTrue(bank.caches().isClosed());
      assertThrows(IllegalStateException.class, () -> bank.read(RATE));
    }
  }

  private static URI resource(String name) {
    try {
      return FactoryLifeTest.class.getResource(name).toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}

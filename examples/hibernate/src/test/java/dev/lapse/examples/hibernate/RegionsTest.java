package dev.lapse.examples.hibernate;

import static dev.lapse.examples.hibernate.OpenBank.QUERIES;
import static dev.lapse.examples.hibernate.OpenBank.REGIONS;
import static dev.lapse.examples.hibernate.OpenBank.TIMESTAMPS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.cache.CacheManager;
import javax.cache.configuration.CompleteConfiguration;
import javax.cache.configuration.Configuration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.EternalExpiryPolicy;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where regions come from: Hibernate creates them, or they are there before it starts. */
class RegionsTest {

  private static final String STRATEGY = "hibernate.javax.cache.missing_cache_strategy";

  @AfterEach
  void close() {
    OpenBank.defaultManager().close();
  }

  private static Set<String> names(CacheManager manager) {
    Set<String> names = new HashSet<>();
    manager.getCacheNames().forEach(names::add);
    return names;
  }

  @Test
  void hibernateCreatesThemAndTheirEntriesLiveForEver() {
    try (OpenBank bank = OpenBank.on(Database.H2, Map.of(STRATEGY, "create"))) {
      assertEquals(REGIONS, names(bank.caches()));
      for (String name : REGIONS) {
        assertSame(EternalExpiryPolicy.class, expiryPolicy(name), name);
      }
    }
  }

  @SuppressWarnings("unchecked") // the class of a type with parameters
  private static Class<?> expiryPolicy(String cacheName) {
    CompleteConfiguration<?, ?> configuration =
        (CompleteConfiguration<?, ?>)
            OpenBank.defaultManager().getCache(cacheName).getConfiguration(Configuration.class);
    return configuration.getExpiryPolicyFactory().create().getClass();
  }

  @Test
  void hibernateCreatesThemWithAWarningThatNamesEach() {
    List<String> logged =
        Factories.logged(() -> OpenBank.on(Database.H2, Map.of(STRATEGY, "create-warn")).close());
    for (String name : REGIONS) {
      assertTrue(
          logged.stream().anyMatch(message -> message.contains("[" + name + "] was created")),
          () -> name + " in " + logged);
    }
  }

  @Test
  void hibernateRefusesToStartWhereOneIsMissing() {
    createAllBut("rates");
    Exception refused =
        assertThrows(
            RuntimeException.class,
            () -> OpenBank.on(Database.H2, Map.of(STRATEGY, "fail")).close());
    assertTrue(
        Factories.messages(refused).toString().contains("[rates]"),
        () -> Factories.messages(refused).toString());
  }

  @Test
  void hibernateTakesThoseThatAreThere() {
    createAllBut("none");
    try (OpenBank bank = OpenBank.on(Database.H2, Map.of(STRATEGY, "fail"))) {
      assertEquals(REGIONS, names(bank.caches()));
      bank.read(session -> session.find(Rate.class, "JPY").perThousand());
      assertEquals(1, bank.entries("rates"));
      assertSame(CreatedExpiryPolicy.class, expiryPolicy("rates"));
    }
  }

  private static void createAllBut(String missing) {
    for (String name : REGIONS) {
      if (!name.equals(missing)) {
        OpenBank.defaultManager()
            .createCache(
                name,
                new MutableConfiguration<>()
                    .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(Duration.ONE_HOUR)));
      }
    }
  }

  @Test
  void aPrefixIsPartOfTheName() {
    try (OpenBank bank =
        OpenBank.on(Database.H2, Map.of("hibernate.cache.region_prefix", "first bank"))) {
      assertTrue(names(bank.caches()).contains("first bank.rates"));
      assertEquals(REGIONS.size(), names(bank.caches()).size());
    }
  }

  @Test
  void aManagerGivenAsAnObjectIsUsedAndClosed() {
    CacheManager given =
        OpenBank.defaultManager()
            .getCachingProvider()
            .getCacheManager(URI.create("urn:given"), null);
    try (SessionFactory factory =
        Factories.open(Map.of("hibernate.javax.cache.cache_manager", given), Rate.class)) {
      assertEquals(Set.of("rates", QUERIES, TIMESTAMPS), names(given));
      assertEquals(Set.of(), names(OpenBank.defaultManager()));
      assertEquals(0, factory.getStatistics().getSecondLevelCacheHitCount());
    }
    assertTrue(given.isClosed());
  }
}

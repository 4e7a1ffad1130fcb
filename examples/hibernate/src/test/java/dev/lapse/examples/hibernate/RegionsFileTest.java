package dev.lapse.examples.hibernate;

import static dev.lapse.examples.hibernate.OpenBank.ENTITIES;
import static dev.lapse.examples.hibernate.OpenBank.REGIONS;
import static dev.lapse.examples.hibernate.OpenBank.TIMESTAMPS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.eviction.OccupancyMXBean;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.Duration;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Regions that a settings file speaks of, which Hibernate is told by {@code .uri}. */
class RegionsFileTest {

  private static final String URI_SETTING = "hibernate.javax.cache.uri";
  private static final String STRATEGY = "hibernate.javax.cache.missing_cache_strategy";

  @TempDir Path directory;

  private URI file(String... lines) throws IOException {
    Path file = Files.write(directory.resolve("regions.yaml"), List.of(lines));
    return file.toUri();
  }

  private static CacheManager manager(URI uri) {
    return OpenBank.defaultManager().getCachingProvider().getCacheManager(uri, null);
  }

  private static SessionFactory open(URI file, String strategy) {
    return Factories.open(
        Map.of(URI_SETTING, file.toString(), STRATEGY, strategy), Rate.class, Currency.class);
  }

  @SuppressWarnings("unchecked") // the class of a type with parameters
  private static Duration timeToLive(CacheManager manager, String region) {
    LapseConfiguration<Object, Object> configuration =
        manager.getCache(region).getConfiguration(LapseConfiguration.class);
    return configuration.getExpiryPolicyFactory().create().getExpiryForCreation();
  }

  @Test
  void theExamplesFileSpeaksOfEachRegion() {
    URI file = URI.create(RegionsFileTest.class.getResource("/regions.yaml").toString());
    try (SessionFactory bank = Bank.open(Database.H2, bankSettings("regions.yaml"))) {
      assertTrue(bank.isOpen());
      CacheManager manager = manager(file);
      assertEquals(Duration.ETERNAL, timeToLive(manager, TIMESTAMPS));
      assertEquals(0, maximum(manager.getCache(TIMESTAMPS)), "no bound");
      for (String region : regions(manager)) {
        if (!region.equals(TIMESTAMPS)) {
          assertTrue(!timeToLive(manager, region).isEternal(), region);
          assertEquals(100_000, maximum(manager.getCache(region)), region);
        }
      }
      assertEquals(REGIONS, regions(manager));
    }
  }

  private static long maximum(Cache<Object, Object> cache) {
    return cache.unwrap(OccupancyMXBean.class).getMaximum();
  }

  private static Map<String, Object> bankSettings(String file) {
    Map<String, Object> settings = new HashMap<>(Bank.CACHE);
    settings.put(URI_SETTING, file);
    return settings;
  }

  private static Set<String> regions(CacheManager manager) {
    Set<String> names = new HashSet<>();
    manager.getCacheNames().forEach(names::add);
    return names;
  }

  @Test
  void hibernateCreatesNothingWhereAllIsPredefined() throws IOException {
    URI file =
        file(
            "caches:",
            "  default-update-timestamps-region: {expiry: eternal}",
            "  default-query-results-region: {expiry: {created: 10m}}",
            "  dev.lapse.examples.hibernate.Currency: {expiry: {created: 1h}}",
            "  dev.lapse.examples.hibernate.Currency##NaturalId: {expiry: {created: 1h}}",
            "  rates: {expiry: {created: 500ms}}");
    try (SessionFactory factory = open(file, "fail")) {
      CacheManager manager = manager(file);
      factory.inTransaction(session -> session.persist(new Rate("EUR", 1000)));
      factory.inSession(session -> session.find(Rate.class, "EUR"));
      OccupancyMXBean rates = manager.getCache("rates").unwrap(OccupancyMXBean.class);
      assertTrue(factory.getStatistics().getSecondLevelCacheMissCount() > 0);
      await().until(() -> rates.getEntries() == 0);
      assertTrue(manager.getCache(TIMESTAMPS).iterator().hasNext());
    }
  }

  /** Why each settings file should say that they are eternal. */
  @Test
  void timesOfUpdatesThatExpireLetOutdatedResultsPass() throws IOException {
    URI file = file("caches:", "  default-update-timestamps-region: {expiry: {created: 300ms}}");
    try (SessionFactory bank = Bank.open(Database.H2, bankSettings(file.toString()))) {
      Bank.fill(bank);
      assertEquals(List.of(6L), cheapRates(bank));
      bank.inTransaction(session -> session.find(Rate.class, "JPY").setPerThousand(700));
      OccupancyMXBean times = manager(file).getCache(TIMESTAMPS).unwrap(OccupancyMXBean.class);
      await().until(() -> times.getEntries() == 0);
      assertEquals(List.of(6L), cheapRates(bank), "as it was before");
    }
  }

  private static List<Long> cheapRates(SessionFactory bank) {
    return bank.fromSession(
        session ->
            session
                .createSelectionQuery(
                    "select perThousand from Rate where perThousand < 100", Long.class)
                .setCacheable(true)
                .getResultList());
  }

  @Test
  void hibernateNamesTheRegionThatIsMisspelledInTheFile() throws IOException {
    URI file =
        file(
            "caches:",
            "  default-update-timestamps-region: {expiry: eternal}",
            "  default-query-results-region: {expiry: {created: 10m}}",
            "  dev.lapse.examples.hibernate.Curency: {expiry: {created: 1h}}",
            "  dev.lapse.examples.hibernate.Currency##NaturalId: {expiry: {created: 1h}}",
            "  rates: {expiry: {created: 1h}}");
    assertSays(file, "fail", ENTITIES + "Currency]");
  }

  @Test
  void aTemplateThatMatchesNothingChangesNothing() throws IOException {
    URI file = file("templates:", "  - names: dev.lapse.example.*", "    expiry: {created: 1h}");
    try (SessionFactory factory = open(file, "create")) {
      assertTrue(factory.isOpen());
      assertEquals(Duration.ETERNAL, timeToLive(manager(file), ENTITIES + "Currency"));
    }
  }

  @Test
  void aMistakeInTheFileIsToldWithItsPlace() throws IOException {
    URI file = file("caches:", "  rates:", "    expiry: {created: 10}");
    assertSays(file, "create", "regions.yaml", "3", "caches.rates.expiry.created");
    assertNull(manager(URI.create("urn:other")).getCache("rates"), "another manager");
  }

  @Test
  void aFileThatIsNotThere() {
    assertSays(directory.resolve("absent.yaml").toUri(), "create", "absent.yaml");
  }

  @Test
  void aRegionOfTheFileThatCodeCreatesToo() throws IOException {
    URI file = file("caches:", "  rates: {expiry: {created: 1h}}");
    try (SessionFactory factory = open(file, "create")) {
      assertTrue(factory.isOpen());
      CacheManager manager = manager(file);
      String message =
          assertThrows(
                  CacheException.class,
                  () -> manager.createCache("rates", new MutableConfiguration<>()))
              .getMessage();
      assertTrue(message.contains("rates exists already, as it is defined in"), message);
      assertTrue(message.contains("regions.yaml"), message);
    }
  }

  private static void assertSays(URI file, String strategy, String... parts) {
    List<String> messages =
        Factories.messages(
            assertThrows(RuntimeException.class, () -> open(file, strategy).close()));
    assertTrue(
        messages.stream().anyMatch(message -> List.of(parts).stream().allMatch(message::contains)),
        () -> List.of(parts) + " in " + String.join("\n", messages));
  }
}

package dev.lapse.jcache.config.file;

import static dev.lapse.jcache.config.file.Named.named;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.expiry.ReaperMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.configuration.Configuration;
import javax.cache.configuration.FactoryBuilder;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.EternalExpiryPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which place counts where several say something about a cache. */
class SettingsMergeTest {

  @TempDir Path directory;
  private SettingsWorld world;

  @BeforeEach
  void open() {
    world = new SettingsWorld(directory);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static LapseConfiguration<Object, Object> created(
      CacheManager manager, String name, Configuration<?, ?> configuration) {
    manager.createCache(name, configuration);
    return SettingsWorld.configuration(manager, name);
  }

  private static Duration creation(LapseConfiguration<?, ?> configuration) {
    return configuration.getExpiryPolicyFactory().create().getExpiryForCreation();
  }

  private static Duration minutes(int amount) {
    return new Duration(TimeUnit.MINUTES, amount);
  }

  @Test
  void theClosestPlaceCountsKeyByKey() {
    CacheManager manager =
        world.manager(
            "defaults:",
            "  expiry: {created: 1m}",
            "  bound: {entries: 100, eviction: allkeys-lru}",
            "  statistics: true",
            "templates:",
            "  - names: 'b*'",
            "    expiry: {created: 2m}",
            "    statistics: false",
            "caches:",
            "  alone:",
            "  books: {bound: {entries: 5}}",
            "  bikes: {expiry: {created: 3m}, bound: none}");
    LapseConfiguration<?, ?> alone = SettingsWorld.configuration(manager, "alone");
    assertEquals(minutes(1), creation(alone));
    assertEquals(100, alone.getMaximumEntries());
    assertTrue(alone.isStatisticsEnabled());
    LapseConfiguration<?, ?> books = SettingsWorld.configuration(manager, "books");
    assertEquals(minutes(2), creation(books));
    assertEquals(5, books.getMaximumEntries());
    assertEquals("allkeys-tinylfu", books.getEvictionPolicy().configName());
    assertFalse(books.isStatisticsEnabled());
    LapseConfiguration<?, ?> bikes = SettingsWorld.configuration(manager, "bikes");
    assertEquals(minutes(3), creation(bikes));
    assertEquals(0, bikes.getMaximumEntries());
    assertNull(bikes.getEvictionPolicy());
  }

  @Test
  void theFirstTemplateThatMatchesCountsAndNoOther() {
    CacheManager manager =
        world.manager(
            "templates:",
            "  - {names: default-update-timestamps-region, expiry: eternal, bound: none}",
            "  - {names: [ab, 'a?c'], bound: {entries: 1}}",
            "  - {names: 'a*', expiry: {created: 9m}}",
            "  - {names: '*', bound: {entries: 4}, expiry: {created: 8m}}");
    LapseConfiguration<?, ?> first = created(manager, "ab", new MutableConfiguration<>());
    assertEquals(1, first.getMaximumEntries());
    assertTrue(creation(first).isEternal());
    assertEquals(1, created(manager, "abc", new MutableConfiguration<>()).getMaximumEntries());
    LapseConfiguration<?, ?> second = created(manager, "abcd", new MutableConfiguration<>());
    assertEquals(minutes(9), creation(second));
    assertEquals(0, second.getMaximumEntries());
    assertEquals(4, created(manager, "other", new MutableConfiguration<>()).getMaximumEntries());
    LapseConfiguration<?, ?> timestamps =
        created(manager, "default-update-timestamps-region", new MutableConfiguration<>());
    assertEquals(0, timestamps.getMaximumEntries());
    assertTrue(creation(timestamps).isEternal());
  }

  private CacheManager managerWithAllInDefaults() {
    return world.manager(
        "defaults:",
        "  key-type: java.lang.String",
        "  expiry: {created: 1m}",
        "  bound: {entries: 100}",
        "  statistics: true",
        "  management: true",
        "  loader: " + named(Named.Loader.class),
        "  read-through: true",
        "  writer: " + named(Named.Writer.class),
        "  write-through: true",
        "  copier: " + named(Named.SameCopier.class),
        "  listeners: [{class: " + named(Named.Listener.class) + "}]");
  }

  @Test
  void whatAPlainConfigurationLeavesOpenComesFromTheFile() {
    CacheManager manager = managerWithAllInDefaults();
    LapseConfiguration<?, ?> cache = created(manager, "a", new MutableConfiguration<>());
    assertEquals(Object.class, cache.getKeyType());
    assertEquals(minutes(1), creation(cache));
    assertEquals(100, cache.getMaximumEntries());
    assertTrue(cache.isStatisticsEnabled() && cache.isManagementEnabled());
    assertTrue(cache.isReadThrough() && cache.isWriteThrough());
    assertInstanceOf(Named.SameCopier.class, cache.getCopier());
    assertTrue(cache.getCacheEntryListenerConfigurations().iterator().hasNext());
    Cache<Object, Object> a = manager.getCache("a");
    assertEquals("loaded 1", a.get(1));
  }

  @Test
  void whatCodeSaysCountsMore() {
    CacheManager manager = managerWithAllInDefaults();
    var listener =
        new MutableCacheEntryListenerConfiguration<Integer, String>(
            () -> (javax.cache.event.CacheEntryRemovedListener<Integer, String>) events -> {},
            null,
            false,
            true);
    var loader = FactoryBuilder.factoryOf(OtherLoader.class);
    var code =
        new MutableConfiguration<Integer, String>()
            .setTypes(Integer.class, String.class)
            .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(minutes(7)))
            .setStoreByValue(false)
            .setCacheLoaderFactory(loader)
            .addCacheEntryListenerConfiguration(listener);
    LapseConfiguration<?, ?> cache = created(manager, "a", code);
    assertEquals(Integer.class, cache.getKeyType());
    assertEquals(minutes(7), creation(cache));
    assertFalse(cache.isStoreByValue());
    assertNull(cache.getCopier());
    assertSame(loader, cache.getCacheLoaderFactory());
    assertEquals(listener, cache.getCacheEntryListenerConfigurations().iterator().next());
    assertTrue(cache.isReadThrough());
    assertEquals(100, cache.getMaximumEntries());
    assertEquals("other", manager.<Integer, String>getCache("a").get(1));
  }

  public static final class OtherLoader
      implements javax.cache.integration.CacheLoader<Integer, String> {
    @Override
    public String load(Integer key) {
      return "other";
    }

    @Override
    public java.util.Map<Integer, String> loadAll(Iterable<? extends Integer> keys) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void aConfigurationOfOursIsTakenAsItIs() {
    CacheManager manager = managerWithAllInDefaults();
    var code = LapseConfiguration.builder(Object.class, Object.class).build();
    assertEquals(code, created(manager, "a", code));
  }

  @Test
  void aConfigurationThatSaysLittleGetsTheRestToo() {
    CacheManager manager = managerWithAllInDefaults();
    Configuration<String, String> little =
        new Configuration<>() {
          @Override
          public Class<String> getKeyType() {
            return String.class;
          }

          @Override
          public Class<String> getValueType() {
            return String.class;
          }

          @Override
          public boolean isStoreByValue() {
            return true;
          }
        };
    LapseConfiguration<?, ?> cache = created(manager, "a", little);
    assertEquals(String.class, cache.getValueType());
    assertEquals(minutes(1), creation(cache));
  }

  @Test
  void eternalByCodeIsTheDefaultAndSoLeavesItToTheFile() {
    CacheManager manager = managerWithAllInDefaults();
    var code =
        new MutableConfiguration<Object, Object>()
            .setExpiryPolicyFactory(EternalExpiryPolicy.factoryOf());
    assertEquals(minutes(1), creation(created(manager, "a", code)));
  }

  @Test
  void whatNeedsSomethingElseCountsWhereThatIsThere() {
    CacheManager manager =
        world.manager(
            "defaults:",
            "  read-through: true",
            "  write-through: true",
            "  early-refresh: 1",
            "  stale-on-error: 1m",
            "caches:",
            "  plain:",
            "  loading: {loader: " + named(Named.Loader.class) + "}");
    assertFalse(SettingsWorld.configuration(manager, "plain").isReadThrough());
    assertTrue(SettingsWorld.configuration(manager, "loading").isReadThrough());
    assertFalse(SettingsWorld.configuration(manager, "loading").isWriteThrough());
    assertEquals(0, SettingsWorld.configuration(manager, "plain").getEarlyRefresh());
    assertEquals(1, SettingsWorld.configuration(manager, "loading").getEarlyRefresh());
    var code =
        new MutableConfiguration<Object, Object>()
            .setCacheLoaderFactory(FactoryBuilder.factoryOf(Named.Loader.class));
    LapseConfiguration<?, ?> loading = created(manager, "code", code);
    assertTrue(loading.isReadThrough());
    assertEquals(java.time.Duration.ofMinutes(1), loading.getStaleOnError());
  }

  @Test
  void codeMaySwitchOnWhatTheFileHasTheClassFor() {
    CacheManager manager = world.manager("defaults: {loader: " + named(Named.Loader.class) + "}");
    var code = new MutableConfiguration<Object, Object>().setReadThrough(true);
    manager.createCache("a", code);
    assertEquals("loaded 1", manager.getCache("a").get(1));
    CacheManager without = world.manager("defaults:");
    assertThrows(IllegalArgumentException.class, () -> without.createCache("a", code));
  }

  @Test
  void whatACloserPlaceRulesOutIsLeftAway() {
    CacheManager manager =
        world.manager(
            "defaults: {input-filter: 'java.base/*;!*'}",
            "templates:",
            "  - {names: 'ref*', store-by-value: false}",
            "caches:",
            "  filtered:",
            "  copied: {copier: " + named(Named.SameCopier.class) + "}",
            "  reference:",
            "  refined: {copier: " + named(Named.SameCopier.class) + "}");
    assertNotNull(SettingsWorld.configuration(manager, "filtered").getInputFilter());
    assertNull(SettingsWorld.configuration(manager, "copied").getInputFilter());
    assertFalse(SettingsWorld.configuration(manager, "reference").isStoreByValue());
    assertNull(SettingsWorld.configuration(manager, "reference").getInputFilter());
    assertTrue(SettingsWorld.configuration(manager, "refined").isStoreByValue());
    assertNotNull(SettingsWorld.configuration(manager, "refined").getCopier());
  }

  @Test
  void aWeighedBoundRulesOutStaleValuesOfAFartherPlace() {
    CacheManager manager =
        world.manager(
            "defaults:",
            "  stale-on-error: 1m",
            "  loader: " + named(Named.Loader.class),
            "  read-through: true",
            "caches:",
            "  weighed: {bound: {weight: 10, weigher: " + named(Named.TenEach.class) + "}}",
            "  counted: {bound: {entries: 10}}");
    assertTrue(SettingsWorld.configuration(manager, "weighed").getStaleOnError().isZero());
    assertFalse(SettingsWorld.configuration(manager, "counted").getStaleOnError().isZero());
  }

  @Test
  void aCacheOfTheFileCanBeDestroyedAndCreatedAnewAfterIt() {
    CacheManager manager =
        world.manager(
            "caches:",
            "  books: {value-type: java.lang.String, bound: {entries: 3}, expiry: {created: 2m}}");
    CacheException taken =
        assertThrows(
            CacheException.class, () -> manager.createCache("books", new MutableConfiguration<>()));
    assertTrue(taken.getMessage().contains("settings-0.yaml, line 2"), taken.getMessage());
    manager.destroyCache("books");
    assertEquals(Set.of(), SettingsWorld.names(manager));
    LapseConfiguration<?, ?> again = created(manager, "books", new MutableConfiguration<>());
    assertEquals(Object.class, again.getValueType());
    assertEquals(3, again.getMaximumEntries());
    assertEquals(minutes(2), creation(again));
  }

  @Test
  void thePropertiesOfTheManagerCountMoreThanTheFile() {
    Path file =
        world.file(
            "manager:",
            "  reaper.effort: 7",
            "  reaper.enabled: false",
            "  events.bound: 5",
            "  random.seed: -1",
            "  executor: " + named(Named.Pool.class),
            "  ticker: " + named(Named.Standing.class));
    Named.LOG.clear();
    Executor executor = task -> new Thread(task).start();
    CacheManager manager =
        world.manager(file.toUri(), "lapse.reaper.effort", "2", "lapse.executor", executor);
    assertEquals(2, manager.unwrap(ReaperMXBean.class).getEffort());
    assertEquals(List.of(), Named.LOG);
    world.close();
    assertEquals(7, world.manager(file.toUri()).unwrap(ReaperMXBean.class).getEffort());
    assertEquals(List.of("pool made"), Named.LOG);
  }

  @Test
  void aCacheThatNoTemplateMatchesIsToldOf() {
    List<String> told = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord logged) {
            told.add(
                logged.getLevel() + " " + logged.getMessage() + List.of(logged.getParameters()));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(SettingsFile.class.getName());
    logger.addHandler(handler);
    try {
      CacheManager manager =
          world.manager(
              "templates:",
              "  - names: org.exmaple.*",
              "    expiry: {created: 1m}",
              "caches:",
              "  defined: {}");
      created(manager, "org.exmaple.One", new MutableConfiguration<>());
      manager.destroyCache("defined");
      created(manager, "defined", new MutableConfiguration<>());
      assertEquals(List.of(), told);
      created(manager, "org.example.Two", new MutableConfiguration<>());
      assertEquals(1, told.size());
      assertTrue(told.get(0).startsWith("INFO "), told.get(0));
      assertTrue(told.get(0).contains("org.example.Two"), told.get(0));
      assertTrue(told.get(0).contains("settings-0.yaml"), told.get(0));
    } finally {
      logger.removeHandler(handler);
    }
  }
}

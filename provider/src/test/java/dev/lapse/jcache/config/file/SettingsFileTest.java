package dev.lapse.jcache.config.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.config.SettingsException;
import dev.lapse.jcache.eviction.EvictionPolicy;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.Duration;
import javax.cache.expiry.ExpiryPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsFileTest {

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

  @Test
  void cachesExistWithTheManagerAndTemplatesServeOthers() {
    CacheManager manager =
        world.manager(
            "manager: {reaper.effort: 7}",
            "defaults:",
            "  bound: {entries: 10k}",
            "templates:",
            "  - names: 'orders.*'",
            "    expiry: {created: 10m}",
            "caches:",
            "  books:",
            "    key-type: java.lang.String",
            "    expiry: {touched: 30s}",
            "    bound: {entries: 500, eviction: allkeys-lru}",
            "  plain:");
    assertEquals(Set.of("books", "plain"), SettingsWorld.names(manager));
    LapseConfiguration<Object, Object> books = SettingsWorld.configuration(manager, "books");
    assertEquals(500, books.getMaximumEntries());
    assertEquals(EvictionPolicy.ALLKEYS_LRU, books.getEvictionPolicy());
    assertEquals(String.class, books.getKeyType());
    ExpiryPolicy policy = books.getExpiryPolicyFactory().create();
    assertEquals(new Duration(TimeUnit.SECONDS, 30), policy.getExpiryForAccess());
    assertEquals(10_000, SettingsWorld.configuration(manager, "plain").getMaximumEntries());

    manager.createCache("orders.open", new MutableConfiguration<>());
    LapseConfiguration<Object, Object> orders = SettingsWorld.configuration(manager, "orders.open");
    assertEquals(10_000, orders.getMaximumEntries());
    assertEquals(
        new Duration(TimeUnit.MINUTES, 10),
        orders.getExpiryPolicyFactory().create().getExpiryForCreation());

    CacheException taken =
        assertThrows(
            CacheException.class, () -> manager.createCache("books", new MutableConfiguration<>()));
    assertTrue(taken.getMessage().contains("defined in settings file"), taken.getMessage());
  }

  @Test
  void aMistakeIsToldWithItsPlace() {
    SettingsException wrong =
        assertThrows(
            SettingsException.class,
            () -> world.manager("caches:", "  books:", "    expiry: {created: 10}"));
    assertEquals(3, wrong.getLine(), wrong.getMessage());
    assertEquals(23, wrong.getColumn(), wrong.getMessage());
    assertTrue(
        wrong.getMessage().contains("caches.books.expiry.created is \"10\""), wrong.getMessage());
  }
}

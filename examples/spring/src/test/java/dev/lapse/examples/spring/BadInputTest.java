package dev.lapse.examples.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.LapseCachingProvider;
import java.net.URI;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.MutableConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.springframework.cache.Cache;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.jcache.JCacheCacheManager;
import org.springframework.cache.jcache.JCacheManagerFactoryBean;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What a user of Spring reads where something is wrong: it says what to change. */
class BadInputTest {

  private final LapseCachingProvider provider = new LapseCachingProvider();
  private final CacheManager manager = provider.getCacheManager();

  /** Not serializable, and not immutable either. */
  private static final class Cart {
    @SuppressWarnings("unused") // makes it mutable
    private int items;
  }

  @AfterEach
  void close() {
    provider.close();
  }

  private Cache cache(MutableConfiguration<Object, Object> configuration) {
    manager.createCache("carts", configuration);
    return new JCacheCacheManager(manager).getCache("carts");
  }

  @Test
  void aValueThatIsNotSerializableIsRefusedByValue() {
    Cache cache = cache(new MutableConfiguration<>());
    expect(
        CacheException.class,
        () -> cache.put("key", new Cart()),
        "carts",
        "class " + Cart.class.getName() + " is not serializable",
        "Let it implement java.io.Serializable",
        "setStoreByValue(false)");
    assertNull(cache.get("key"));
  }

  @Test
  void aLoadedValueThatIsNotSerializableIsRefusedToo() {
    Cache cache = cache(new MutableConfiguration<>());
    Cache.ValueRetrievalException failure =
        assertThrows(Cache.ValueRetrievalException.class, () -> cache.get("key", Cart::new));
    expect(
        CacheException.class,
        () -> {
          throw failure.getCause();
        },
        "carts",
        "class " + Cart.class.getName() + " is not serializable",
        "Let it implement java.io.Serializable");
    assertNull(cache.get("key"));
  }

  @Test
  void byReferenceItIsTaken() {
    Cache cache = cache(new MutableConfiguration<>().setStoreByValue(false));
    Cart cart = new Cart();
    cache.put("key", cart);
    assertEquals(cart, cache.get("key").get());
  }

  @Test
  void nullInACacheOfAnotherTypeIsRefused() {
    manager.createCache(
        "typed", new MutableConfiguration<String, String>().setTypes(String.class, String.class));
    Cache cache = new JCacheCacheManager(manager).getCache("typed");
    cache.put("key", "value");
    expect(
        ClassCastException.class,
        () -> cache.put("key", null),
        "typed",
        "java.lang.String",
        "org.springframework.cache.support.NullValue");
  }

  @Test
  void aManagerThatSomebodyElseHasClosedIsNamed() {
    Cache cache = cache(new MutableConfiguration<>());
    manager.close();
    expect(IllegalStateException.class, () -> cache.get("key"), "carts", "closed");
    expect(
        IllegalStateException.class,
        () -> new JCacheCacheManager(manager).afterPropertiesSet(),
        "cache manager lapse:default is closed",
        "Get an open one by CachingProvider.getCacheManager");
  }

  @Test
  void aCacheThatDoesNotExistIsNamed() {
    try (var context = new AnnotationConfigApplicationContext(MisspeltCacheConfiguration.class)) {
      MisspeltCache bean = context.getBean(MisspeltCache.class);
      expect(
          IllegalArgumentException.class,
          () -> bean.find("1"),
          "Cannot find cache named 'boks'",
          "MisspeltCache.find");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableCaching
  @Import(BookshopConfiguration.class)
  static class MisspeltCacheConfiguration {
    @Bean
    MisspeltCache misspeltCache() {
      return new MisspeltCache();
    }
  }

  static class MisspeltCache {
    @Cacheable("boks")
    public String find(String isbn) {
      return isbn;
    }
  }

  @Test
  void aProviderThatIsNotOnTheClassPathIsNamed() {
    expect(
        CacheException.class,
        () -> Caching.getCachingProvider("dev.lapse.jcache.LapsCachingProvider"),
        "dev.lapse.jcache.LapsCachingProvider");
  }

  @Test
  void aSettingThatDoesNotExistIsNamedByTheFactoryBeanToo() {
    JCacheManagerFactoryBean factory = new JCacheManagerFactoryBean();
    Properties properties = new Properties();
    properties.setProperty("lapse.reaper.efort", "3");
    factory.setCacheManagerProperties(properties);
    factory.setCacheManagerUri(URI.create("lapse:misspelt"));
    factory.setBeanClassLoader(getClass().getClassLoader());
    expect(
        IllegalArgumentException.class,
        factory::afterPropertiesSet,
        "lapse.reaper.efort",
        "lapse.reaper.effort");
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void aLoadThatLoadsItsOwnKeyIsRefusedInsteadOfHanging() {
    Cache cache = cache(new MutableConfiguration<>());
    Cache.ValueRetrievalException failure =
        assertThrows(
            Cache.ValueRetrievalException.class,
            () -> cache.get("key", () -> cache.get("key", () -> "inner")));
    assertTrue(failure.getCause() instanceof CacheException, failure.toString());
  }

  private static void expect(
      Class<? extends Exception> type, Executable action, String... inMessage) {
    Exception failure = assertThrows(type, action);
    for (String part : inMessage) {
      assertTrue(
          failure.getMessage().contains(part), () -> part + " is not in: " + failure.getMessage());
    }
  }
}

package dev.lapse.examples.spring;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.net.URI;
import java.util.List;
import java.util.Properties;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.jcache.JCacheCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of the bookshop, and all that Spring has to know about Lapse. */
@Configuration(proxyBeanMethods = false)
@EnableCaching
public class BookshopConfiguration {

  /** For Spring. */
  public BookshopConfiguration() {}

  /**
   * Opens the cache manager; Spring closes it with the context. The provider is named, so that
   * another one on the class path does no harm.
   *
   * @return the manager, with all caches
   */
  @Bean(destroyMethod = "close")
  public CacheManager cacheManagerOfLapse() {
    CacheManager manager =
        Caching.getCachingProvider("dev.lapse.jcache.LapseCachingProvider")
            .getCacheManager(
                URI.create("lapse:bookshop"), getClass().getClassLoader(), new Properties());
    for (String name : List.of("books", "popular books", "reviews", "missing reviews")) {
      manager.createCache(
          name,
          new MutableConfiguration<Object, Object>()
              .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(new Duration(SECONDS, 600)))
              .setStatisticsEnabled(true));
    }
    return manager;
  }

  /**
   * Shows the manager to Spring.
   *
   * @param manager of Lapse
   * @return the same as Spring sees it; null values are allowed, as is its default
   */
  @Bean
  public JCacheCacheManager cacheManager(CacheManager manager) {
    return new JCacheCacheManager(manager);
  }

  /**
   * The shelf.
   *
   * @return an empty one
   */
  @Bean
  public Shelf shelf() {
    return new Shelf();
  }

  /**
   * The catalogue.
   *
   * @param shelf where the books are
   * @return a catalogue of it
   */
  @Bean
  public Catalogue catalogue(Shelf shelf) {
    return new Catalogue(shelf);
  }

  /**
   * The reviews.
   *
   * @return an empty collection
   */
  @Bean
  public Reviews reviews() {
    return new Reviews();
  }
}

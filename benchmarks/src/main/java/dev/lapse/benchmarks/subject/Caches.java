package dev.lapse.benchmarks.subject;

import com.github.benmanes.caffeine.cache.Scheduler;
import com.github.benmanes.caffeine.jcache.configuration.CaffeineConfiguration;
import java.util.concurrent.TimeUnit;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.CompleteConfiguration;
import javax.cache.configuration.Factory;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.EternalExpiryPolicy;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.expiry.ModifiedExpiryPolicy;
import javax.cache.expiry.TouchedExpiryPolicy;
import org.cache2k.Cache2kBuilder;
import org.cache2k.jcache.ExtendedMutableConfiguration;
import org.cache2k.jcache.JCacheConfig;

/**
 * Makes the caches to be measured, each provider's as its documentation says for the job: without a
 * bound where it has one of its own accord, and able to expire promptly where that is asked for.
 */
public final class Caches {

  private Caches() {}

  /**
   * Makes one cache.
   *
   * @param contender whose
   * @param terms how it is set up
   * @return the cache
   */
  public static Subject open(Contender contender, Terms terms) {
    return open(contender, "measured", terms);
  }

  /**
   * Makes one cache of several.
   *
   * @param contender whose
   * @param name its name
   * @param terms how it is set up
   * @return the cache
   */
  public static Subject open(Contender contender, String name, Terms terms) {
    return switch (contender) {
      case MAP -> MapSubject.create(terms);
      case CAFFEINE_OWN -> new CaffeineSubject(terms);
      default -> new JCacheSubject(create(contender, name, terms));
    };
  }

  /**
   * Changes the time to live of caches with a {@link Lifetime#VARYING varying} one.
   *
   * @param millis that of entries that are created from now on
   */
  public static void setVaryingMillis(long millis) {
    VaryingExpiry.set(millis);
  }

  private static Cache<Integer, Object> create(Contender contender, String name, Terms terms) {
    CacheManager manager = Caching.getCachingProvider(contender.providerClass()).getCacheManager();
    MutableConfiguration<Integer, Object> plain = plain(new MutableConfiguration<>(), terms);
    CompleteConfiguration<Integer, Object> configuration =
        switch (contender) {
          case CAFFEINE -> forCaffeine(plain, terms);
          case CACHE2K -> forCache2k(terms);
          default -> plain;
        };
    return manager.createCache(name, configuration);
  }

  private static MutableConfiguration<Integer, Object> plain(
      MutableConfiguration<Integer, Object> configuration, Terms terms) {
    configuration
        .setTypes(Integer.class, Object.class)
        .setStoreByValue(terms.byValue())
        .setStatisticsEnabled(terms.statistics())
        .setExpiryPolicyFactory(expiry(terms));
    terms.listeners().forEach(configuration::addCacheEntryListenerConfiguration);
    return configuration;
  }

  /** Without a scheduler nothing expires in an idle cache. */
  private static CaffeineConfiguration<Integer, Object> forCaffeine(
      MutableConfiguration<Integer, Object> plain, Terms terms) {
    CaffeineConfiguration<Integer, Object> configuration = new CaffeineConfiguration<>(plain);
    if (terms.prompt()) {
      configuration.setSchedulerFactory(Scheduler::systemScheduler);
    }
    return configuration;
  }

  /**
   * Of its own accord it holds 1,802 entries. By value it copies only if told so once more, as soon
   * as a setting of its own is made.
   */
  private static MutableConfiguration<Integer, Object> forCache2k(Terms terms) {
    return plain(
        ExtendedMutableConfiguration.of(
            Cache2kBuilder.of(Integer.class, Object.class)
                .entryCapacity(Long.MAX_VALUE)
                .with(
                    JCacheConfig.class, section -> section.copyAlwaysIfRequested(terms.byValue()))),
        terms);
  }

  private static Factory<? extends ExpiryPolicy> expiry(Terms terms) {
    Duration duration = new Duration(TimeUnit.MILLISECONDS, terms.timeToLiveMillis());
    return switch (terms.lifetime()) {
      case ETERNAL -> EternalExpiryPolicy.factoryOf();
      case CREATED -> CreatedExpiryPolicy.factoryOf(duration);
      case MODIFIED -> ModifiedExpiryPolicy.factoryOf(duration);
      case VARYING -> VaryingExpiry.factory();
      case TOUCHED -> TouchedExpiryPolicy.factoryOf(duration);
    };
  }
}

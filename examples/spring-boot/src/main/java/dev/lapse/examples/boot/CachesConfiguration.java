package dev.lapse.examples.boot;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.micrometer.LapseMetrics;
import java.time.Duration;
import javax.cache.CacheManager;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.TouchedExpiryPolicy;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.cache.JCacheManagerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The caches, and their meters. */
@Configuration(proxyBeanMethods = false)
class CachesConfiguration {

  /** Boot calls it before it shows the manager to anybody, so that all meters are bound. */
  @Bean
  JCacheManagerCustomizer caches(
      @Value("${desk.session-idle}") Duration idle, @Value("${desk.member-fresh}") Duration fresh) {
    return manager -> {
      manager.createCache(
          "sessions",
          LapseConfiguration.builder(String.class, Session.class)
              .expiryPolicyFactory(
                  TouchedExpiryPolicy.factoryOf(
                      new javax.cache.expiry.Duration(MILLISECONDS, idle.toMillis())))
              .statisticsEnabled(true)
              .build());
      manager.createCache(
          "members",
          LapseConfiguration.builder(Object.class, Object.class)
              .maximumEntries(200)
              .expiryPolicyFactory(
                  CreatedExpiryPolicy.factoryOf(
                      new javax.cache.expiry.Duration(MILLISECONDS, fresh.toMillis())))
              .statisticsEnabled(true)
              .build());
    };
  }

  @Bean
  LapseMetrics lapseMetrics(CacheManager manager) {
    return new LapseMetrics(manager);
  }
}

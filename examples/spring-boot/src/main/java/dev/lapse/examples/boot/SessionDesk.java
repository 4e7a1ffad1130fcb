package dev.lapse.examples.boot;

import dev.lapse.micrometer.LapseMetrics;
import io.micrometer.core.instrument.Tags;
import javax.cache.CacheManager;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;

/**
 * The application. A member who signs in gets a session, which ends when the member signs out or
 * has done nothing for a while; either is written into a journal when it happens. Members are read
 * from the database through a bounded cache.
 */
@SpringBootApplication
@EnableCaching
public class SessionDesk {

  /** For Spring. */
  public SessionDesk() {}

  /**
   * Starts the application.
   *
   * @param args options of Spring Boot
   */
  public static void main(String[] args) {
    SpringApplication.run(SessionDesk.class, args);
  }

  /**
   * Binds what Lapse tells beyond JSR-107, under the tag that Spring Boot gives its own meters.
   *
   * @param manager that Spring Boot has opened
   * @return the binder
   */
  @Bean
  public LapseMetrics lapseMetrics(CacheManager manager) {
    return new LapseMetrics(manager, Tags.of("cache.manager", "cacheManager"));
  }
}

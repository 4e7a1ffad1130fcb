package dev.lapse.examples.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.cache.CacheAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.jcache.JCacheCacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** How Spring Boot comes to a provider while there are two on the class path. */
class ProviderChoiceTest {

  private static final String LAPSE =
      "--spring.cache.jcache.provider=dev.lapse.jcache.LapseCachingProvider";

  @Configuration(proxyBeanMethods = false)
  @EnableCaching
  @ImportAutoConfiguration(CacheAutoConfiguration.class)
  static class NothingButCaching {}

  private static void run(Consumer<CacheManager> check, String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    // instead of those of the application
    arguments.add("--spring.config.name=none");
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(NothingButCaching.class)
            .web(WebApplicationType.NONE)
            .run(arguments.toArray(new String[0]))) {
      check.accept(context.getBean(CacheManager.class));
    }
  }

  private static String failure(String... options) {
    Throwable failure = assertThrows(RuntimeException.class, () -> run(manager -> {}, options));
    StringBuilder messages = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      messages.append(cause.getMessage()).append('\n');
    }
    return messages.toString();
  }

  @Test
  void theOneThatIsNamedIsTaken() {
    run(
        manager -> {
          JCacheCacheManager jcache = (JCacheCacheManager) manager;
          assertEquals(
              "dev.lapse.jcache.LapseCachingProvider",
              jcache.getCacheManager().getCachingProvider().getClass().getName());
          assertTrue(jcache.getCacheNames().containsAll(List.of("one", "two")));
        },
        LAPSE,
        "--spring.cache.cache-names=one,two");
  }

  /** So an application says `spring.cache.type=jcache`, and is told. */
  @Test
  void withoutAChoiceSpringSilentlyTakesNone() {
    run(manager -> assertFalse(manager instanceof JCacheCacheManager, manager.toString()));
  }

  @Test
  void withoutAChoiceItFailsWhereJCacheIsAskedFor() {
    expect(
        failure("--spring.cache.type=jcache"),
        "No cache manager could be auto-configured, check your configuration (caching type is 'JCACHE')");
  }

  @Test
  void aProviderThatIsNotThereIsNamed() {
    expect(
        failure("--spring.cache.jcache.provider=dev.lapse.jcache.LapsCachingProvider"),
        "Failed to load the CachingProvider [dev.lapse.jcache.LapsCachingProvider]");
  }

  @Test
  void aSettingsFileThatIsNotThereIsNamed() {
    expect(
        failure(LAPSE, "--spring.cache.jcache.config=classpath:no-such-file.yaml"),
        "'config' resource [class path resource [no-such-file.yaml]] must exist");
  }

  @Test
  void aMistakeInTheSettingsFileIsToldWithItsPlace() {
    String messages = failure(LAPSE, "--spring.cache.jcache.config=classpath:mistaken.yaml");
    expect(messages, "mistaken.yaml, line 3, column 5: there is no key caches.sessions.expire");
    expect(messages, "Did you mean expiry?");
  }

  private static void expect(String messages, String part) {
    assertTrue(messages.contains(part), messages);
  }
}

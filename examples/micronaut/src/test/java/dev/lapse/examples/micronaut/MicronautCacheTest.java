package dev.lapse.examples.micronaut;

import dev.lapse.jcache.LapseCache;
import dev.lapse.jcache.LapseCachingProvider;
import io.micronaut.cache.tck.AbstractSyncCacheSpec;
import io.micronaut.context.ApplicationContext;
import java.util.List;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import org.spockframework.runtime.model.SpecMetadata;

/**
 * Micronaut's own suite for caches, with a cache manager of Lapse as a bean. Spock knows a suite by
 * an annotation that its compiler writes; a suite in Java writes it by hand.
 */
@SpecMetadata(filename = "MicronautCacheTest.java", line = 1)
public class MicronautCacheTest extends AbstractSyncCacheSpec {

  /** What the suite uses. */
  private static final List<String> CACHES = List.of("counter", "counter2", "test");

  private final LapseCachingProvider provider = new LapseCachingProvider();

  /** Spock calls it by its name after each test. */
  public void cleanup() {
    provider.close();
  }

  @Override
  public ApplicationContext createApplicationContext() {
    CacheManager manager = provider.getCacheManager();
    for (String name : CACHES) {
      manager.createCache(name, new MutableConfiguration<>());
    }
    ApplicationContext context = ApplicationContext.builder().singletons(manager).start();
    requireLapse(context);
    return context;
  }

  private static void requireLapse(ApplicationContext context) {
    io.micronaut.cache.CacheManager<?> caches =
        context.getBean(io.micronaut.cache.CacheManager.class);
    for (String name : CACHES) {
      Object cache = caches.getCache(name).getNativeCache();
      if (!(cache instanceof LapseCache)) {
        throw new AssertionError("The suite would run on " + cache.getClass().getName());
      }
    }
  }
}

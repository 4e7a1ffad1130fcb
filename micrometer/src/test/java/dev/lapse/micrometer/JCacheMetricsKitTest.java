package dev.lapse.micrometer;

import dev.lapse.jcache.LapseCachingProvider;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinderCompatibilityKit;
import io.micrometer.core.instrument.binder.cache.JCacheMetrics;
import javax.cache.Cache;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.spi.CachingProvider;
import org.junit.jupiter.api.AfterEach;

/** Micrometer's own test kit for binders of caches, with its binder for JCache on Lapse. */
class JCacheMetricsKitTest extends CacheMeterBinderCompatibilityKit<Cache<String, String>> {

  private final CachingProvider provider = new LapseCachingProvider();

  @AfterEach
  void close() {
    provider.close();
  }

  @Override
  public Cache<String, String> createCache() {
    return provider
        .getCacheManager()
        .createCache(
            "mycache", new MutableConfiguration<String, String>().setStatisticsEnabled(true));
  }

  /** The manager lets go of it too, else it is in use and cannot be collected. */
  @Override
  public void dereferenceCache() {
    super.dereferenceCache();
    provider.getCacheManager().destroyCache("mycache");
  }

  @Override
  public CacheMeterBinder<Cache<String, String>> binder() {
    return new JCacheMetrics<>(cache, Tags.empty());
  }

  @Override
  public void put(String key, String value) {
    cache.put(key, value);
  }

  @Override
  public String get(String key) {
    return cache.get(key);
  }
}

package dev.lapse.examples.bucket4j;

import io.github.bucket4j.grid.jcache.CompatibilityTest;
import io.github.bucket4j.grid.jcache.JCacheProxyManager;
import io.github.bucket4j.tck.AbstractDistributedBucketTest;
import io.github.bucket4j.tck.ProxyManagerSpec;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.Duration;
import javax.cache.expiry.TouchedExpiryPolicy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Bucket4j's own tests of distributed buckets, with the buckets in a cache such as the example has.
 */
class Bucket4jTckTest extends AbstractDistributedBucketTest {

  private static CacheManager manager;

  @BeforeAll
  static void pointAtLapse() {
    manager = Caching.getCachingProvider().getCacheManager(URI.create("urn:bucket4j-tck"), null);
    Cache<String, byte[]> buckets =
        manager.createCache(
            "buckets",
            new MutableConfiguration<String, byte[]>()
                .setTypes(String.class, byte[].class)
                .setExpiryPolicyFactory(TouchedExpiryPolicy.factoryOf(Duration.ONE_MINUTE)));
    specs =
        List.of(
            new ProxyManagerSpec<>(
                "Lapse",
                () -> UUID.randomUUID().toString(),
                clientSide -> new JCacheProxyManager<>(buckets, clientSide)));
  }

  @AfterAll
  static void close() {
    manager.close();
  }

  /** Bucket4j's check whether a provider's {@code invoke} is atomic, as some are not. */
  @Test
  void invokeIsAtomic() throws InterruptedException {
    new CompatibilityTest(manager.createCache("counters", new MutableConfiguration<>())).test();
  }
}

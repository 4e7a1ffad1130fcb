package dev.lapse.examples.bucket4j;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.grid.jcache.JCacheProxyManager;
import java.time.Duration;
import javax.cache.Cache;

/**
 * How often each client may call: a number of calls at once, and as many again in the time that an
 * empty bucket takes to fill up. Each client has a bucket of its own from its first call on.
 */
final class RateLimit {

  private final ProxyManager<String> buckets;
  private final BucketConfiguration configuration;

  /**
   * Keeps buckets in a cache. Its entries may expire when nobody has touched them for as long as an
   * empty bucket takes to fill up, and no sooner: the client's next bucket is a full one.
   *
   * @param calls how many calls a full bucket allows
   * @param fillUp how long an empty bucket takes to fill up
   */
  RateLimit(Cache<String, byte[]> cache, long calls, Duration fillUp) {
    this.buckets = new JCacheProxyManager<>(cache);
    this.configuration =
        BucketConfiguration.builder()
            .addLimit(limit -> limit.capacity(calls).refillGreedy(calls, fillUp))
            .build();
  }

  /** Whether a client may call now; if so, the call is counted. */
  boolean allows(String client) {
    return buckets.builder().build(client, () -> configuration).tryConsume(1);
  }
}

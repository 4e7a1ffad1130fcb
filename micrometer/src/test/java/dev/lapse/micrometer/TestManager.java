package dev.lapse.micrometer;

import dev.lapse.jcache.LapseCachingProvider;
import dev.lapse.jcache.expiry.ReaperMXBean;
import dev.lapse.jcache.expiry.Ticker;
import java.net.URI;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;

/** A cache manager whose clock and reaper are driven by hand. */
final class TestManager implements AutoCloseable {

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - TimeUnit.HOURS.toNanos(1));
  private final LapseCachingProvider provider = new LapseCachingProvider();

  final CacheManager manager = open();

  /** Another one of the same URI, when the one before has been closed. */
  CacheManager open() {
    Properties properties = new Properties();
    Ticker ticker = nanos::get;
    properties.put("lapse.ticker", ticker);
    properties.setProperty("lapse.reaper.enabled", "false");
    return provider.getCacheManager(URI.create("lapse:meters"), null, properties);
  }

  /** Creates a cache whose entries live for a second. */
  Cache<Integer, String> shortLived(String name) {
    return manager.createCache(
        name,
        new MutableConfiguration<Integer, String>()
            .setExpiryPolicyFactory(
                CreatedExpiryPolicy.factoryOf(new Duration(TimeUnit.SECONDS, 1)))
            .setStatisticsEnabled(true));
  }

  void passSeconds(long seconds) {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }

  ReaperMXBean reaper() {
    return manager.unwrap(ReaperMXBean.class);
  }

  @Override
  public void close() {
    provider.close();
  }
}

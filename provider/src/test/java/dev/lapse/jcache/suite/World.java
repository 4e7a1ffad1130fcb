package dev.lapse.jcache.suite;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.CompleteConfiguration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.spi.CachingProvider;

/**
 * What one test works in: a cache manager of its own under a hand-moved clock, closed with
 * everything in it at the end.
 */
final class World implements AutoCloseable {

  static final String PROVIDER_CLASS = "dev.lapse.jcache.LapseCachingProvider";

  private static final AtomicLong SERIAL = new AtomicLong();

  final ManualTicker clock;
  final CacheManager manager;
  private final AtomicInteger caches = new AtomicInteger();
  private final List<CacheManager> opened = new ArrayList<>();

  /** Lazy expiry alone: no reaper runs, so that every effect belongs to a call of the test. */
  World() {
    this(new Properties());
  }

  /** The same with further properties of the manager, which win over those of this class. */
  World(Properties more) {
    this(new ManualTicker(), more);
  }

  World(ManualTicker clock, Properties more) {
    this.clock = clock;
    Properties properties = new Properties();
    properties.put("lapse.ticker", clock);
    properties.put("lapse.reaper.enabled", "false");
    properties.putAll(more);
    manager = open(null, properties);
  }

  private World(ManualTicker clock) {
    this.clock = clock;
    manager = open(null, null);
  }

  /**
   * On the running JVM's clock and with the reaper as users have it; moving {@link #clock} has no
   * effect.
   */
  static World realTime() {
    return new World(new ManualTicker());
  }

  static CachingProvider provider() {
    return Caching.getCachingProvider(PROVIDER_CLASS);
  }

  static URI freshUri() {
    return URI.create("suite-" + SERIAL.incrementAndGet());
  }

  /** Another manager, closed with this world. */
  CacheManager open(ClassLoader loader, Properties properties) {
    return open(freshUri(), loader, properties);
  }

  CacheManager open(URI uri, ClassLoader loader, Properties properties) {
    CacheManager made = provider().getCacheManager(uri, loader, properties);
    opened.add(made);
    return made;
  }

  String freshName() {
    return "cache" + caches.incrementAndGet();
  }

  <K, V> Cache<K, V> create(CompleteConfiguration<K, V> configuration) {
    return manager.createCache(freshName(), configuration);
  }

  /** An eternal cache by reference with nothing else configured. */
  Cache<Integer, String> plain() {
    return create(configuration());
  }

  /** By reference, so that a test which is not about copies does not depend on them. */
  static <K, V> MutableConfiguration<K, V> configuration() {
    return new MutableConfiguration<K, V>().setStoreByValue(false);
  }

  /** The property set with one entry. */
  static Properties property(String key, Object value) {
    Properties properties = new Properties();
    properties.put(key, value);
    return properties;
  }

  @Override
  public void close() {
    opened.forEach(CacheManager::close);
  }
}

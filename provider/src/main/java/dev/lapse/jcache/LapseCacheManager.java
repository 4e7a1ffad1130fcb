package dev.lapse.jcache;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.config.SettingsException;
import dev.lapse.jcache.config.file.SettingsFile;
import dev.lapse.jcache.expiry.ReaperMXBean;
import dev.lapse.jcache.management.CacheBeans.Subject;
import dev.lapse.jcache.operation.Unwrapping;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.configuration.Configuration;
import javax.cache.spi.CachingProvider;
import org.jspecify.annotations.Nullable;

/**
 * The caches of one URI and class loader, and what they share: a clock, the reaper and the threads
 * that run listeners. Caches may be created, destroyed and closed from any thread; no user code
 * runs while the manager is locked.
 */
public final class LapseCacheManager implements CacheManager {

  /** Ends the threads of managers that were dropped without being closed. */
  private static final Cleaner CLEANER = Cleaner.create();

  private final LapseCachingProvider provider;
  private final SettingsFile file;
  private final URI uri;
  private final WeakReference<ClassLoader> loader;
  private final Properties properties;
  private final SharedParts shared;
  private final CacheAssembler assembler;
  private final Cleaner.Cleanable ending;

  /** The open caches by name; guarded by this object's monitor. */
  private final Map<String, LapseCache<?, ?>> caches = new HashMap<>();

  /** Names whose caches are just being made; guarded by this object's monitor. */
  private final Set<String> reserved = new HashSet<>();

  private volatile boolean closed;

  /**
   * Makes a manager together with the caches of its settings file. Where something fails, nothing
   * is left of it.
   */
  static LapseCacheManager open(
      LapseCachingProvider provider, URI uri, ClassLoader loader, Properties properties) {
    boolean byDefault = uri.equals(provider.getDefaultURI());
    SettingsFile file = SettingsFile.find(uri, byDefault, properties, loader);
    LapseCacheManager manager = new LapseCacheManager(provider, uri, loader, properties, file);
    try {
      file.cacheNames().forEach(manager::createDefined);
    } catch (Throwable e) {
      manager.close();
      throw e;
    }
    return manager;
  }

  private void createDefined(String cacheName) {
    try {
      createCache(cacheName, file.configurationOf(cacheName));
    } catch (SettingsException told) {
      throw told;
    } catch (RuntimeException e) {
      throw file.failed(cacheName, e);
    }
  }

  private LapseCacheManager(
      LapseCachingProvider provider,
      URI uri,
      ClassLoader loader,
      Properties properties,
      SettingsFile file) {
    this.provider = provider;
    this.uri = uri;
    this.loader = new WeakReference<>(loader);
    this.properties = new Properties();
    this.properties.putAll(properties);
    properties
        .stringPropertyNames()
        .forEach(key -> this.properties.putIfAbsent(key, properties.getProperty(key)));
    this.file = file;
    this.shared = SharedParts.of(uri, properties, file);
    this.assembler = new CacheAssembler(this, loaderOr(provider.getDefaultClassLoader()), shared);
    this.ending = CLEANER.register(this, shared::close);
  }

  @Override
  public CachingProvider getCachingProvider() {
    return provider;
  }

  @Override
  public URI getURI() {
    return uri;
  }

  /** Refers to the loader weakly; where it is gone, nobody can be left who knows its classes. */
  private Supplier<ClassLoader> loaderOr(ClassLoader substitute) {
    WeakReference<ClassLoader> reference = loader;
    return () -> {
      ClassLoader present = reference.get();
      return present == null ? substitute : present;
    };
  }

  /**
   * {@inheritDoc}
   *
   * @return the loader; null if nobody else held it any more and it has been collected
   */
  @Override
  public @Nullable ClassLoader getClassLoader() {
    return loader.get();
  }

  @Override
  public Properties getProperties() {
    return properties;
  }

  /**
   * {@inheritDoc}
   *
   * <p>What the configuration leaves as a new {@code MutableConfiguration} has it is taken from the
   * settings file, if the manager has one and it says something about caches of that name. A {@link
   * LapseConfiguration} is taken as it is.
   *
   * @throws CacheException if the name is taken, or a factory of the configuration throws or
   *     returns null
   */
  @Override
  public <K, V, C extends Configuration<K, V>> Cache<K, V> createCache(
      String cacheName, C configuration) {
    requireOpen();
    Objects.requireNonNull(cacheName, () -> "createCache in " + this + ": the cache name is null");
    Objects.requireNonNull(
        configuration,
        () -> "createCache of " + cacheName + " in " + this + ": the configuration is null");
    LapseConfiguration<K, V> snapshot = snapshot(cacheName, configuration);
    synchronized (this) {
      requireOpen();
      if (caches.containsKey(cacheName) || !reserved.add(cacheName)) {
        throw new CacheException(
            "createCache in "
                + this
                + ": a cache named "
                + cacheName
                + " exists already"
                + hint(cacheName)
                + ". Get it by getCache, destroy it"
                + " by destroyCache, or choose another name.");
      }
    }
    LapseCache<K, V> cache = null;
    try {
      cache = assembler.assemble(cacheName, snapshot);
    } finally {
      if (!publish(cacheName, cache) && cache != null) {
        cache.close();
        requireOpen();
      }
    }
    return cache;
  }

  private String hint(String cacheName) {
    String place = file.placeOf(cacheName);
    return place == null ? "" : ", as it is defined in " + place;
  }

  private <K, V> LapseConfiguration<K, V> snapshot(
      String cacheName, Configuration<K, V> configuration) {
    try {
      return file.configurationOf(cacheName, configuration);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "createCache of " + cacheName + " in " + this + ": " + e.getMessage(), e);
    }
  }

  /**
   * Ends the reservation of a name. Returns false if there is nothing to publish or nobody to
   * publish it for.
   */
  private synchronized boolean publish(String cacheName, @Nullable LapseCache<?, ?> cache) {
    reserved.remove(cacheName);
    if (cache == null || closed) {
      return false;
    }
    caches.put(cacheName, cache);
    return true;
  }

  @Override
  @SuppressWarnings("unchecked") // the types were compared
  public <K, V> @Nullable Cache<K, V> getCache(
      String cacheName, Class<K> keyType, Class<V> valueType) {
    requireOpen();
    Objects.requireNonNull(
        keyType, () -> "getCache of " + cacheName + " in " + this + ": the key type is null");
    Objects.requireNonNull(
        valueType, () -> "getCache of " + cacheName + " in " + this + ": the value type is null");
    LapseCache<?, ?> cache = find(cacheName);
    if (cache == null) {
      return null;
    }
    requireSame(cacheName, "key", cache.configuration().getKeyType(), keyType);
    requireSame(cacheName, "value", cache.configuration().getValueType(), valueType);
    return (Cache<K, V>) cache;
  }

  private void requireSame(String cacheName, String what, Class<?> configured, Class<?> wanted) {
    if (configured != wanted) {
      throw new ClassCastException(
          "Cache "
              + cacheName
              + " in "
              + this
              + " is configured with "
              + what
              + " type "
              + configured.getName()
              + ", not "
              + wanted.getName()
              + ". Ask for that type, or use getCache(name).");
    }
  }

  @Override
  @SuppressWarnings("unchecked") // unchecked by the specification's design
  public <K, V> @Nullable Cache<K, V> getCache(String cacheName) {
    requireOpen();
    return (Cache<K, V>) find(cacheName);
  }

  private synchronized @Nullable LapseCache<?, ?> find(String cacheName) {
    Objects.requireNonNull(cacheName, () -> "getCache in " + this + ": the cache name is null");
    return caches.get(cacheName);
  }

  @Override
  public Iterable<String> getCacheNames() {
    requireOpen();
    synchronized (this) {
      return Collections.unmodifiableList(new ArrayList<>(caches.keySet()));
    }
  }

  @Override
  public void destroyCache(String cacheName) {
    requireOpen();
    Objects.requireNonNull(cacheName, () -> "destroyCache in " + this + ": the cache name is null");
    LapseCache<?, ?> cache = find(cacheName);
    if (cache != null) {
      cache.close();
    }
  }

  @Override
  public void enableManagement(String cacheName, boolean enabled) {
    enable(cacheName, Subject.CONFIGURATION, enabled);
  }

  @Override
  public void enableStatistics(String cacheName, boolean enabled) {
    enable(cacheName, Subject.STATISTICS, enabled);
  }

  private void enable(String cacheName, Subject subject, boolean enabled) {
    requireOpen();
    Objects.requireNonNull(
        cacheName, () -> this + ": the name of the cache to enable or disable beans for is null");
    LapseCache<?, ?> cache = find(cacheName);
    if (cache != null) {
      cache.enable(subject, enabled);
    }
  }

  @Override
  public void close() {
    List<LapseCache<?, ?>> open;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      open = new ArrayList<>(caches.values());
    }
    provider.release(this, loader.get());
    open.forEach(LapseCache::close);
    ending.clean();
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  /**
   * The reaper of this manager: its figures and its settings, and a way to drive it by hand. The
   * same is shown as a management bean.
   *
   * @return the reaper, also reachable by {@code unwrap(ReaperMXBean.class)}
   */
  public ReaperMXBean reaper() {
    return shared.reaperBean();
  }

  /**
   * {@inheritDoc}
   *
   * <p>This class itself and {@link ReaperMXBean}.
   */
  @Override
  public <T> T unwrap(Class<T> type) {
    return type == ReaperMXBean.class ? type.cast(reaper()) : Unwrapping.of(this, type);
  }

  /** Forgets a cache that is being closed. A newer one of the same name is left alone. */
  synchronized void release(LapseCache<?, ?> cache) {
    caches.remove(cache.getName(), cache);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          this
              + " is closed. Get an open one by CachingProvider.getCacheManager with the same URI and class loader.");
    }
  }

  @Override
  public String toString() {
    return "cache manager " + uri;
  }
}

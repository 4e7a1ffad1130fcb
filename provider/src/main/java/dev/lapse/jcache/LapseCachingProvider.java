package dev.lapse.jcache;

import dev.lapse.jcache.waiting.WaitGraph;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.WeakHashMap;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.configuration.OptionalFeature;
import javax.cache.spi.CachingProvider;
import org.jspecify.annotations.Nullable;

/**
 * The entry point that {@code Caching.getCachingProvider()} finds. It keeps one open {@link
 * LapseCacheManager} for each pair of URI and class loader; any URI is accepted. One that ends in
 * {@code .yaml} or {@code .yml} is a settings file, others are a mere identity. Class loaders are
 * held weakly: one that nobody else holds any more can be collected, and its managers go with it.
 *
 * <p>All methods may be called from any thread, and any number of providers may live side by side.
 */
public final class LapseCachingProvider implements CachingProvider {

  private static final URI DEFAULT_URI = URI.create("lapse:default");

  /** Guarded by itself. */
  private final Map<ClassLoader, Map<URI, LapseCacheManager>> managers = new WeakHashMap<>();

  /** What a manager is known by. */
  private record Identity(URI uri, ClassLoader loader) {}

  /** The managers that somebody is just making; guarded by {@link #managers}. */
  private final Map<Identity, ManagerInMaking> inMaking = new HashMap<>();

  /** For the ServiceLoader. */
  public LapseCachingProvider() {}

  /**
   * {@inheritDoc}
   *
   * <p>The properties that start with {@code lapse.} are settings of ours, see {@link
   * dev.lapse.jcache.config.ManagerSettings}; they count when the manager is made, not afterwards.
   *
   * <p>A settings file is looked for in this order: the property {@code lapse.config}; a URI that
   * ends in {@code .yaml} or {@code .yml}; for the default URI the system property {@code
   * lapse.config}, then {@code lapse.yaml} as the class loader finds it. Where none of these is
   * there, the manager has no file. The caches that the file defines exist when this returns; where
   * one of them cannot be made, there is no manager either, and the next request begins anew.
   *
   * <p>Who asks for a manager that another thread is making waits for it.
   *
   * @throws IllegalArgumentException if one of our settings is wrong or unknown
   * @throws dev.lapse.jcache.config.SettingsException if a settings file should be there and is
   *     not, or something in it is wrong
   * @throws CacheException if a class that a settings file names asks for the manager that is just
   *     being made
   */
  @Override
  public CacheManager getCacheManager(
      @Nullable URI uri, @Nullable ClassLoader classLoader, @Nullable Properties properties) {
    URI name = uri == null ? DEFAULT_URI : uri;
    ClassLoader loader = classLoader == null ? getDefaultClassLoader() : classLoader;
    Properties given = properties == null ? new Properties() : properties;
    Identity identity = new Identity(name, loader);
    while (true) {
      ManagerInMaking others;
      ManagerInMaking mine = new ManagerInMaking();
      synchronized (managers) {
        LapseCacheManager open = managers.getOrDefault(loader, Map.of()).get(name);
        if (open != null) {
          return open;
        }
        others = inMaking.putIfAbsent(identity, mine);
      }
      if (others == null) {
        return make(identity, given, mine);
      }
      if (WaitGraph.await(others, false) == WaitGraph.Ending.CIRCLE) {
        throw new CacheException(
            "Cache manager %s is just being made, and waits for the code that asks for it here. A class named in a settings file must not ask for its own manager in its constructor or factory."
                .formatted(name));
      }
    }
  }

  /** User code may run here, the classes of a settings file, so nothing is locked. */
  private LapseCacheManager make(Identity identity, Properties properties, ManagerInMaking mine) {
    LapseCacheManager made = null;
    try {
      made = LapseCacheManager.open(this, identity.uri(), identity.loader(), properties);
      return made;
    } finally {
      synchronized (managers) {
        inMaking.remove(identity);
        if (made != null) {
          managers
              .computeIfAbsent(identity.loader(), any -> new HashMap<>())
              .put(made.getURI(), made);
        }
      }
      mine.end();
    }
  }

  @Override
  public CacheManager getCacheManager(@Nullable URI uri, @Nullable ClassLoader classLoader) {
    return getCacheManager(uri, classLoader, null);
  }

  @Override
  public CacheManager getCacheManager() {
    return getCacheManager(null, null, null);
  }

  /**
   * The loader of this class, which is the same for all callers, whatever their thread's context
   * class loader.
   */
  @Override
  public ClassLoader getDefaultClassLoader() {
    ClassLoader own = LapseCachingProvider.class.getClassLoader();
    return own == null ? ClassLoader.getSystemClassLoader() : own;
  }

  @Override
  public URI getDefaultURI() {
    return DEFAULT_URI;
  }

  @Override
  public Properties getDefaultProperties() {
    return new Properties();
  }

  @Override
  public void close() {
    List<LapseCacheManager> open = new ArrayList<>();
    synchronized (managers) {
      managers.values().forEach(ofLoader -> open.addAll(ofLoader.values()));
    }
    open.forEach(LapseCacheManager::close);
  }

  @Override
  public void close(@Nullable ClassLoader classLoader) {
    ClassLoader loader = classLoader == null ? getDefaultClassLoader() : classLoader;
    List<LapseCacheManager> open;
    synchronized (managers) {
      open = new ArrayList<>(managers.getOrDefault(loader, Map.of()).values());
    }
    open.forEach(LapseCacheManager::close);
  }

  @Override
  public void close(@Nullable URI uri, @Nullable ClassLoader classLoader) {
    URI name = uri == null ? DEFAULT_URI : uri;
    ClassLoader loader = classLoader == null ? getDefaultClassLoader() : classLoader;
    LapseCacheManager open;
    synchronized (managers) {
      open = managers.getOrDefault(loader, Map.of()).get(name);
    }
    if (open != null) {
      open.close();
    }
  }

  @Override
  public boolean isSupported(OptionalFeature optionalFeature) {
    return optionalFeature == OptionalFeature.STORE_BY_REFERENCE;
  }

  /** Forgets a manager that is being closed, so that the next request makes a new one. */
  void release(LapseCacheManager manager, @Nullable ClassLoader loader) {
    synchronized (managers) {
      Map<URI, LapseCacheManager> ofLoader = managers.getOrDefault(loader, new HashMap<>());
      if (ofLoader.remove(manager.getURI(), manager) && ofLoader.isEmpty()) {
        managers.remove(loader);
      }
    }
  }
}

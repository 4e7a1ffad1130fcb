package dev.lapse.jcache;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.WeakHashMap;
import javax.cache.CacheManager;
import javax.cache.configuration.OptionalFeature;
import javax.cache.spi.CachingProvider;
import org.jspecify.annotations.Nullable;

/**
 * The entry point that {@code Caching.getCachingProvider()} finds. It keeps one open {@link
 * LapseCacheManager} for each pair of URI and class loader; any URI is accepted, as a mere
 * identity. Class loaders are held weakly: one that nobody else holds any more can be collected,
 * and its managers go with it.
 *
 * <p>All methods may be called from any thread, and any number of providers may live side by side.
 */
public final class LapseCachingProvider implements CachingProvider {

  private static final URI DEFAULT_URI = URI.create("lapse:default");

  /** Guarded by itself. */
  private final Map<ClassLoader, Map<URI, LapseCacheManager>> managers = new WeakHashMap<>();

  /** For the ServiceLoader. */
  public LapseCachingProvider() {}

  /**
   * {@inheritDoc}
   *
   * <p>The properties that start with {@code lapse.} are settings of ours, see {@link
   * dev.lapse.jcache.config.ManagerSettings}; they count when the manager is made, not afterwards.
   *
   * @throws IllegalArgumentException if one of our settings is wrong or unknown
   */
  @Override
  public CacheManager getCacheManager(
      @Nullable URI uri, @Nullable ClassLoader classLoader, @Nullable Properties properties) {
    URI name = uri == null ? DEFAULT_URI : uri;
    ClassLoader loader = classLoader == null ? getDefaultClassLoader() : classLoader;
    synchronized (managers) {
      LapseCacheManager open = managers.getOrDefault(loader, Map.of()).get(name);
      if (open == null) {
        open =
            new LapseCacheManager(
                this, name, loader, properties == null ? new Properties() : properties);
        managers.computeIfAbsent(loader, any -> new HashMap<>()).put(name, open);
      }
      return open;
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

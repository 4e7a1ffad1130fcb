package dev.lapse.jcache;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import javax.cache.CacheException;
import javax.cache.configuration.Factory;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a cache's configuration makes: loader, writer and expiry policy. Those that are
 * {@link Closeable} are closed exactly once, with the cache (JSR-107 1.1.1, {@code Cache.close}),
 * or at once where the cache cannot be made.
 */
final class Customisations {

  private static final System.Logger LOG = System.getLogger(Customisations.class.getName());

  private final String cacheName;
  private final List<Closeable> closeables = new ArrayList<>();

  Customisations(String cacheName) {
    this.cacheName = cacheName;
  }

  /**
   * Makes an object.
   *
   * @throws CacheException if the factory throws or returns null, with the cache and the setting
   */
  <T> T make(String setting, Factory<? extends T> factory) {
    T made;
    try {
      made = factory.create();
    } catch (Throwable e) {
      throw new CacheException(
          "Cache "
              + cacheName
              + ": the "
              + setting
              + " factory "
              + describe(factory)
              + " threw "
              + e,
          e);
    }
    if (made == null) {
      throw new CacheException(
          "Cache "
              + cacheName
              + ": the "
              + setting
              + " factory "
              + describe(factory)
              + " returned null. Set a factory that"
              + " makes one, or none.");
    }
    if (made instanceof Closeable closeable) {
      closeables.add(closeable);
    }
    return made;
  }

  /** Makes an object where a factory is set. */
  <T> @Nullable T makeIfSet(String setting, @Nullable Factory<? extends T> factory) {
    return factory == null ? null : this.<T>make(setting, factory);
  }

  private static String describe(Factory<?> factory) {
    return factory.getClass().getName();
  }

  /**
   * Closes each object once, also where one serves two purposes; one that throws does not keep the
   * others from it.
   */
  void close() {
    Set<Closeable> once = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Closeable closeable : closeables) {
      if (once.add(closeable)) {
        try {
          closeable.close();
        } catch (Throwable e) {
          LOG.log(
              System.Logger.Level.WARNING,
              () ->
                  "Cache "
                      + cacheName
                      + ": closing its "
                      + closeable.getClass().getName()
                      + " failed",
              e);
        }
      }
    }
    closeables.clear();
  }
}

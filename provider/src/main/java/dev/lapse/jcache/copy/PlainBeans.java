package dev.lapse.jcache.copy;

import java.io.ObjectInputFilter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The classes of one cache whose objects are copied as {@link PlainBean}s. Only a class that the
 * manager's class loader finds by its name can be one, since a copy of another one would be of the
 * class that the loader finds; so no class loader is held here but the manager's.
 */
final class PlainBeans {

  private final Supplier<ClassLoader> loader;
  private final Map<Class<?>, Optional<PlainBean>> known = new ConcurrentHashMap<>();

  PlainBeans(Supplier<ClassLoader> loader) {
    this.loader = loader;
  }

  /** Whether no filter, of the cache or of the JVM, wants to see what is deserialized. */
  static boolean isAllowedBeside(@Nullable ObjectInputFilter filter) {
    boolean isJvmsOwnFactory =
        ObjectInputFilter.Config.getSerialFilterFactory().getClass().getClassLoader() == null;
    return filter == null && ObjectInputFilter.Config.getSerialFilter() == null && isJvmsOwnFactory;
  }

  /** How to copy objects of this class; null where that is left to serialization. */
  @Nullable PlainBean of(Class<?> type) {
    Optional<PlainBean> found = known.get(type);
    if (found == null) {
      if (!isTheLoaders(type)) {
        return null;
      }
      found = Optional.ofNullable(PlainBean.of(type));
      known.put(type, found);
    }
    return found.orElse(null);
  }

  private boolean isTheLoaders(Class<?> type) {
    try {
      return Class.forName(type.getName(), false, loader.get()) == type;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}

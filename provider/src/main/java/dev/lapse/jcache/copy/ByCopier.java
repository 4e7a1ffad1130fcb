package dev.lapse.jcache.copy;

import java.util.Objects;
import java.util.function.Supplier;
import javax.cache.CacheException;
import org.jspecify.annotations.Nullable;

/** Asks the user's copier. The stored form of a value is a copy of it. */
final class ByCopier<K, V> implements Boundary<K, V> {

  private final String cache;
  private final Supplier<ClassLoader> loader;
  private final Copier copier;

  ByCopier(String cache, Supplier<ClassLoader> loader, Copier copier) {
    this.cache = cache;
    this.loader = loader;
    this.copier = copier;
  }

  @Override
  public K keyIn(K key) {
    return copy(key, "key");
  }

  @Override
  public K keyOut(K stored) {
    return copy(stored, "key");
  }

  @Override
  public Object valueIn(V value) {
    return copy((Object) value, "value");
  }

  @Override
  @SuppressWarnings("unchecked") // a copy of what valueIn was given
  public V valueOut(Object stored) {
    return (V) copy(stored, "value");
  }

  @Override
  public boolean holds(Object stored, V candidate) {
    return Objects.deepEquals(stored, candidate);
  }

  private <T> T copy(T original, String role) {
    if (ImmutableTypes.contains(original.getClass())) {
      return original;
    }
    @Nullable T copy;
    try {
      copy = copier.copy(original, loader.get());
    } catch (RuntimeException e) {
      throw new CacheException(failure(original, role, " failed with " + e), e);
    }
    if (copy == null) {
      throw new CacheException(
          failure(original, role, " returned null. A copier has to return an equal object"));
    }
    return copy;
  }

  private String failure(Object original, String role, String what) {
    return "%s: the copier %s, asked for a copy of a %s of class %s,%s"
        .formatted(cache, copier.getClass().getName(), role, original.getClass().getName(), what);
  }
}

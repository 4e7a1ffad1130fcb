package dev.lapse.jcache.copy;

import java.io.ObjectInputFilter;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The border between a cache and its callers. Whatever comes in goes through it before it is
 * stored, whatever goes out goes through it before user code sees it, so that a cache that stores
 * by value shares no mutable object with anybody.
 *
 * <p>A value is kept in a <em>stored form</em>, which only its boundary understands: the object
 * itself where it may be shared, else something that a fresh copy can be made of. A key is kept as
 * a key, since the store compares it.
 *
 * <p>All methods may be called from many threads at once, and may run user code: {@code equals},
 * serialization hooks, a {@link Copier}.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface Boundary<K, V> {

  /**
   * Takes in a key.
   *
   * @param key the caller's key
   * @return an equal key, which the cache alone holds unless it is immutable
   * @throws javax.cache.CacheException if the key cannot be copied
   */
  K keyIn(K key);

  /**
   * Hands out a key.
   *
   * @param stored a key from {@link #keyIn}
   * @return an equal key, which the receiver may change
   * @throws javax.cache.CacheException if the key cannot be copied
   */
  K keyOut(K stored);

  /**
   * Takes in a value.
   *
   * @param value the caller's value
   * @return its stored form
   * @throws javax.cache.CacheException if the value cannot be copied
   */
  Object valueIn(V value);

  /**
   * Hands out a value.
   *
   * @param stored a stored form from {@link #valueIn}
   * @return an equal value, which the receiver may change
   * @throws javax.cache.CacheException if the value cannot be copied
   */
  V valueOut(Object stored);

  /**
   * Whether every value is its own stored form, so that nothing is to be done when it is handed
   * out.
   *
   * @return true where nothing is ever copied
   */
  default boolean sharesValues() {
    return false;
  }

  /**
   * Whether a stored form stands for a value that equals a caller's one, as {@code Cache.replace(K,
   * V, V)} and {@code Cache.remove(K, V)} ask. By value, arrays are compared by what they hold,
   * since no two copies are identical.
   *
   * @param stored a stored form from {@link #valueIn}
   * @param candidate the caller's value
   * @return true if both are equal
   * @throws javax.cache.CacheException if the stored value cannot be copied for the comparison
   */
  boolean holds(Object stored, V candidate);

  /**
   * The boundary of a cache that stores by reference: nothing is copied.
   *
   * @param <K> the type of keys
   * @param <V> the type of values
   * @return a boundary without state
   */
  @SuppressWarnings("unchecked") // passes objects of any type through
  static <K, V> Boundary<K, V> byReference() {
    return (Boundary<K, V>) ByReference.INSTANCE;
  }

  /**
   * The boundary of a cache that stores by value and copies by Java serialization. Classes are
   * found by the given loader alone, whatever the context class loader of the calling thread.
   *
   * @param <K> the type of keys
   * @param <V> the type of values
   * @param cache what messages begin with, such as {@code Cache 'books' of manager urn:x}
   * @param loader tells the class loader of the cache manager, which is not held
   * @param filter what may be deserialized besides what the JVM's own filter allows: both must
   *     allow; null for the JVM's alone
   * @return a new boundary
   */
  static <K, V> Boundary<K, V> bySerialization(
      String cache, Supplier<ClassLoader> loader, @Nullable ObjectInputFilter filter) {
    return new BySerialization<>(
        new Serialization(cache, loader, filter),
        PlainBeans.isAllowedBeside(filter) ? new PlainBeans(loader) : null);
  }

  /**
   * The boundary of a cache that stores by value and copies by a copier of the user's.
   *
   * @param <K> the type of keys
   * @param <V> the type of values
   * @param cache what messages begin with, such as {@code Cache 'books' of manager urn:x}
   * @param loader tells the class loader of the cache manager, which is not held
   * @param copier makes the copies
   * @return a new boundary
   */
  static <K, V> Boundary<K, V> byCopier(String cache, Supplier<ClassLoader> loader, Copier copier) {
    return new ByCopier<>(cache, loader, copier);
  }
}

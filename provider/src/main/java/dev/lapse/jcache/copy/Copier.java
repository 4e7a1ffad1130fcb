package dev.lapse.jcache.copy;

/**
 * Makes the copies of a cache that stores by value, in place of Java serialization. Set one where
 * keys or values are not serializable, or where a copy can be had for less.
 *
 * <p>A copier is asked whenever a key or value crosses the border between the cache and its
 * callers, in either direction. It is not asked about types that are known to be immutable, such as
 * {@link String}, the boxed primitives, enums, and records made of such alone: those need no copy.
 *
 * <p>Implementations are called from many threads at once. They must not call the cache.
 */
@FunctionalInterface
public interface Copier {

  /**
   * Makes a copy that equals the original and shares no mutable state with it. What cannot change
   * may be returned as it is.
   *
   * @param <T> the type of the original
   * @param value the original, a key or a value, not null
   * @param loader the class loader of the cache manager, by which classes are to be found where
   *     that is needed
   * @return the copy, not null
   * @throws RuntimeException where no copy can be made; the operation then fails with a {@link
   *     javax.cache.CacheException} that has this exception as its cause
   */
  <T> T copy(T value, ClassLoader loader);
}

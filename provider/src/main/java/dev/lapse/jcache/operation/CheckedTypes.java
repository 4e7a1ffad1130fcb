package dev.lapse.jcache.operation;

import org.jspecify.annotations.Nullable;

/**
 * Checks that what comes into a cache is there and of the configured types (JSR-107 1.1.1, {@code
 * Configuration}: type safety at run time).
 *
 * @param cacheName for messages
 * @param keyType the class of the keys; {@code Object.class} for any
 * @param valueType the class of the values; {@code Object.class} for any
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public record CheckedTypes<K, V>(String cacheName, Class<K> keyType, Class<V> valueType) {

  /**
   * Checks a key.
   *
   * @param key what the caller gave
   * @return the same
   * @throws NullPointerException if it is null
   * @throws ClassCastException if it is of another type
   */
  public K key(@Nullable K key) {
    return checked(key, "key", keyType);
  }

  /**
   * Checks a value.
   *
   * @param value what the caller gave
   * @return the same
   * @throws NullPointerException if it is null
   * @throws ClassCastException if it is of another type
   */
  public V value(@Nullable V value) {
    return checked(value, "value", valueType);
  }

  /**
   * Whether an object is there and of a type; for callers that have the type at hand.
   *
   * @param type {@code Object.class} for any
   * @param object what the caller gave
   * @return whether it may come in
   */
  public static boolean admits(Class<?> type, @Nullable Object object) {
    return type == Object.class ? object != null : type.isInstance(object);
  }

  private <T> T checked(@Nullable T object, String what, Class<T> type) {
    if (object == null) {
      throw new NullPointerException(
          "Cache "
              + cacheName
              + ": the "
              + what
              + " is null. JCache has no null keys and no null values.");
    }
    if (!admits(type, object)) {
      throw new ClassCastException(
          "Cache "
              + cacheName
              + ": its "
              + what
              + " type is "
              + type.getName()
              + ", and the given "
              + what
              + " is a "
              + object.getClass().getName()
              + ". Configure the cache with a type that fits, or with none (Object.class).");
    }
    return object;
  }
}

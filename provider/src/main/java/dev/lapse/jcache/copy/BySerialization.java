package dev.lapse.jcache.copy;

import java.lang.reflect.Array;
import java.util.Objects;

/**
 * Copies by Java serialization where a copy is needed. Three stored forms of a value can be told
 * apart by their class: serialized, a flat array (private to the cache, cloned on the way out), or
 * else the value itself, which is immutable.
 */
final class BySerialization<K, V> implements Boundary<K, V> {

  /** A value that is deserialized each time it is handed out. */
  private static final class Serialized {
    final byte[] bytes;

    Serialized(byte[] bytes) {
      this.bytes = bytes;
    }
  }

  private final Serialization serialization;

  BySerialization(Serialization serialization) {
    this.serialization = serialization;
  }

  @Override
  public K keyIn(K key) {
    return copyOfKey(key);
  }

  @Override
  public K keyOut(K stored) {
    return copyOfKey(stored);
  }

  @SuppressWarnings("unchecked") // a copy has the type of its original
  private K copyOfKey(K key) {
    if (ImmutableTypes.contains(key.getClass())) {
      return key;
    }
    return (K) serialization.read(serialization.write(key, "key"), "key");
  }

  @Override
  public Object valueIn(V value) {
    Class<?> type = value.getClass();
    if (ImmutableTypes.contains(type)) {
      return value;
    }
    if (type.isArray() && ImmutableTypes.coversAllOf(type.getComponentType())) {
      return cloneOf(value);
    }
    return new Serialized(serialization.write(value, "value"));
  }

  @Override
  @SuppressWarnings("unchecked") // made of what valueIn was given
  public V valueOut(Object stored) {
    if (stored instanceof Serialized serialized) {
      return (V) serialization.read(serialized.bytes, "value");
    }
    return (V) (stored.getClass().isArray() ? cloneOf(stored) : stored);
  }

  @Override
  public boolean holds(Object stored, V candidate) {
    Object value =
        stored instanceof Serialized serialized
            ? serialization.read(serialized.bytes, "value")
            : stored;
    return Objects.deepEquals(value, candidate);
  }

  private static Object cloneOf(Object array) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, copy, 0, length);
    return copy;
  }
}

package dev.lapse.jcache.copy;

import java.lang.reflect.Array;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Copies as Java serialization does, where a copy is needed. Four stored forms of a value can be
 * told apart by their class: serialized, a bean or a flat array (private to the cache, copied on
 * the way out), or else the value itself, which is immutable.
 */
final class BySerialization<K, V> implements Boundary<K, V> {

  /** A value that is deserialized each time it is handed out. */
  private static final class Serialized {
    final byte[] bytes;

    Serialized(byte[] bytes) {
      this.bytes = bytes;
    }
  }

  /** A bean that is copied each time it is handed out. */
  private static final class Bean {
    final PlainBean kind;
    final Object original;

    Bean(PlainBean kind, Object original) {
      this.kind = kind;
      this.original = original;
    }

    Object copy() {
      return kind.copy(original);
    }
  }

  private final Serialization serialization;

  /** Null where a filter wants to see every class that is deserialized. */
  private final @Nullable PlainBeans beans;

  BySerialization(Serialization serialization, @Nullable PlainBeans beans) {
    this.serialization = serialization;
    this.beans = beans;
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
    PlainBean bean = beanOf(key.getClass());
    if (bean != null) {
      return (K) bean.copy(key);
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
    PlainBean bean = beanOf(type);
    return bean == null
        ? new Serialized(serialization.write(value, "value"))
        : new Bean(bean, bean.copy(value));
  }

  private @Nullable PlainBean beanOf(Class<?> type) {
    return beans == null ? null : beans.of(type);
  }

  @Override
  @SuppressWarnings("unchecked") // made of what valueIn was given
  public V valueOut(Object stored) {
    if (stored instanceof Serialized serialized) {
      return (V) serialization.read(serialized.bytes, "value");
    }
    if (stored instanceof Bean bean) {
      return (V) bean.copy();
    }
    return (V) (stored.getClass().isArray() ? cloneOf(stored) : stored);
  }

  @Override
  public boolean holds(Object stored, V candidate) {
    Object value = stored.getClass().isArray() ? stored : valueOut(stored);
    return Objects.deepEquals(value, candidate);
  }

  private static Object cloneOf(Object array) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, copy, 0, length);
    return copy;
  }
}

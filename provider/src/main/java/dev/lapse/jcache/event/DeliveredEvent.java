package dev.lapse.jcache.event;

import javax.cache.Cache;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * An event as one listener and its filter see it, with copies of their own where the cache stores
 * by value.
 *
 * <p>As JSR-107 1.1.1 has it, {@link #getValue} of an entry that has gone is its old value. The old
 * value is there where the listener's configuration requires it, and nowhere else.
 */
@SuppressWarnings(
    "serial") // a java.util.EventObject is serializable by name only: its source never is written
final class DeliveredEvent<K, V> extends CacheEntryEvent<K, V> {

  private static final long serialVersionUID = 1L;

  private final K key;
  private final @Nullable V value;
  private final @Nullable V oldValue;

  DeliveredEvent(
      Cache<K, V> source, EventType type, K key, @Nullable V value, @Nullable V oldValue) {
    super(source, type);
    this.key = key;
    this.value = value;
    this.oldValue = oldValue;
  }

  @Override
  public K getKey() {
    return key;
  }

  @Override
  @SuppressWarnings(
      "NullAway") // the specification returns null here, and its interface carries no annotations
  public @Nullable V getValue() {
    return value;
  }

  @Override
  @SuppressWarnings("NullAway") // as above
  public @Nullable V getOldValue() {
    return oldValue;
  }

  @Override
  public boolean isOldValueAvailable() {
    return oldValue != null;
  }

  @Override
  public <T> T unwrap(Class<T> wanted) {
    return unwrap(this, wanted);
  }

  static <T> T unwrap(CacheEntryEvent<?, ?> event, Class<T> wanted) {
    if (wanted.isInstance(event)) {
      return wanted.cast(event);
    }
    throw new IllegalArgumentException("An event of this provider is no " + wanted.getName());
  }

  @Override
  public String toString() {
    return getEventType() + " " + key + ": " + oldValue + " -> " + value;
  }
}

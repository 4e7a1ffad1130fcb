package dev.lapse.jcache.event;

import dev.lapse.jcache.eviction.EvictedEntryEvent;
import dev.lapse.jcache.eviction.EvictionReason;
import javax.cache.Cache;
import org.jspecify.annotations.Nullable;

/** An eviction as one listener and its filter see it. */
final class DeliveredEviction<K, V> extends EvictedEntryEvent<K, V> {

  private static final long serialVersionUID = 1L;

  private final DeliveredEvent<K, V> content;
  private final EvictionReason reason;

  DeliveredEviction(Cache<K, V> source, DeliveredEvent<K, V> content, EvictionReason reason) {
    super(source);
    this.content = content;
    this.reason = reason;
  }

  @Override
  public EvictionReason getReason() {
    return reason;
  }

  @Override
  public K getKey() {
    return content.getKey();
  }

  @Override
  public @Nullable V getValue() {
    return content.getValue();
  }

  @Override
  public @Nullable V getOldValue() {
    return content.getOldValue();
  }

  @Override
  public boolean isOldValueAvailable() {
    return content.isOldValueAvailable();
  }

  @Override
  public <T> T unwrap(Class<T> wanted) {
    return DeliveredEvent.unwrap(this, wanted);
  }

  @Override
  public String toString() {
    return "EVICTED_FOR_" + reason + " " + getKey() + ": " + getOldValue() + " -> " + getValue();
  }
}

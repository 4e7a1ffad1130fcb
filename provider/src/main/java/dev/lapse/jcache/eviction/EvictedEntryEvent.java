package dev.lapse.jcache.eviction;

import javax.cache.Cache;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.EventType;

/**
 * The event of an entry that was evicted: live, and taken out by the cache itself to keep its
 * bound.
 *
 * <p>The specification (JSR-107 1.1.1, chapter 8) has no word for that, and its {@link EventType}
 * cannot be extended. {@link #getEventType} therefore is {@link EventType#REMOVED}, which comes
 * closest; what tells an eviction from a removal, in a filter for example, is the class of the
 * event. Such an event reaches the {@link CacheEntryEvictedListener}s of a cache and no others: the
 * listeners of the specification never see an eviction.
 *
 * <p>The value and the old value are as for a removed or expired entry: both are the value that the
 * entry had, where the configuration of the listener requires the old value, and null where it does
 * not.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
@SuppressWarnings("serial") // serializable by name only, like every java.util.EventObject
public abstract class EvictedEntryEvent<K, V> extends CacheEntryEvent<K, V> {

  private static final long serialVersionUID = 1L;

  /**
   * Makes an event of the type {@link EventType#REMOVED}.
   *
   * @param source the cache that the entry was evicted from
   */
  protected EvictedEntryEvent(Cache<K, V> source) {
    super(source, EventType.REMOVED);
  }

  /**
   * Says which bound the entry had to go for.
   *
   * @return the kind of the bound
   */
  public abstract EvictionReason getReason();
}

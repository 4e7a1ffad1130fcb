package dev.lapse.jcache.suite;

import dev.lapse.jcache.eviction.CacheEntryEvictedListener;
import dev.lapse.jcache.eviction.EvictedEntryEvent;
import dev.lapse.jcache.eviction.EvictionReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.event.CacheEntryRemovedListener;
import javax.cache.event.CacheEntryUpdatedListener;
import javax.cache.event.EventType;

/** Listens to everything that can happen in a bounded cache, evictions too, and writes it down. */
final class BoundedListener<K, V>
    implements CacheEntryCreatedListener<K, V>,
        CacheEntryUpdatedListener<K, V>,
        CacheEntryRemovedListener<K, V>,
        CacheEntryExpiredListener<K, V>,
        CacheEntryEvictedListener<K, V> {

  /**
   * One event as it was delivered.
   *
   * @param what the type of the event, or {@code EVICTED}
   * @param value the new value, or the one that has ended
   * @param reason null unless it is an eviction
   */
  record Happened(String what, Object key, Object value, EvictionReason reason) {

    /** For example {@code CREATED A}, {@code EVICTED A for SIZE}. */
    @Override
    public String toString() {
      return what + " " + value + (reason == null ? "" : " for " + reason);
    }
  }

  private final List<Happened> happened = Collections.synchronizedList(new ArrayList<>());

  @Override
  public void onCreated(Iterable<CacheEntryEvent<? extends K, ? extends V>> events) {
    take(EventType.CREATED, events);
  }

  @Override
  public void onUpdated(Iterable<CacheEntryEvent<? extends K, ? extends V>> events) {
    take(EventType.UPDATED, events);
  }

  @Override
  public void onRemoved(Iterable<CacheEntryEvent<? extends K, ? extends V>> events) {
    take(EventType.REMOVED, events);
  }

  @Override
  public void onExpired(Iterable<CacheEntryEvent<? extends K, ? extends V>> events) {
    take(EventType.EXPIRED, events);
  }

  private void take(EventType type, Iterable<CacheEntryEvent<? extends K, ? extends V>> events) {
    for (CacheEntryEvent<? extends K, ? extends V> event : events) {
      boolean begins = type == EventType.CREATED || type == EventType.UPDATED;
      happened.add(
          new Happened(
              type.name(),
              event.getKey(),
              begins ? event.getValue() : event.getOldValue(),
              event instanceof EvictedEntryEvent<?, ?> evicted ? evicted.getReason() : null));
    }
  }

  @Override
  public void onEvicted(Iterable<EvictedEntryEvent<? extends K, ? extends V>> events) {
    for (EvictedEntryEvent<? extends K, ? extends V> event : events) {
      if (event.getEventType() != EventType.REMOVED || !event.isOldValueAvailable()) {
        throw new AssertionError("an eviction is not as documented: " + event);
      }
      happened.add(new Happened("EVICTED", event.getKey(), event.getOldValue(), event.getReason()));
    }
  }

  List<Happened> all() {
    synchronized (happened) {
      return List.copyOf(happened);
    }
  }

  List<Happened> all(String what) {
    return all().stream().filter(one -> one.what().equals(what)).toList();
  }

  int count(String what) {
    return all(what).size();
  }

  /** Keys of the events of a kind, in the order of their delivery. */
  List<Object> keys(String what) {
    return all(what).stream().map(Happened::key).toList();
  }

  /** The events of one key as text, in the order of their delivery. */
  List<String> of(Object key) {
    return all().stream().filter(one -> one.key().equals(key)).map(Happened::toString).toList();
  }

  /** How many values have come and not gone. */
  int held() {
    return count("CREATED") - count("EVICTED") - count("EXPIRED") - count("REMOVED");
  }

  void forget() {
    happened.clear();
  }
}

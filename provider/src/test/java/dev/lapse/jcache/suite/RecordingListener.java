package dev.lapse.jcache.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.event.CacheEntryRemovedListener;
import javax.cache.event.CacheEntryUpdatedListener;
import javax.cache.event.EventType;

/** Listens to everything and writes it down; may do something with each event afterwards. */
final class RecordingListener<K, V>
    implements CacheEntryCreatedListener<K, V>,
        CacheEntryUpdatedListener<K, V>,
        CacheEntryRemovedListener<K, V>,
        CacheEntryExpiredListener<K, V> {

  /** One event as it was delivered. */
  record Seen(
      EventType type,
      Object key,
      Object value,
      Object oldValue,
      boolean oldAvailable,
      Thread thread) {

    /** For example {@code CREATED B}, {@code UPDATED A>B}, {@code REMOVED A}, {@code EXPIRED A}. */
    @Override
    public String toString() {
      return switch (type) {
        case CREATED -> "CREATED " + value;
        case UPDATED -> "UPDATED " + oldValue + ">" + value;
        case REMOVED, EXPIRED -> type + " " + oldValue;
      };
    }
  }

  private final List<Seen> seen = Collections.synchronizedList(new ArrayList<>());
  private final Consumer<? super Seen> reaction;

  RecordingListener() {
    this(event -> {});
  }

  RecordingListener(Consumer<? super Seen> reaction) {
    this.reaction = reaction;
  }

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

  private void take(EventType method, Iterable<CacheEntryEvent<? extends K, ? extends V>> events) {
    for (CacheEntryEvent<? extends K, ? extends V> event : events) {
      if (event.getEventType() != method) {
        throw new AssertionError(event.getEventType() + " was delivered as " + method);
      }
      Seen one =
          new Seen(
              method,
              event.getKey(),
              event.getValue(),
              event.getOldValue(),
              event.isOldValueAvailable(),
              Thread.currentThread());
      seen.add(one);
      reaction.accept(one);
    }
  }

  List<Seen> all() {
    synchronized (seen) {
      return List.copyOf(seen);
    }
  }

  int size() {
    return seen.size();
  }

  /** The events of one key as text, in the order of their delivery. */
  List<String> of(Object key) {
    return all().stream().filter(event -> event.key().equals(key)).map(Seen::toString).toList();
  }

  /** All events as text. */
  List<String> texts() {
    return all().stream().map(Seen::toString).toList();
  }

  long count(EventType type) {
    return all().stream().filter(event -> event.type() == type).count();
  }

  void forget() {
    seen.clear();
  }
}

package dev.lapse.jcache.event;

import javax.cache.event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one entry, with key and values in their stored form. One for all listeners;
 * immutable.
 */
class PublishedEvent {

  final EventType type;
  final Object key;
  final @Nullable Object newStored;
  final @Nullable Object oldStored;

  PublishedEvent(
      EventType type, Object key, @Nullable Object newStored, @Nullable Object oldStored) {
    this.type = type;
    this.key = key;
    this.newStored = newStored;
    this.oldStored = oldStored;
  }
}

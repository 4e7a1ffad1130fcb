package dev.lapse.jcache.event;

import org.jspecify.annotations.Nullable;

/**
 * What happened to one entry, with key and values in their stored form. One way of delivery holds
 * it; immutable.
 */
class PublishedEvent {

  final Happening happening;
  final Object key;
  final @Nullable Object newStored;
  final @Nullable Object oldStored;

  PublishedEvent(
      Happening happening, Object key, @Nullable Object newStored, @Nullable Object oldStored) {
    this.happening = happening;
    this.key = key;
    this.newStored = newStored;
    this.oldStored = oldStored;
  }
}

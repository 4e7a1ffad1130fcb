package dev.lapse.jcache.event;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The queues of the keys that share a slot, while more than one delivery is in it. Its monitor is a
 * leaf lock, held for a few steps and never while a listener runs. See {@link Lanes}.
 */
final class Lane {

  private final Map<Object, KeyQueue> queues = new HashMap<>();

  void append(Delivery delivery) {
    queues.computeIfAbsent(delivery.key, key -> new KeyQueue()).append(delivery);
  }

  void remove(Delivery last) {
    queues.remove(last.key);
  }

  boolean isEmpty() {
    return queues.isEmpty();
  }

  Collection<KeyQueue> queues() {
    return queues.values();
  }
}

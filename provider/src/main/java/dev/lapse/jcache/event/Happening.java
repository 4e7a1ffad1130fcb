package dev.lapse.jcache.event;

import dev.lapse.jcache.eviction.EvictionReason;
import javax.cache.event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * What can happen to an entry: the types of the specification, and evictions, for which it has no
 * type.
 */
public enum Happening {
  /** An entry has come. */
  CREATED(EventType.CREATED, null),
  /** An entry has got another value. */
  UPDATED(EventType.UPDATED, null),
  /** An entry was removed by an operation. */
  REMOVED(EventType.REMOVED, null),
  /** An entry was due. */
  EXPIRED(EventType.EXPIRED, null),
  /** A live entry had to go because there were too many. */
  EVICTED_FOR_SIZE(EventType.REMOVED, EvictionReason.SIZE),
  /** A live entry had to go because all of them weighed too much. */
  EVICTED_FOR_WEIGHT(EventType.REMOVED, EvictionReason.WEIGHT);

  private final EventType type;
  private final @Nullable EvictionReason reason;

  Happening(EventType type, @Nullable EvictionReason reason) {
    this.type = type;
    this.reason = reason;
  }

  /**
   * The type that the event carries; of several happenings perhaps.
   *
   * @return for an eviction {@link EventType#REMOVED}
   */
  public EventType type() {
    return type;
  }

  /**
   * Tells evictions from everything else.
   *
   * @return which bound an evicted entry had to go for; null if this is no eviction
   */
  public @Nullable EvictionReason reason() {
    return reason;
  }
}

package dev.lapse.jcache.store;

import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpireCondition;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a verb wants done with the one entry that it looked at. */
public sealed interface Decision {

  /** A value comes in, with the deadline that the rules give it. */
  static Decision store(Object value) {
    return new Store(value, null, false);
  }

  /** Decisions that carry nothing. */
  enum Plain implements Decision {
    /** Nothing happens. */
    KEEP,
    /** The value was handed out: the access duration applies. */
    TOUCH,
    /** The value goes, with a REMOVED event. */
    REMOVE,
    /** The value goes without an event. */
    DISCARD
  }

  /**
   * A value comes in: over a live one as an update, else as a creation, each with its duration and
   * event.
   *
   * @param value in stored form
   * @param expiration the call's own; null for that of the rules
   * @param anew whether the rules treat it as a new value, also over a live one
   */
  record Store(Object value, @Nullable Expiration expiration, boolean anew) implements Decision {}

  /**
   * The deadline of a live value is moved.
   *
   * @param expiration where to; never {@link Expiration#keep}
   * @param conditions all must hold
   */
  record Move(Expiration expiration, Set<ExpireCondition> conditions) implements Decision {}
}

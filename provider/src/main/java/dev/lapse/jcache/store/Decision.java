package dev.lapse.jcache.store;

/** What a verb wants done with the one entry that it looked at. */
public sealed interface Decision {

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
   */
  record Store(Object value) implements Decision {}
}

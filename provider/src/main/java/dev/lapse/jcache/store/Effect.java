package dev.lapse.jcache.store;

/** What a step did to its entry in the end. */
public enum Effect {
  /** Nothing. */
  NONE,
  /** A value is there where none was. */
  CREATED,
  /** A value had zero to live on creation and was not stored. */
  STILLBORN,
  /** A value took the place of another one. */
  UPDATED,
  /** The deadline was moved as asked for, perhaps into the past, so that the value has expired. */
  MOVED,
  /** A value went. */
  REMOVED,
  /**
   * A value could not come in, as the cache is full and may give up nothing; nothing has changed.
   */
  REFUSED;

  /**
   * Whether the statistics count this as a put.
   *
   * @return true for {@link #CREATED} and {@link #UPDATED}
   */
  public boolean isPut() {
    return this == CREATED || this == UPDATED;
  }
}

package dev.lapse.jcache.expiry;

/** What happens to an entry when its time to live is asked for. */
public enum ExpiryOperation {
  /** A value comes in where none was, a loaded one included. */
  CREATION,
  /** A value takes the place of a live one. */
  UPDATE,
  /** The value was handed out. */
  ACCESS
}

package dev.lapse.jcache.eviction;

/** Whether a value may come into a bounded cache. */
public enum Room {
  /** It may, and its weight counts from now on. */
  RESERVED,
  /** The cache is full, and its policy lets nothing go. */
  FULL,
  /** It weighs more than the whole cache may. */
  TOO_HEAVY
}

package dev.lapse.benchmarks.subject;

/** From when on an entry's time to live counts. */
public enum Lifetime {
  /** It lives for ever. */
  ETERNAL,
  /** From its creation. */
  CREATED,
  /** From its creation or its last update. */
  MODIFIED,
  /** From its creation; the time to live can be changed, and holds for entries that come after. */
  VARYING,
  /** From its creation, its last update or its last read. */
  TOUCHED
}

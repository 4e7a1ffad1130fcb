package dev.lapse.jcache.eviction;

/** Why a live entry was taken out of a bounded cache. */
public enum EvictionReason {
  /** The cache held more entries than its bound allows. */
  SIZE,

  /** The entries of the cache weighed more than its bound allows. */
  WEIGHT
}

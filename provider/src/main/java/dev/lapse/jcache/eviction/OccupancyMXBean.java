package dev.lapse.jcache.eviction;

/**
 * How much a cache holds and what it has given up for lack of room. Registered beside the
 * statistics bean of the cache, as {@code
 * dev.lapse.jcache:type=Occupancy,CacheManager=<URI>,Cache=<name>}; also reached by {@code
 * cache.unwrap(OccupancyMXBean.class)}, whether statistics are enabled or not. All figures are
 * estimates while others use the cache.
 */
public interface OccupancyMXBean {

  /** Entries in the cache, among them those that have died and that nobody has met yet. */
  long getEntries();

  /** Entries with a deadline. */
  long getEntriesWithDeadline();

  /** What all entries weigh together; the number of entries where they are not weighed. */
  long getWeight();

  /**
   * The most that the cache may hold: a number of entries, or a weight; 0 where it has no bound.
   */
  long getMaximum();

  /**
   * The name of the eviction policy, such as {@code allkeys-lru}; empty where the cache has no
   * bound.
   */
  String getEvictionPolicy();

  /** Entries given up because there were too many. */
  long getEvictionsForSize();

  /** Entries given up because they weighed too much together, or one of them alone. */
  long getEvictionsForWeight();

  /**
   * The bytes of heap that the cache takes: what it spends on its entries, by their number, and the
   * keys and values in their stored form, by a sample. Texts, boxed numbers and arrays of numbers
   * are measured, any other object is taken for 32 bytes; one object that stands for many entries
   * is counted for each of them.
   */
  long getEstimatedHeapBytes();
}

package dev.lapse.jcache.stats;

/**
 * How much a cache holds at one moment.
 *
 * @param entries in the cache
 * @param entriesWithDeadline those that carry a deadline
 * @param weight of all of them, or their number where they are not weighed
 * @param evictionsForSize entries given up because there were too many
 * @param evictionsForWeight entries given up because of their weight
 * @param heapBytes an estimate of the heap that the cache takes
 */
public record Occupancy(
    long entries,
    long entriesWithDeadline,
    long weight,
    long evictionsForSize,
    long evictionsForWeight,
    long heapBytes) {}

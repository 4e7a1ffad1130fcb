package dev.lapse.micrometer;

import dev.lapse.jcache.eviction.OccupancyMXBean;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.lang.ref.WeakReference;
import javax.cache.Cache;

/** The meters of one cache in one registry. */
final class CacheMeters {

  private final WeakReference<Cache<?, ?>> cache;
  private final MeterGroup meters;

  private CacheMeters(Cache<?, ?> cache, MeterGroup meters) {
    this.cache = new WeakReference<>(cache);
    this.meters = meters;
  }

  /**
   * Binds a cache.
   *
   * @param cache of Lapse
   * @param registry to bind to
   * @param ofManager the tags that all meters of its manager carry
   * @return its meters
   */
  static CacheMeters of(Cache<?, ?> cache, MeterRegistry registry, Tags ofManager) {
    MeterGroup meters = new MeterGroup(registry, ofManager.and("cache", cache.getName()));
    bind(cache.unwrap(OccupancyMXBean.class), meters);
    return new CacheMeters(cache, meters);
  }

  private static void bind(OccupancyMXBean occupancy, MeterGroup meters) {
    meters.gauge(
        "lapse.cache.entries",
        null,
        "Entries, among them the dead ones that nobody has met yet",
        occupancy,
        OccupancyMXBean::getEntries);
    meters.gauge(
        "lapse.cache.entries.with.deadline",
        null,
        "Entries that carry a deadline",
        occupancy,
        OccupancyMXBean::getEntriesWithDeadline);
    meters.gauge(
        "lapse.cache.weight",
        null,
        "What all entries weigh together; their number where they are not weighed",
        occupancy,
        OccupancyMXBean::getWeight);
    if (occupancy.getMaximum() > 0) {
      meters.gauge(
          "lapse.cache.maximum",
          null,
          "The most that the cache may hold, in entries or by weight",
          occupancy,
          OccupancyMXBean::getMaximum);
    }
    meters.gauge(
        "lapse.cache.heap",
        BaseUnits.BYTES,
        "An estimate of the heap that the cache takes",
        occupancy,
        OccupancyMXBean::getEstimatedHeapBytes);
    String evictions = "lapse.cache.evictions";
    String evicted = "Live entries that were given up for lack of room";
    meters.counter(
        evictions,
        null,
        evicted,
        Tags.of("reason", "size"),
        occupancy,
        OccupancyMXBean::getEvictionsForSize);
    meters.counter(
        evictions,
        null,
        evicted,
        Tags.of("reason", "weight"),
        occupancy,
        OccupancyMXBean::getEvictionsForWeight);
  }

  boolean isOfClosedCache() {
    Cache<?, ?> present = cache.get();
    return present == null || present.isClosed();
  }

  void remove() {
    meters.remove();
  }
}

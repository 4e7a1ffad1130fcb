package dev.lapse.jcache.management;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.eviction.EvictionPolicy;
import dev.lapse.jcache.eviction.OccupancyMXBean;
import dev.lapse.jcache.stats.Occupancy;
import java.util.function.Supplier;

/** What a cache holds, as an MXBean. Each attribute is read from a snapshot of its own. */
public final class OccupancyBean implements OccupancyMXBean {

  private final Supplier<Occupancy> occupancy;
  private final long maximum;
  private final String policy;

  /**
   * Creates a bean.
   *
   * @param occupancy measures
   * @param configuration of the cache
   */
  public OccupancyBean(Supplier<Occupancy> occupancy, LapseConfiguration<?, ?> configuration) {
    this.occupancy = occupancy;
    this.maximum = Math.max(configuration.getMaximumEntries(), configuration.getMaximumWeight());
    EvictionPolicy configured = configuration.getEvictionPolicy();
    this.policy = configured == null ? "" : configured.configName();
  }

  @Override
  public long getEntries() {
    return occupancy.get().entries();
  }

  @Override
  public long getEntriesWithDeadline() {
    return occupancy.get().entriesWithDeadline();
  }

  @Override
  public long getWeight() {
    return occupancy.get().weight();
  }

  @Override
  public long getMaximum() {
    return maximum;
  }

  @Override
  public String getEvictionPolicy() {
    return policy;
  }

  @Override
  public long getEvictionsForSize() {
    return occupancy.get().evictionsForSize();
  }

  @Override
  public long getEvictionsForWeight() {
    return occupancy.get().evictionsForWeight();
  }

  @Override
  public long getEstimatedHeapBytes() {
    return occupancy.get().heapBytes();
  }
}

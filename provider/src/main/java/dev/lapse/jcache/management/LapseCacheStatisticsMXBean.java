package dev.lapse.jcache.management;

import dev.lapse.jcache.stats.CacheCounters;
import java.util.function.Supplier;
import javax.cache.management.CacheStatisticsMXBean;

/**
 * Shows the statistics of a cache. Each attribute is read by itself: attributes that are read one
 * after the other while the cache works need not fit together.
 */
public final class LapseCacheStatisticsMXBean implements CacheStatisticsMXBean {

  private final Supplier<CacheCounters> counters;

  /**
   * Makes the bean of one cache.
   *
   * @param counters gives the cache's present counters, whenever it is asked
   */
  public LapseCacheStatisticsMXBean(Supplier<CacheCounters> counters) {
    this.counters = counters;
  }

  @Override
  public void clear() {
    counters.get().clear();
  }

  @Override
  public long getCacheHits() {
    return counters.get().snapshot().hits();
  }

  @Override
  public float getCacheHitPercentage() {
    return counters.get().snapshot().hitPercentage();
  }

  @Override
  public long getCacheMisses() {
    return counters.get().snapshot().misses();
  }

  @Override
  public float getCacheMissPercentage() {
    return counters.get().snapshot().missPercentage();
  }

  @Override
  public long getCacheGets() {
    return counters.get().snapshot().gets();
  }

  @Override
  public long getCachePuts() {
    return counters.get().snapshot().puts();
  }

  @Override
  public long getCacheRemovals() {
    return counters.get().snapshot().removals();
  }

  @Override
  public long getCacheEvictions() {
    return counters.get().snapshot().evictions();
  }

  /**
   * Fractions of a microsecond included, see {@link
   * dev.lapse.jcache.stats.CacheStatisticsSnapshot.Timing}.
   */
  @Override
  public float getAverageGetTime() {
    return counters.get().snapshot().getTime().averageMicros();
  }

  /**
   * Fractions of a microsecond included, see {@link
   * dev.lapse.jcache.stats.CacheStatisticsSnapshot.Timing}.
   */
  @Override
  public float getAveragePutTime() {
    return counters.get().snapshot().putTime().averageMicros();
  }

  /**
   * Fractions of a microsecond included, see {@link
   * dev.lapse.jcache.stats.CacheStatisticsSnapshot.Timing}.
   */
  @Override
  public float getAverageRemoveTime() {
    return counters.get().snapshot().removeTime().averageMicros();
  }
}

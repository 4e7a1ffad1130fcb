package dev.lapse.jcache;

import dev.lapse.jcache.event.EventDispatcher;
import dev.lapse.jcache.management.CacheBeans;
import dev.lapse.jcache.management.LapseCacheMXBean;
import dev.lapse.jcache.management.LapseCacheStatisticsMXBean;
import dev.lapse.jcache.management.OccupancyBean;
import dev.lapse.jcache.operation.BulkVerbs;
import dev.lapse.jcache.operation.CacheContext;
import dev.lapse.jcache.operation.LoadAllVerb;
import dev.lapse.jcache.operation.ProcessorVerbs;
import dev.lapse.jcache.operation.ReadVerbs;
import dev.lapse.jcache.operation.WriteVerbs;
import dev.lapse.jcache.stats.StatisticsSwitch;
import java.time.Duration;

/** What a cache is made of. The assembler alone knows how. */
record CacheParts<K, V>(
    CacheContext<K, V> context,
    ReadVerbs<K, V> reads,
    WriteVerbs<K, V> writes,
    BulkVerbs<K, V> bulks,
    ProcessorVerbs<K, V> processors,
    LoadAllVerb<K, V> loads,
    EventDispatcher<K, V> events,
    StatisticsSwitch statistics,
    CacheBeans beans,
    LapseCacheMXBean settingsBean,
    LapseCacheStatisticsMXBean statisticsBean,
    OccupancyBean occupancyBean,
    Customisations customisations,
    Runnable leaveReaper) {

  private static final Duration CLOSING_GRACE = Duration.ofSeconds(1);

  <T> T unwrap(LapseCache<K, V> cache, Class<T> type) {
    for (Object part : new Object[] {cache, statisticsBean, settingsBean, occupancyBean}) {
      if (type.isInstance(part)) {
        return type.cast(part);
      }
    }
    throw new IllegalArgumentException(
        cache
            + " cannot be unwrapped to "
            + type.getName()
            + ": it offers "
            + LapseCache.class.getName()
            + ", ExpiringCache, CacheStatisticsMXBean, CacheMXBean and OccupancyMXBean");
  }

  /**
   * Ends everything, in an order in which nothing is used after its end. The cache takes no more
   * calls.
   */
  void close() {
    beans.close();
    leaveReaper.run();
    events.close(CLOSING_GRACE);
    customisations.close();
    context.store().drop();
  }
}

package dev.lapse.examples.boot;

import dev.lapse.jcache.eviction.OccupancyMXBean;
import dev.lapse.jcache.expiry.ReaperMXBean;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.management.CacheStatisticsMXBean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The figures that the page polls; the same as the meters tell, fresher and in one piece. */
@RestController
class FiguresController {

  private final CacheManager manager;
  private final Journal journal;

  FiguresController(CacheManager manager, Journal journal) {
    this.manager = manager;
    this.journal = journal;
  }

  /** What is known of the manager, its caches and the journal at one moment. */
  record Figures(
      String manager,
      ReaperFigures reaper,
      List<CacheFigures> caches,
      Map<String, Long> journal,
      List<Journal.Line> latest) {}

  /** What the reaper tells. */
  record ReaperFigures(
      long lazilyExpired,
      long activelyExpired,
      double staleShare,
      double lagMillis,
      long undeliveredEvents,
      double cpuMillis,
      int effort) {

    static ReaperFigures of(ReaperMXBean reaper) {
      return new ReaperFigures(
          reaper.getLazilyExpired(),
          reaper.getActivelyExpired(),
          reaper.getStaleShare(),
          reaper.getLagMillis(),
          reaper.getUndeliveredEvents(),
          reaper.getCpuMillis(),
          reaper.getEffort());
    }
  }

  /** What one cache tells; a maximum of 0 stands for no bound. */
  record CacheFigures(
      String name,
      long entries,
      long entriesWithDeadline,
      long maximum,
      long hits,
      long misses,
      long puts,
      long evictions,
      long heapBytes) {

    static CacheFigures of(Cache<?, ?> cache) {
      OccupancyMXBean occupancy = cache.unwrap(OccupancyMXBean.class);
      CacheStatisticsMXBean statistics = cache.unwrap(CacheStatisticsMXBean.class);
      return new CacheFigures(
          cache.getName(),
          occupancy.getEntries(),
          occupancy.getEntriesWithDeadline(),
          occupancy.getMaximum(),
          statistics.getCacheHits(),
          statistics.getCacheMisses(),
          statistics.getCachePuts(),
          occupancy.getEvictionsForSize() + occupancy.getEvictionsForWeight(),
          occupancy.getEstimatedHeapBytes());
    }
  }

  @GetMapping("/api/figures")
  Figures figures() {
    return new Figures(
        manager.getURI().toString(),
        ReaperFigures.of(manager.unwrap(ReaperMXBean.class)),
        StreamSupport.stream(manager.getCacheNames().spliterator(), false)
            .sorted()
            .map(name -> CacheFigures.of(manager.getCache(name)))
            .toList(),
        journal.totals(),
        journal.latest());
  }
}

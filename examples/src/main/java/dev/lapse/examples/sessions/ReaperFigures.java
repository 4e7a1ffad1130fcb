package dev.lapse.examples.sessions;

import dev.lapse.jcache.expiry.ReaperMXBean;
import java.util.Locale;
import javax.cache.CacheManager;
import org.jspecify.annotations.Nullable;

/** The figures that Lapse alone has: of its reaper. The only class here that knows of Lapse. */
final class ReaperFigures {

  static final String NOT_AVAILABLE = "n/a";

  /** Over less time a share of processor time says nothing. */
  private static final long SHORTEST_PERIOD_NANOS = 500_000_000;

  private final @Nullable ReaperMXBean reaper;
  private final long since = System.nanoTime();
  private long before = since;
  private double cpuMillisBefore;
  private String recentCpu = NOT_AVAILABLE;

  private ReaperFigures(@Nullable ReaperMXBean reaper) {
    this.reaper = reaper;
  }

  static ReaperFigures of(CacheManager manager) {
    try {
      return new ReaperFigures(manager.unwrap(ReaperMXBean.class));
    } catch (IllegalArgumentException e) { // the manager of another provider
      return new ReaperFigures(null);
    }
  }

  /** How many entries with a deadline the caches hold. */
  String held() {
    return reaper == null ? NOT_AVAILABLE : Text.count(reaper.getEntriesWithDeadline());
  }

  /** Which share of them is dead. */
  String staleShare() {
    return reaper == null
        ? NOT_AVAILABLE
        : String.format(Locale.ROOT, "%.2f %%", 100 * reaper.getStaleShare());
  }

  /** How late the oldest slot of deadlines is. */
  String lag() {
    return reaper == null
        ? NOT_AVAILABLE
        : String.format(Locale.ROOT, "%.0f ms", reaper.getLagMillis());
  }

  /** How much of one processor the reaper has used lately. */
  String recentCpu() {
    if (reaper == null) {
      return NOT_AVAILABLE;
    }
    long now = System.nanoTime();
    if (now - before >= SHORTEST_PERIOD_NANOS) {
      double cpuMillis = reaper.getCpuMillis();
      recentCpu = share(cpuMillis - cpuMillisBefore, now - before);
      before = now;
      cpuMillisBefore = cpuMillis;
    }
    return recentCpu;
  }

  /** How much of one processor the reaper has used in all. */
  String cpu() {
    return reaper == null ? NOT_AVAILABLE : share(reaper.getCpuMillis(), System.nanoTime() - since);
  }

  private static String share(double cpuMillis, long nanos) {
    double percent = 100 * cpuMillis * 1e6 / Math.max(1, nanos);
    return String.format(Locale.ROOT, "%.1f %%", percent);
  }

  /** Who has expired the entries, and how. */
  String passes() {
    return reaper == null
        ? NOT_AVAILABLE
        : String.format(
            Locale.ROOT,
            "%s expired by the reaper, %s by operations; %s inspected; longest pass %.1f ms; ends of passes %s",
            Text.count(reaper.getActivelyExpired()),
            Text.count(reaper.getLazilyExpired()),
            Text.count(reaper.getInspected()),
            reaper.getMaxPassMillis(),
            reaper.getPassesByStopReason());
  }
}

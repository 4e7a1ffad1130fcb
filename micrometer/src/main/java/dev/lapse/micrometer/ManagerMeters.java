package dev.lapse.micrometer;

import dev.lapse.jcache.expiry.ReaperMXBean;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import javax.cache.Cache;
import javax.cache.CacheManager;
import org.jspecify.annotations.Nullable;

/** The meters of one manager and its caches in one registry. */
final class ManagerMeters {

  private static final double MILLIS_PER_SECOND = 1e3;

  private final MeterRegistry registry;
  private final WeakReference<CacheManager> manager;
  private final Tags tags;
  private final MeterGroup own;

  /**
   * Held while meters are added and removed. Whoever finds it taken goes on without: a registry may
   * read a gauge under locks of its own, so waiting here might never end.
   */
  private final ReentrantLock adjusting = new ReentrantLock();

  /** The meters of caches by name; guarded by the lock. */
  private final Map<String, CacheMeters> caches = new HashMap<>();

  ManagerMeters(MeterRegistry registry, CacheManager manager, Tags tags) {
    this.registry = registry;
    this.manager = new WeakReference<>(manager);
    this.tags = tags;
    this.own = new MeterGroup(registry, tags);
  }

  void bind() {
    CacheManager present = manager.get();
    if (present == null) {
      return;
    }
    removeEarlierBinding();
    bindReaper(present.unwrap(ReaperMXBean.class));
    own.gaugeKeepingItsSubject(
        "lapse.caches", "Open caches", this, ManagerMeters::adjustToOpenCaches);
    adjustToOpenCaches();
  }

  /**
   * Removes what was bound under these tags before, for a manager that was closed meanwhile
   * perhaps: a registry keeps the meter that it has, and would silently go on with the old one.
   */
  private void removeEarlierBinding() {
    for (Meter meter : registry.getMeters()) {
      Meter.Id id = meter.getId();
      if (id.getName().startsWith("lapse.") && id.getTags().containsAll(tags.stream().toList())) {
        registry.remove(meter);
      }
    }
  }

  private void bindReaper(ReaperMXBean reaper) {
    String expirations = "lapse.expirations";
    String expired = "Entries that have expired: when an operation met them, or by the reaper";
    own.counter(
        expirations,
        null,
        expired,
        Tags.of("mode", "lazy"),
        reaper,
        ReaperMXBean::getLazilyExpired);
    own.counter(
        expirations,
        null,
        expired,
        Tags.of("mode", "active"),
        reaper,
        ReaperMXBean::getActivelyExpired);
    own.gauge(
        "lapse.stale",
        "ratio",
        "The share of dead entries among those with a deadline",
        reaper,
        ReaperMXBean::getStaleShare);
    own.timeGauge(
        "lapse.lag",
        "How late the oldest due entries are; none waits longer",
        reaper,
        ReaperMXBean::getLagMillis);
    own.gauge(
        "lapse.undelivered.events",
        BaseUnits.EVENTS,
        "Events that listeners have not got yet",
        reaper,
        ReaperMXBean::getUndeliveredEvents);
    for (String reason : reaper.getPassesByStopReason().keySet()) {
      own.counter(
          "lapse.reaper.passes",
          null,
          "Passes of the reaper, by why they ended",
          Tags.of("reason", reason.toLowerCase(Locale.ROOT)),
          reaper,
          bean -> bean.getPassesByStopReason().getOrDefault(reason, 0L));
    }
    own.counter(
        "lapse.reaper.inspections",
        null,
        "Entries that the reaper drew and looked at",
        Tags.empty(),
        reaper,
        ReaperMXBean::getInspected);
    own.counter(
        "lapse.reaper.passed.over",
        null,
        "How often a cache with due entries had to wait for its listeners",
        Tags.empty(),
        reaper,
        ReaperMXBean::getPassedOver);
    own.counter(
        "lapse.reaper.cpu",
        "seconds",
        "Processor time that the reaper has used",
        Tags.empty(),
        reaper,
        bean -> bean.getCpuMillis() / MILLIS_PER_SECOND);
  }

  /** Adds the meters of new caches, removes those of closed ones, and counts the open ones. */
  private double adjustToOpenCaches() {
    CacheManager present = manager.get();
    Set<String> open = present == null ? null : namesIn(present);
    if (adjusting.tryLock()) {
      try {
        if (present == null || open == null) {
          own.remove();
          caches.values().forEach(CacheMeters::remove);
          caches.clear();
        } else {
          removeClosed(open);
          open.forEach(name -> addIfNew(present, name));
        }
      } finally {
        adjusting.unlock();
      }
    }
    return open == null ? 0 : open.size();
  }

  private void removeClosed(Set<String> open) {
    caches
        .entrySet()
        .removeIf(
            bound -> {
              boolean gone = !open.contains(bound.getKey()) || bound.getValue().isOfClosedCache();
              if (gone) {
                bound.getValue().remove();
              }
              return gone;
            });
  }

  private void addIfNew(CacheManager present, String name) {
    if (caches.containsKey(name)) {
      return;
    }
    Cache<?, ?> cache = cacheIn(present, name);
    if (cache != null) {
      caches.put(name, CacheMeters.of(cache, registry, tags));
    }
  }

  /** Returns null where the manager has been closed. */
  private static @Nullable Set<String> namesIn(CacheManager manager) {
    try {
      Set<String> names = new HashSet<>();
      manager.getCacheNames().forEach(names::add);
      return names;
    } catch (IllegalStateException closed) {
      return null;
    }
  }

  /** Returns null where the cache, or the manager, has been closed meanwhile. */
  private static @Nullable Cache<?, ?> cacheIn(CacheManager manager, String name) {
    try {
      return manager.getCache(name);
    } catch (IllegalStateException closed) {
      return null;
    }
  }
}

package dev.lapse.jcache.management;

import java.net.URI;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.cache.CacheException;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The beans of one cache, each of which is shown or not. Named as {@code
 * CacheManager.enableManagement} and {@code CacheManager.enableStatistics} say; where that name is
 * taken see {@link ManagementNames}.
 *
 * <p>All methods may be called from many threads at once and any number of times. Nothing is shown
 * after {@link #close}.
 */
public final class CacheBeans {

  /** What a bean is about. */
  public enum Subject {
    /** The settings of the cache, a {@link LapseCacheMXBean}. */
    CONFIGURATION("javax.cache", "CacheConfiguration"),
    /** What the cache counts, a {@link LapseCacheStatisticsMXBean}. */
    STATISTICS("javax.cache", "CacheStatistics"),
    /**
     * What the cache holds, an {@link OccupancyBean}; shown and hidden together with the
     * statistics.
     */
    OCCUPANCY("dev.lapse.jcache", "Occupancy");

    private final String domain;
    private final String type;

    Subject(String domain, String type) {
      this.domain = domain;
      this.type = type;
    }
  }

  private final Supplier<MBeanServer> server;
  private final ManagementNames names;
  private final Map<Subject, Object> beans;

  /** What is shown, and where. Guarded by this object's monitor. */
  private final Map<Subject, ObjectName> shown = new EnumMap<>(Subject.class);

  /** Guarded by this object's monitor. */
  private boolean closed;

  /**
   * Makes the beans of one cache; none is shown yet.
   *
   * @param server where to show them; asked when the first one is
   * @param manager the URI of the cache's manager
   * @param loader the class loader of the cache's manager
   * @param cache the name of the cache
   * @param configuration shows its settings
   * @param statistics shows what it counts
   * @param occupancy shows what it holds
   */
  public CacheBeans(
      Supplier<MBeanServer> server,
      URI manager,
      ClassLoader loader,
      String cache,
      LapseCacheMXBean configuration,
      LapseCacheStatisticsMXBean statistics,
      OccupancyBean occupancy) {
    this.server = server;
    this.names = new ManagementNames(manager, loader, cache);
    this.beans =
        Map.of(
            Subject.CONFIGURATION,
            configuration,
            Subject.STATISTICS,
            statistics,
            Subject.OCCUPANCY,
            occupancy);
  }

  /**
   * Shows a bean. Does nothing if it is shown already, or if this is closed.
   *
   * @param subject which
   * @throws CacheException if the bean server refuses it, with the bean's name
   */
  public synchronized void show(Subject subject) {
    for (int taken = 0; !closed && !shown.containsKey(subject); taken++) {
      ObjectName name = names.candidate(subject.domain, subject.type, taken);
      try {
        server.get().registerMBean(beans.get(subject), name);
        shown.put(subject, name);
      } catch (InstanceAlreadyExistsException someoneElse) {
        // the next name then
      } catch (JMException | RuntimeException e) {
        throw new CacheException("The bean server refuses to show " + name + ": " + e, e);
      }
    }
  }

  /**
   * Hides a bean. Does nothing if it is not shown.
   *
   * @param subject which
   * @throws CacheException if the bean server refuses to let it go, with the bean's name
   */
  public synchronized void hide(Subject subject) {
    ObjectName name = shown.remove(subject);
    if (name == null) {
      return;
    }
    try {
      server.get().unregisterMBean(name);
    } catch (InstanceNotFoundException gone) {
      // somebody else has unregistered it, which is what was wanted
    } catch (JMException | RuntimeException e) {
      throw new CacheException("The bean server refuses to hide " + name + ": " + e, e);
    }
  }

  /**
   * Hides all beans for good.
   *
   * @throws CacheException if the bean server refuses to let one go; the others are gone all the
   *     same
   */
  public synchronized void close() {
    closed = true;
    try {
      hide(Subject.CONFIGURATION);
    } finally {
      try {
        hide(Subject.STATISTICS);
      } finally {
        hide(Subject.OCCUPANCY);
      }
    }
  }
}

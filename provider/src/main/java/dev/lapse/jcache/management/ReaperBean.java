package dev.lapse.jcache.management;

import dev.lapse.jcache.expiry.ReaperMXBean;
import dev.lapse.jcache.reaper.Reaper;
import dev.lapse.jcache.reaper.ReaperSnapshot;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import javax.cache.CacheException;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** A {@link Reaper} as an MXBean. Each attribute is read from a snapshot of its own. */
public final class ReaperBean implements ReaperMXBean {

  private static final double NANOS_PER_MILLI = 1e6;

  private final Reaper reaper;

  /** Under which the bean is shown; guarded by this object's monitor. */
  private @Nullable ObjectName name;

  /**
   * Creates a bean; it is not registered.
   *
   * @param reaper the reaper to show
   */
  public ReaperBean(Reaper reaper) {
    this.reaper = reaper;
  }

  /**
   * Shows the bean in the platform's bean server, as {@code
   * dev.lapse.jcache:type=Reaper,CacheManager=<URI>}: not in the domain {@code javax.cache}, whose
   * beans the specification enumerates. Characters that an object name cannot hold become dots.
   * Where the name is taken, as by a manager of the same URI and another class loader, there is a
   * key {@code Number} more.
   *
   * @param manager the URI of the cache manager
   * @throws CacheException if the bean server refuses
   */
  public synchronized void show(URI manager) {
    String base =
        "dev.lapse.jcache:type=Reaper,CacheManager="
            + manager.toString().replaceAll("[,:=\n*?\"]", ".");
    for (int number = 1; name == null; number++) {
      try {
        ObjectName candidate = new ObjectName(number == 1 ? base : base + ",Number=" + number);
        ManagementFactory.getPlatformMBeanServer().registerMBean(this, candidate);
        name = candidate;
      } catch (InstanceAlreadyExistsException taken) {
        // the next number then
      } catch (JMException e) {
        throw new CacheException(
            "The bean server refuses to show the reaper of cache manager " + manager + ": " + e, e);
      }
    }
  }

  /** Takes the bean out of the bean server; does nothing if it is not there. */
  public synchronized void hide() {
    ObjectName shown = name;
    name = null;
    if (shown == null) {
      return;
    }
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(shown);
    } catch (InstanceNotFoundException gone) {
      // somebody else has unregistered it, which is what was wanted
    } catch (JMException e) {
      throw new CacheException("The bean server refuses to hide " + shown + ": " + e, e);
    }
  }

  @Override
  public String runPass() {
    return reaper.runPass().stop().name();
  }

  private ReaperSnapshot now() {
    return reaper.snapshot();
  }

  @Override
  public long getLazilyExpired() {
    return now().lazilyExpired();
  }

  @Override
  public long getActivelyExpired() {
    return now().activelyExpired();
  }

  @Override
  public long getInspected() {
    return now().inspected();
  }

  @Override
  public long getRehomed() {
    return now().rehomed();
  }

  @Override
  public Map<String, Long> getPassesByStopReason() {
    Map<String, Long> passes = new TreeMap<>();
    now().passes().forEach((reason, number) -> passes.put(reason.name(), number));
    return passes;
  }

  @Override
  public long getBudgetReached() {
    return now().budgetReached();
  }

  @Override
  public long getPassedOver() {
    return now().passedOver();
  }

  @Override
  public long getEntriesWithDeadline() {
    return now().withDeadline();
  }

  @Override
  public double getStaleShare() {
    return now().staleShare();
  }

  @Override
  public double getLagMillis() {
    return now().lagNanos() / NANOS_PER_MILLI;
  }

  @Override
  public long getUndeliveredEvents() {
    return now().undelivered();
  }

  @Override
  public double getLastPassMillis() {
    return now().lastPassNanos() / NANOS_PER_MILLI;
  }

  @Override
  public double getMeanPassMillis() {
    return now().meanPassNanos() / NANOS_PER_MILLI;
  }

  @Override
  public double getMaxPassMillis() {
    return now().maxPassNanos() / NANOS_PER_MILLI;
  }

  @Override
  public double getCpuMillis() {
    return now().cpuNanos() / NANOS_PER_MILLI;
  }

  @Override
  public long getLatePasses() {
    return now().latePasses();
  }

  @Override
  public long getErrors() {
    return now().errors();
  }

  @Override
  public boolean isActive() {
    return now().active();
  }

  @Override
  public void setActive(boolean active) {
    reaper.setActive(active);
  }

  @Override
  public int getEffort() {
    return now().effort();
  }

  @Override
  public void setEffort(int effort) {
    reaper.setEffort(effort);
  }
}

package dev.lapse.jcache.management;

import dev.lapse.jcache.reaper.Reaper;
import dev.lapse.jcache.reaper.ReaperSnapshot;
import java.util.Map;
import java.util.TreeMap;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** A {@link Reaper} as an MXBean. Each attribute is read from a snapshot of its own. */
public final class ReaperBean implements ReaperMXBean {

  private static final double NANOS_PER_MILLI = 1e6;

  private final Reaper reaper;

  /**
   * Creates a bean; it is not registered.
   *
   * @param reaper the reaper to show
   */
  public ReaperBean(Reaper reaper) {
    this.reaper = reaper;
  }

  /**
   * The name under which a manager's reaper is registered. Not in the domain {@code javax.cache}, whose beans the specification
   * enumerates.
   *
   * @param manager the name of the cache manager, as in the names of its other beans
   * @return the name
   */
  public static ObjectName nameFor(String manager) {
    String name = "dev.lapse.jcache:type=Reaper,CacheManager=" + manager.replaceAll("[,:=\n*?\"]", ".");
    try {
      return new ObjectName(name);
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException("the cache manager \"" + manager + "\" cannot be named in JMX", e);
    }
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

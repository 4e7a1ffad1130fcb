package dev.lapse.jcache.expiry;

import java.util.Map;

/**
 * The reaper of one cache manager, as management tools see it. Counts are since the manager was
 * created and include closed caches; times are in milliseconds.
 */
public interface ReaperMXBean {

  /** Entries expired by operations that met them. */
  long getLazilyExpired();

  /** Entries expired by the reaper. */
  long getActivelyExpired();

  /** Entries that the reaper drew and looked at. */
  long getInspected();

  /** Entries that it drew and moved, because their deadline was still to come. */
  long getRehomed();

  /** How many passes ended for each reason: EMPTY, BUDGET, THRESHOLD, BEHIND. */
  Map<String, Long> getPassesByStopReason();

  /**
   * How many passes ended because their time was up; more effort, or fewer deadlines at once, make
   * it rise slower.
   */
  long getBudgetReached();

  /** How often a cache with due entries was passed over because its listeners were behind. */
  long getPassedOver();

  /** How many entries carry a deadline. */
  long getEntriesWithDeadline();

  /** Which share of them is due, between 0 and 1: a moving average over uniform random samples. */
  double getStaleShare();

  /** How late the oldest due slot is; entries wait no longer than this. */
  double getLagMillis();

  /** How many events have not been delivered yet. */
  long getUndeliveredEvents();

  /** How long the last pass took. */
  double getLastPassMillis();

  /** How long a pass took on average. */
  double getMeanPassMillis();

  /** How long the longest pass took. */
  double getMaxPassMillis();

  /** How much processor time the reaper's thread has used. */
  double getCpuMillis();

  /** How many passes came more than a second late: a starved thread, a suspended machine. */
  long getLatePasses();

  /** How often something was thrown during a pass. */
  long getErrors();

  /** Whether the reaper runs by itself. */
  boolean isActive();

  /** Switches the reaper on or off; off, entries expire when operations meet them. */
  void setActive(boolean active);

  /** The effort, from 1 to 10. */
  int getEffort();

  /**
   * Changes the effort from the next pass on.
   *
   * @throws IllegalArgumentException if it is not from 1 to 10
   */
  void setEffort(int effort);

  /**
   * Runs one slow pass on the calling thread, whether the reaper is switched on or off; waits for a
   * pass that is running.
   *
   * @return why it stopped, a key of {@link #getPassesByStopReason}
   */
  String runPass();
}

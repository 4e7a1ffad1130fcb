package dev.lapse.jcache.reaper;

/** Why a pass ended. */
public enum StopReason {

  /** No entry of any cache carries a deadline. */
  EMPTY,

  /** Its time was up with work left; the next pass resumes where it stopped. */
  BUDGET,

  /**
   * All slots that are due have been drained, and the stale share of the present one is acceptable.
   */
  THRESHOLD,

  /**
   * As {@link #THRESHOLD}, but for caches that were passed over, because their listeners have
   * fallen behind.
   */
  BEHIND
}

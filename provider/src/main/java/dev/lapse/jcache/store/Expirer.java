package dev.lapse.jcache.store;

/**
 * What the sampling of a store needs from that store; its {@code toString} tells the cache's name,
 * for logs.
 *
 * @param <K> the type of keys
 */
interface Expirer<K> {

  /** What became of an entry that was drawn. */
  enum Fate {
    /** Claimed by this call: taken out of the map and its event published. */
    EXPIRED,
    /**
     * Not due after all, eternal, or claimed by somebody else: it is linked again if it carries a
     * deadline.
     */
    KEPT,
    /**
     * Its lock is taken by a running step, which calls {@link Strata#ensureLinked} at its end
     * whatever it decided.
     */
    LEFT_TO_STEP
  }

  /**
   * Expires the entry, which is not linked at present, if it is still due and no step is running
   * for it. Never waits for a step.
   *
   * @param entry the entry
   * @param now a reading of the clock
   * @return what became of it
   */
  Fate expireIfDue(StoredEntry<K> entry, long now);

  /**
   * Told after each round, by the thread that runs it: the time to give back what is not needed any
   * more.
   */
  void roundIsOver();

  /** See {@link Expirable#isBehind}. */
  boolean isBehind();

  /** See {@link Expirable#undelivered}. */
  long undelivered();

  /** See {@link Expirable#lazilyExpired}. */
  long lazilyExpired();
}

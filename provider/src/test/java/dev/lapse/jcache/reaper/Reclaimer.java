package dev.lapse.jcache.reaper;

/** A way to reclaim entries that have expired, under simulated time. */
interface Reclaimer {

  void put(int cache, int key, long deadline);

  void touch(int cache, int key, long newDeadline);

  /** Does what is due now; returns for how long there is nothing to do. */
  long turn();

  /** Whether something has happened that ends the sleep. */
  boolean isWoken();

  long inspected();

  long longestPass();

  long passes();

  /**
   * What it costs, in nanoseconds, as measured for the real one: reading the clock and taking a
   * lock; a cache miss; and a removal from the map with its event. The last can be overridden.
   */
  record Costs(long pass, long round, long inspection, long expiry) {
    static final Costs USUAL = new Costs(1_000, 300, 200, 800);

    Costs withExpiry(long nanos) {
      return new Costs(pass, round, inspection, nanos);
    }
  }
}

package dev.lapse.benchmarks.hitratio;

/** A bounded cache, asked for one key after the other by one thread. */
interface Contestant {

  /**
   * Looks for a key, and puts it in where it is not there.
   *
   * @return whether it was there
   */
  boolean access(Long key);

  /**
   * Runs a trace through.
   *
   * @return the hits, in per cent
   */
  default double run(Trace trace) {
    int hits = 0;
    for (Long key : trace.keys()) {
      if (access(key)) {
        hits++;
      }
    }
    return 100.0 * hits / trace.keys().size();
  }
}

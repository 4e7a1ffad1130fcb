package dev.lapse.jcache.store;

/** What the rounds of a pass did, added up. Not for use by several threads at once. */
public final class RoundCounts {

  private long inspected;
  private long rehomed;
  private long expired;

  /** Creates counts of zero. */
  public RoundCounts() {}

  /**
   * How many entries were drawn and their deadlines looked at.
   *
   * @return the number so far
   */
  public long inspected() {
    return inspected;
  }

  /**
   * How many of the inspected were moved to a later slot, because their deadline is still to come.
   *
   * @return the number so far
   */
  public long rehomed() {
    return rehomed;
  }

  /**
   * How many of the inspected were expired by the reaper.
   *
   * @return the number so far
   */
  public long expired() {
    return expired;
  }

  /** Sets all to zero. */
  public void reset() {
    inspected = 0;
    rehomed = 0;
    expired = 0;
  }

  void addInspected(int number) {
    inspected += number;
  }

  void addRehomed(int number) {
    rehomed += number;
  }

  void addExpired(int number) {
    expired += number;
  }
}

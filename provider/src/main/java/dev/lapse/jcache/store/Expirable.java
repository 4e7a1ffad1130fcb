package dev.lapse.jcache.store;

import java.util.random.RandomGenerator;

/**
 * A cache as the reaper sees it. Times are nanoseconds on the clock of the cache's manager, which
 * starts at zero. The methods that take a {@link RandomGenerator} are called by one thread at a
 * time; the others by any.
 */
public interface Expirable {

  /**
   * When there is something to do first: the moment when the first slot may be drawn from. One
   * volatile read; may be too early, until the next {@link #expireDue} that finds nothing to do.
   *
   * @return {@link Long#MAX_VALUE} if no entry carries a deadline
   */
  long nextDue();

  /**
   * The deadline that an entry which should have been expired by now could have at the earliest, as
   * coarse as the slots are. For statistics.
   *
   * @return {@link Long#MAX_VALUE} if no entry carries a deadline
   */
  long oldestDue();

  /**
   * How many entries carry a deadline.
   *
   * @return an estimate while others work
   */
  long withDeadline();

  /**
   * One round: draws up to {@code limit} random entries from the oldest open slots, expires those
   * that are due and homes the others anew. What an entry's expiry throws, it throws, with no entry
   * lost.
   *
   * @param now a reading of the clock
   * @param limit how many entries to inspect at most
   * @param random where chance comes from
   * @param counts what was done is added here
   * @return false if no open slot is left
   */
  boolean expireDue(long now, int limit, RandomGenerator random, RoundCounts counts);

  /**
   * One round in the slot that holds the present moment: inspects up to {@code limit} random
   * entries of one stripe, expires those that are due and leaves the others.
   *
   * @param now a reading of the clock
   * @param limit how many entries to inspect at most
   * @param random where chance comes from
   * @param counts what was done is added here
   */
  void expireCurrent(long now, int limit, RandomGenerator random, RoundCounts counts);

  /**
   * How large a share of the entries with a deadline is due and lies in the slot that holds the
   * present moment, estimated by how much of that slot's time has gone.
   *
   * @param now a reading of the clock
   * @return between 0 and 1
   */
  double currentStaleShare(long now);

  /**
   * Looks at random entries, uniformly chosen among all that carry a deadline, and changes nothing.
   *
   * @param at a moment
   * @param number how many to look at; fewer are there if the cache is smaller
   * @param random where chance comes from
   * @return which share of them was due at the moment, between 0 and 1; 0 if none carries a
   *     deadline
   */
  double sampleStaleShare(long at, int number, RandomGenerator random);

  /**
   * Whether this cache's listeners have fallen so far behind that nothing more may be expired
   * actively for now.
   *
   * @return true to pass the cache over
   */
  boolean isBehind();

  /**
   * How many events of this cache have not been delivered.
   *
   * @return the number
   */
  long undelivered();

  /**
   * How many entries operations, rather than the reaper, have expired.
   *
   * @return the number since the cache was created
   */
  long lazilyExpired();
}

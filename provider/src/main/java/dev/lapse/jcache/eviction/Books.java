package dev.lapse.jcache.eviction;

import org.jspecify.annotations.Nullable;

/**
 * What eviction knows of some of the entries of a cache. Guarded by its own monitor.
 *
 * @param <E> the type of entries
 */
abstract class Books<E extends Resident> {

  final int number;

  Books(int number) {
    this.number = number;
  }

  /**
   * Takes an entry in, and gives it a seat.
   *
   * @param roomLeft whether nothing need go for it
   */
  abstract void admit(E entry, boolean roomLeft);

  /** Takes a seated entry out. */
  abstract void remove(E entry);

  /**
   * Takes out the entry that is to go.
   *
   * @param inspections how many entries to look at, at most
   * @return null if there is none
   */
  abstract @Nullable E choose(int inspections);

  /** Takes an entry in again that was chosen, and cannot go now. */
  abstract void readmit(E entry);

  /** Told that a seated entry has another weight. */
  abstract void reweighed(E entry, int before);

  /** How many entries are in the books. Also without the lock, for an estimate. */
  abstract int size();
}

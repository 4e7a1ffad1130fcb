package dev.lapse.jcache.eviction;

import org.jspecify.annotations.Nullable;

/**
 * Picks the one that is to go out of what a source offers. Not safe for use by several threads at
 * once.
 *
 * @param <E> the type of entries
 */
interface Picker<E extends Resident> {

  /**
   * Picks.
   *
   * @param source where candidates come from
   * @param inspections how many entries to look at, at most
   * @return a seated entry of the source; null if none was found
   */
  @Nullable E pick(CandidateSource<E> source, int inspections);

  /** Told that an entry is going to leave the books. */
  void forget(E entry);

  /**
   * Told that an entry has come into the books.
   *
   * @param size how many there are now
   * @param roomLeft whether nothing need go for it
   */
  void admitted(int size, boolean roomLeft);
}

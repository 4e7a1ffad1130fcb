package dev.lapse.jcache.eviction;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Where candidates for eviction are drawn from.
 *
 * @param <E> the type of entries
 */
interface CandidateSource<E extends Resident> {

  /**
   * Draws at random.
   *
   * @param number how many to draw
   * @param sample receives up to that many; the same one may come twice, and it may come unseated
   */
  void sample(int number, RandomGenerator random, List<E> sample);

  /** Whether an entry drawn before may still be taken. */
  boolean holds(E entry);
}

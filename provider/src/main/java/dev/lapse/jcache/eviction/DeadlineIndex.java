package dev.lapse.jcache.eviction;

import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a cache that have a deadline, for the policies that take no others. Called with a
 * lock of the {@link Bound}.
 *
 * @param <E> the type of entries
 */
public interface DeadlineIndex<E extends Resident> {

  /**
   * Whether no entry has a deadline.
   *
   * @return an estimate while others work
   */
  boolean isEmpty();

  /**
   * Chooses entries, each as likely as any other.
   *
   * @param number how many to choose at most
   * @param random where chance comes from
   * @param sample receives them; the same one may come twice
   */
  void sample(int number, RandomGenerator random, List<E> sample);

  /**
   * Chooses one of the entries whose deadlines come first.
   *
   * @param random where chance comes from
   * @return null if no entry has a deadline
   */
  @Nullable E nearest(RandomGenerator random);
}

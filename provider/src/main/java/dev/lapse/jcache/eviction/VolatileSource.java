package dev.lapse.jcache.eviction;

import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Draws entries with a deadline; where there are none, others, or nothing.
 *
 * @param <E> the type of entries
 */
final class VolatileSource<E extends Resident> implements CandidateSource<E> {

  private final DeadlineIndex<E> deadlines;
  private final boolean nearest;
  private final @Nullable Roster<E> all;

  /**
   * Creates a source.
   *
   * @param deadlines the entries with a deadline
   * @param nearest whether to draw only those whose deadlines come first
   * @param all what to draw from where none has a deadline
   */
  VolatileSource(DeadlineIndex<E> deadlines, boolean nearest, @Nullable Roster<E> all) {
    this.deadlines = deadlines;
    this.nearest = nearest;
    this.all = all;
  }

  @Override
  public void sample(int number, RandomGenerator random, List<E> sample) {
    if (deadlines.isEmpty()) {
      if (all != null) {
        all.sample(number, random, sample);
      }
    } else if (nearest) {
      for (int i = 0; i < number; i++) {
        E entry = deadlines.nearest(random);
        if (entry != null) {
          sample.add(entry);
        }
      }
    } else {
      deadlines.sample(number, random, sample);
    }
  }

  /** An entry that was drawn while none had a deadline counts no longer when another has. */
  @Override
  public boolean holds(E entry) {
    return entry.hasDeadline() || all != null && deadlines.isEmpty();
  }
}

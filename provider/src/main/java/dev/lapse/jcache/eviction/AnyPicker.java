package dev.lapse.jcache.eviction;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Takes what chance brings.
 *
 * @param <E> the type of entries
 */
final class AnyPicker<E extends Resident> implements Picker<E> {

  private final RandomGenerator random;
  private final List<E> drawn = new ArrayList<>(1);

  AnyPicker(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public @Nullable E pick(CandidateSource<E> source, int inspections) {
    // An entry may be drawn that another thread is about to remove: then try again.
    for (int left = inspections; left > 0; left--) {
      source.sample(1, random, drawn);
      if (drawn.isEmpty()) {
        return null;
      }
      E entry = drawn.get(0);
      drawn.clear();
      if (entry.seat() >= 0 && source.holds(entry)) {
        return entry;
      }
    }
    return null;
  }

  @Override
  public void forget(E entry) {
    // Nothing is remembered.
  }

  @Override
  public void admitted(int size, boolean roomLeft) {
    // Chance knows no time.
  }
}

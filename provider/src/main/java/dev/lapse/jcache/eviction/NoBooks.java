package dev.lapse.jcache.eviction;

import org.jspecify.annotations.Nullable;

/**
 * Where nothing ever goes, nothing need be known.
 *
 * @param <E> the type of entries
 */
final class NoBooks<E extends Resident> extends Books<E> {

  NoBooks() {
    super(0);
  }

  @Override
  void admit(E entry, boolean roomLeft) {
    entry.setSeat(0);
  }

  @Override
  void remove(E entry) {
    // Its seat is all there is.
  }

  @Override
  @Nullable E choose(int inspections) {
    return null;
  }

  @Override
  void readmit(E entry) {
    throw new IllegalStateException("Nothing was chosen here");
  }

  @Override
  void reweighed(E entry, int before) {
    // Only the total matters.
  }

  @Override
  int size() {
    return 0;
  }
}

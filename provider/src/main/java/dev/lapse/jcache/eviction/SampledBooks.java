package dev.lapse.jcache.eviction;

import org.jspecify.annotations.Nullable;

/**
 * The books of the policies that draw candidates at random.
 *
 * @param <E> the type of entries
 */
final class SampledBooks<E extends Resident> extends Books<E> {

  private final Roster<E> roster;
  private final CandidateSource<E> source;
  private final Picker<E> picker;

  SampledBooks(int number, Roster<E> roster, CandidateSource<E> source, Picker<E> picker) {
    super(number);
    this.roster = roster;
    this.source = source;
    this.picker = picker;
  }

  @Override
  void admit(E entry, boolean roomLeft) {
    roster.add(entry);
    picker.admitted(roster.size(), roomLeft);
  }

  @Override
  void remove(E entry) {
    picker.forget(entry);
    roster.remove(entry);
  }

  @Override
  @Nullable E choose(int inspections) {
    E victim = picker.pick(source, inspections);
    if (victim != null) {
      remove(victim);
    }
    return victim;
  }

  @Override
  void readmit(E entry) {
    roster.add(entry);
  }

  @Override
  void reweighed(E entry, int before) {
    // Weight is no matter for chance.
  }

  @Override
  int size() {
    return roster.size();
  }
}

package dev.lapse.jcache.eviction;

/**
 * An entry of a bounded cache, as eviction sees it: two words to keep notes in, and a weight.
 *
 * <p>The accessors are plain fields. The mark is written by readers of the entry without a lock, so
 * some of what they note may get lost; the rest is guarded as said at each.
 */
public interface Resident {

  /** The seat of an entry that eviction does not know: the initial value of every seat. */
  int NONE = -1;

  /**
   * Returns what has been noted about the use of this entry.
   *
   * @return a word that means something to the {@link Bound} alone
   */
  int mark();

  /**
   * Notes the use of this entry. A torn or lost write does no harm.
   *
   * @param mark a word that means something to the {@link Bound} alone
   */
  void setMark(int mark);

  /**
   * Returns where eviction holds this entry.
   *
   * @return {@link #NONE}, or a word that means something to the {@link Bound} alone
   */
  int seat();

  /**
   * Notes where eviction holds this entry. Called with a lock of the {@link Bound}.
   *
   * @param seat {@link #NONE}, or a word that means something to the {@link Bound} alone
   */
  void setSeat(int seat);

  /**
   * Returns how much of the bound this entry takes. While it is seated, guarded by a lock of the
   * {@link Bound}.
   *
   * @return 1 where entries are counted, at least 0 where they are weighed
   */
  int weight();

  /**
   * Changes how much of the bound this entry takes. Called only where entries are weighed.
   *
   * @param weight at least 0
   */
  void setWeight(int weight);

  /**
   * Whether this entry has a deadline at this moment.
   *
   * @return false if it is eternal, or has no value
   */
  boolean hasDeadline();
}

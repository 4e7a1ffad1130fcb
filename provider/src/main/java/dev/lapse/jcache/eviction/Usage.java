package dev.lapse.jcache.eviction;

/**
 * What readers note in the mark of an entry. Without a lock, so it must bear that some get lost.
 */
abstract class Usage {

  /** Nothing at all. */
  static final Usage UNNOTED =
      new Usage() {
        @Override
        int first(int hash) {
          return 0;
        }

        @Override
        void touch(Resident entry) {
          // What is not noted costs nothing.
        }
      };

  /**
   * The mark of an entry that comes in.
   *
   * @param hash of its key, well spread
   */
  abstract int first(int hash);

  abstract void touch(Resident entry);
}

package dev.lapse.jcache.eviction;

import java.util.Arrays;

/**
 * Estimates how often something has come up of late, for far more things than it has counters: a
 * count-min sketch of four counters a thing, of four bits each, all of them halved from time to
 * time. The four lie in one block of 64 bytes. Grows with the number of entries that it serves; not
 * safe for use by several threads at once.
 */
final class FrequencySketch {

  /** The most that a counter counts. */
  static final int MOST = 15;

  private static final int ROWS = 4;
  private static final int BLOCK = 2 * ROWS;
  private static final int SMALLEST = 64;

  /** Up to here there is a word of 16 counters for each entry, beyond it one for two entries. */
  private static final int FINE = 4096;

  /** Counters are halved after so many additions for each entry. */
  private static final int ADDITIONS_AN_ENTRY = 10;

  private static final long ODD_COUNTERS = 0x1111111111111111L;
  private static final long ALL_BUT_TOP_BITS = 0x7777777777777777L;

  private long[] words = new long[SMALLEST];
  private int entries = SMALLEST;
  private long additions;

  /**
   * Sees to it that there are counters enough.
   *
   * @param number how many entries there are now
   */
  void serve(int number) {
    entries = Math.max(entries, number);
    while (number > (words.length < FINE ? words.length : 2L * words.length)) {
      // One more bit decides about the block, so each of the two new ones starts as the old one.
      int length = words.length;
      words = Arrays.copyOf(words, 2 * length);
      System.arraycopy(words, 0, words, length, length);
    }
  }

  /**
   * Counts.
   *
   * @param hash of what has come up, well spread
   * @param times how often
   */
  void add(int hash, int times) {
    long mixed = mix(hash);
    boolean added = false;
    for (int row = 0; row < ROWS; row++) {
      int index = index(mixed, row);
      int shift = shift(mixed, row);
      long count = words[index] >>> shift & MOST;
      long more = Math.min(times, MOST - count);
      words[index] += more << shift;
      added |= more > 0;
    }
    if (added) {
      additions += times;
      if (additions >= (long) ADDITIONS_AN_ENTRY * entries) {
        age();
      }
    }
  }

  /**
   * Estimates.
   *
   * @param hash as counted by
   * @return between 0 and {@link #MOST}; rather too high than too low, but for the halving
   */
  int frequency(int hash) {
    long mixed = mix(hash);
    int least = MOST;
    for (int row = 0; row < ROWS; row++) {
      least = Math.min(least, (int) (words[index(mixed, row)] >>> shift(mixed, row)) & MOST);
    }
    return least;
  }

  private void age() {
    long lost = 0;
    for (int i = 0; i < words.length; i++) {
      lost += Long.bitCount(words[i] & ODD_COUNTERS);
      words[i] = words[i] >>> 1 & ALL_BUT_TOP_BITS;
    }
    additions = Math.max(0, additions - lost / ROWS) / 2;
  }

  private static long mix(int hash) {
    return (hash & 0xFFFFFFFFL) * 0x9E3779B97F4A7C15L;
  }

  /** Of the two words that a row has in the block. */
  private int index(long mixed, int row) {
    int block = (int) (mixed >>> 40) * BLOCK & words.length - 1;
    return block + 2 * row + (int) (mixed >>> 36 + row & 1);
  }

  private static int shift(long mixed, int row) {
    return (int) (mixed >>> 20 + 4 * row & 15) * 4;
  }
}

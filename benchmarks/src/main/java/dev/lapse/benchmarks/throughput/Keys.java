package dev.lapse.benchmarks.throughput;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Keys in the order in which they are used: drawn beforehand, few of them often and most of them
 * seldom (Zipf's law, exponent 0.99).
 */
public final class Keys {

  /** How many there are. */
  public static final int entries = 100_000;

  static final int DRAWN = 1 << 17;
  private static final int NEW = 1 << 10;
  private static final double EXPONENT = 0.99;

  private final Integer[] all;
  private final Integer[] drawn = new Integer[DRAWN];
  private final Integer[] fresh = new Integer[2 * NEW];
  private final byte[] dice = new byte[DRAWN];

  /**
   * Draws them, always the same.
   *
   * @param entries how many there are
   */
  public Keys(int entries) {
    all = new Integer[entries];
    SplittableRandom random = new SplittableRandom(42);
    Arrays.setAll(all, i -> i);
    for (int i = entries - 1; i > 0; i--) { // which key is popular has nothing to do with its hash
      int j = random.nextInt(i + 1);
      Integer other = all[i];
      all[i] = all[j];
      all[j] = other;
    }
    double[] sums = new double[entries];
    double sum = 0;
    for (int i = 0; i < entries; i++) {
      sum += 1 / Math.pow(i + 1.0, EXPONENT);
      sums[i] = sum;
    }
    for (int i = 0; i < DRAWN; i++) {
      int found = Arrays.binarySearch(sums, random.nextDouble() * sum);
      drawn[i] = all[Math.min(found < 0 ? -found - 1 : found, entries - 1)];
      dice[i] = (byte) random.nextInt(100);
    }
    Arrays.setAll(fresh, i -> entries + i);
  }

  /**
   * Returns the keys that are there before measuring begins.
   *
   * @return all of them, in no order
   */
  public List<Integer> all() {
    return Collections.unmodifiableList(Arrays.asList(all));
  }

  /**
   * Returns the key that is used next.
   *
   * @param i how many were used before
   * @return a key that is there
   */
  public Integer drawn(int i) {
    return drawn[i & (DRAWN - 1)];
  }

  /** A number below 100 that decides what to do. */
  int dice(int i) {
    return dice[i & (DRAWN - 1)];
  }

  /**
   * Returns a key that is not there, unless it was put there since.
   *
   * @param i how many were used before
   * @param thread 0 or 1; the two have keys of their own
   * @return the key
   */
  public Integer fresh(int i, int thread) {
    return fresh[(thread << 10) | (i & (NEW - 1))];
  }
}

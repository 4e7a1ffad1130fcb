package dev.lapse.jcache.config.text;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;

/** Finds the word that was probably meant. */
public final class Nearest {

  private Nearest() {}

  /**
   * Finds the known word that takes the fewest changes.
   *
   * @param typed what was written
   * @param known the words that would have been right, at least one
   * @return the nearest of them, the first where several are
   */
  public static String of(String typed, Collection<String> known) {
    return known.stream().min(Comparator.comparingInt(each -> distance(typed, each))).orElseThrow();
  }

  /**
   * How much has to be done to turn what was typed into what was meant. Something left out is more
   * likely than something wrong, so it counts for half as much.
   */
  private static int distance(String typed, String meant) {
    int[] row = new int[meant.length() + 1];
    Arrays.setAll(row, inserted -> inserted);
    for (int i = 1; i <= typed.length(); i++) {
      int diagonal = row[0];
      row[0] = 2 * i;
      for (int j = 1; j <= meant.length(); j++) {
        int replaced = diagonal + (typed.charAt(i - 1) == meant.charAt(j - 1) ? 0 : 2);
        int deleted = row[j] + 2;
        int inserted = row[j - 1] + 1;
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(deleted, inserted));
      }
    }
    return row[meant.length()];
  }
}

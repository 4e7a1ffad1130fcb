package dev.lapse.jcache.expiry;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * When {@link ExpiringCache#expire} may change a deadline; the options of Redis's {@code EXPIRE}.
 * An entry that never expires counts as one with an infinitely late deadline, as there.
 */
public enum ExpireCondition {
  /** Only if the entry never expires so far ({@code NX}). Goes with no other condition. */
  IF_ETERNAL,
  /** Only if the entry expires so far ({@code XX}). */
  IF_EXPIRING,
  /** Only if the new deadline is later ({@code GT}); never true for an eternal entry. */
  IF_LATER,
  /** Only if the new deadline is earlier ({@code LT}). Does not go with {@link #IF_LATER}. */
  IF_EARLIER;

  /**
   * Checks that conditions go together.
   *
   * @param conditions any number
   * @return them
   * @throws IllegalArgumentException if they can never hold together
   */
  public static Set<ExpireCondition> together(ExpireCondition... conditions) {
    Set<ExpireCondition> all = EnumSet.noneOf(ExpireCondition.class);
    all.addAll(Arrays.asList(conditions));
    if (all.contains(IF_ETERNAL) && all.size() > 1
        || all.contains(IF_LATER) && all.contains(IF_EARLIER)) {
      throw new IllegalArgumentException(
          "The conditions "
              + all
              + " contradict each other. IF_ETERNAL goes with no other, and IF_LATER not with IF_EARLIER");
    }
    return all;
  }

  /**
   * Whether this condition holds.
   *
   * @param present the deadline as it stands
   * @param proposed the new one
   * @return true if the new one may take its place
   */
  public boolean holds(long present, long proposed) {
    return switch (this) {
      case IF_ETERNAL -> present == Deadline.ETERNAL;
      case IF_EXPIRING -> present != Deadline.ETERNAL;
      case IF_LATER -> proposed > present;
      case IF_EARLIER -> proposed < present;
    };
  }
}

package dev.lapse.benchmarks.hitratio;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Evicts any entry. */
final class ExactRandom implements Contestant {

  private final int maximum;
  private final Set<Long> present = new HashSet<>();
  private final List<Long> keys = new ArrayList<>();
  private final Random random = new Random(42);

  ExactRandom(int maximum) {
    this.maximum = maximum;
  }

  @Override
  public boolean access(Long key) {
    if (!present.add(key)) {
      return true;
    }
    if (keys.size() < maximum) {
      keys.add(key);
    } else {
      present.remove(keys.set(random.nextInt(maximum), key));
    }
    return false;
  }
}

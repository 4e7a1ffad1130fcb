package dev.lapse.benchmarks.hitratio;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Evicts the entry with the lowest count, of all. The count is Redis's: it starts at 5, is raised
 * with a probability of 1 / (10 (count - 5) + 1), and loses one with each period without a use; a
 * period is as many evictions as there are entries.
 */
final class ExactLfu implements Contestant {

  private static final int START = 5;
  private static final int MOST = 255;

  private static final class Entry {
    final Long key;

    /** The count plus the time of the last use: falls behind by itself as time goes on. */
    long level;

    long tieBreak;

    Entry(Long key) {
      this.key = key;
    }
  }

  private final int maximum;
  private final Map<Long, Entry> map = new HashMap<>();
  private final TreeSet<Entry> byLevel =
      new TreeSet<>(
          Comparator.<Entry>comparingLong(entry -> entry.level)
              .thenComparingLong(entry -> entry.tieBreak));
  private final SplittableRandom random = new SplittableRandom(42);
  private long evictions;

  ExactLfu(int maximum) {
    this.maximum = maximum;
  }

  @Override
  public boolean access(Long key) {
    long now = evictions / maximum;
    @Nullable Entry entry = map.get(key);
    if (entry != null) {
      byLevel.remove(entry);
      long count = Math.max(0, entry.level - now);
      if (count < MOST && random.nextDouble() * ((count - START) * 10 + 1) < 1) {
        count++;
      }
      entry.level = count + now;
      byLevel.add(entry);
      return true;
    }
    if (map.size() == maximum) {
      Entry victim = byLevel.first();
      byLevel.remove(victim);
      map.remove(victim.key);
      evictions++;
    }
    entry = new Entry(key);
    entry.level = START + now;
    entry.tieBreak = random.nextLong();
    map.put(key, entry);
    byLevel.add(entry);
    return false;
  }
}

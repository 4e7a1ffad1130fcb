package dev.lapse.benchmarks.hitratio;

import dev.lapse.jcache.eviction.Bound;
import dev.lapse.jcache.eviction.BoundSettings;
import dev.lapse.jcache.eviction.BoundSettings.NoneVolatile;
import dev.lapse.jcache.eviction.DeadlineIndex;
import dev.lapse.jcache.eviction.EvictionPolicy;
import dev.lapse.jcache.eviction.Resident;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A map kept to its bound by ours. */
final class BoundMap implements Contestant {

  private static final long SEED = 42;

  private final Map<Long, Entry> map = new HashMap<>();
  private final Bound<Entry> bound;

  BoundMap(EvictionPolicy policy, int maximum) {
    this.bound =
        new Bound<>(
            new BoundSettings(policy, maximum, false, NoneVolatile.REFUSE),
            new NoDeadlines(),
            SEED);
  }

  @Override
  public boolean access(Long key) {
    Entry entry = map.get(key);
    if (entry != null) {
      bound.touch(entry);
      return true;
    }
    entry = new Entry(key);
    bound.reserve(1);
    map.put(key, entry);
    bound.admit(entry, key.hashCode());
    while (bound.isExceeded()) {
      Entry victim = bound.choose(key.hashCode());
      if (victim == null) {
        throw new AssertionError("A full cache without a victim");
      }
      map.remove(victim.key);
      bound.depart(victim);
    }
    return false;
  }

  private static final class Entry implements Resident {
    final Long key;
    private int mark;
    private int seat = NONE;

    Entry(Long key) {
      this.key = key;
    }

    @Override
    public int mark() {
      return mark;
    }

    @Override
    public void setMark(int mark) {
      this.mark = mark;
    }

    @Override
    public int seat() {
      return seat;
    }

    @Override
    public void setSeat(int seat) {
      this.seat = seat;
    }

    @Override
    public int weight() {
      return 1;
    }

    @Override
    public void setWeight(int weight) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean hasDeadline() {
      return false;
    }
  }

  private static final class NoDeadlines implements DeadlineIndex<Entry> {
    @Override
    public boolean isEmpty() {
      return true;
    }

    @Override
    public void sample(int number, RandomGenerator random, List<Entry> sample) {
      // There are none.
    }

    @Override
    public @Nullable Entry nearest(RandomGenerator random) {
      return null;
    }
  }
}

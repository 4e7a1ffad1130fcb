package dev.lapse.jcache.eviction;

import dev.lapse.jcache.eviction.BoundSettings.NoneVolatile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The least that can be called a cache, for one thread: keys, kept to a bound. */
final class TestCache {

  final Map<Integer, TestEntry> entries = new LinkedHashMap<>();
  final Bound<TestEntry> bound;
  final List<Integer> evicted = new ArrayList<>();

  TestCache(EvictionPolicy policy, long maximum) {
    this(new BoundSettings(policy, maximum, false, NoneVolatile.ANY), 1);
  }

  TestCache(BoundSettings settings, long seed) {
    this.bound = new Bound<>(settings, new Deadlines(), seed);
  }

  /** Returns whether the key was there. */
  boolean read(int key) {
    TestEntry entry = entries.get(key);
    if (entry != null) {
      bound.touch(entry);
    }
    return entry != null;
  }

  Room put(int key) {
    return put(new TestEntry(key));
  }

  /** Puts an entry with a new key, and keeps the bound. */
  Room put(TestEntry entry) {
    return put(entry, Integer.hashCode(entry.key));
  }

  Room put(TestEntry entry, int hash) {
    Room room = bound.reserve(entry.weight());
    if (room == Room.RESERVED) {
      entries.put(entry.key, entry);
      bound.admit(entry, hash);
      keepBound(hash);
    }
    return room;
  }

  void keepBound(int hash) {
    while (bound.isExceeded()) {
      TestEntry victim = bound.choose(hash);
      if (victim == null) {
        return;
      }
      evicted.add(victim.key);
      remove(victim.key);
    }
  }

  void remove(int key) {
    TestEntry entry = entries.remove(key);
    if (entry != null) {
      bound.depart(entry);
    }
  }

  void putAll(IntStream keys) {
    keys.forEach(this::put);
  }

  /** Reads, and puts where the key is not there. Returns the number of hits. */
  long access(IntStream keys) {
    return keys.filter(
            key -> {
              boolean hit = read(key);
              if (!hit) {
                put(key);
              }
              return hit;
            })
        .count();
  }

  private final class Deadlines implements DeadlineIndex<TestEntry> {

    private List<TestEntry> all() {
      return entries.values().stream().filter(TestEntry::hasDeadline).toList();
    }

    @Override
    public boolean isEmpty() {
      return all().isEmpty();
    }

    @Override
    public void sample(int number, RandomGenerator random, List<TestEntry> sample) {
      List<TestEntry> all = all();
      for (int i = 0; i < number && !all.isEmpty(); i++) {
        sample.add(all.get(random.nextInt(all.size())));
      }
    }

    /** Deadlines come in the order of the keys. */
    @Override
    public @Nullable TestEntry nearest(RandomGenerator random) {
      return all().stream().min((a, b) -> Integer.compare(a.key, b.key)).orElse(null);
    }
  }
}

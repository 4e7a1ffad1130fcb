package dev.lapse.jcache.eviction;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Takes the most idle one of some that chance brings and of the best it has seen before.
 *
 * @param <E> the type of entries
 */
final class RankedPicker<E extends Resident> implements Picker<E> {

  private static final int SAMPLE = 10;
  private static final int POOL = 16;

  private final Ranking ranking;
  private final RandomGenerator random;
  private final List<E> drawn = new ArrayList<>(SAMPLE);

  /** The best so far, without order, each with its mark as last seen. */
  private final @Nullable E[] pool;

  private final int[] marks = new int[POOL];
  private int pooled;

  /** The part of the time to the next tick that has passed. */
  private double sinceTick;

  /**
   * Creates a picker that has seen nothing.
   *
   * @param ranking says who is idle; has as many ticks as all its pickers give it together
   * @param number of this picker among them, so that they do not give their ticks all at once
   * @param random where chance comes from
   */
  @SuppressWarnings("unchecked")
  RankedPicker(Ranking ranking, int number, RandomGenerator random) {
    this.ranking = ranking;
    this.random = random;
    this.sinceTick = (double) number / ranking.books;
    this.pool = (@Nullable E[]) new Resident[POOL];
  }

  @Override
  public @Nullable E pick(CandidateSource<E> source, int inspections) {
    int draws = Math.min(SAMPLE, inspections);
    source.sample(draws, random, drawn);
    drawn.removeIf(entry -> entry.seat() < 0 || !source.holds(entry));
    for (E entry : drawn) {
      if (indexOf(entry) < 0) {
        offer(entry);
      }
    }
    E picked = pickPooled(source, Math.max(1, inspections - draws));
    if (picked == null && !drawn.isEmpty()) {
      picked = drawn.get(0);
    }
    drawn.clear();
    return picked;
  }

  private @Nullable E pickPooled(CandidateSource<E> source, int inspections) {
    for (int left = inspections; pooled > 0 && left > 0; left--) {
      int best = mostIdle();
      E entry = pool[best];
      assert entry != null;
      if (!source.holds(entry)) {
        drop(best);
      } else if (left == 1 || entry.mark() == marks[best]) {
        return entry;
      } else {
        marks[best] = entry.mark();
      }
    }
    return null;
  }

  /** Keeps an entry, in place of the least idle one if the pool is full. */
  private void offer(E entry) {
    int index = pooled;
    if (pooled < POOL) {
      pooled++;
    } else {
      index = leastIdle();
      if (ranking.idleness(entry.mark()) <= ranking.idleness(marks[index])) {
        return;
      }
    }
    pool[index] = entry;
    marks[index] = entry.mark();
  }

  private int mostIdle() {
    int most = 0;
    for (int i = 1; i < pooled; i++) {
      if (ranking.idleness(marks[i]) > ranking.idleness(marks[most])) {
        most = i;
      }
    }
    return most;
  }

  private int leastIdle() {
    int least = 0;
    for (int i = 1; i < pooled; i++) {
      if (ranking.idleness(marks[i]) < ranking.idleness(marks[least])) {
        least = i;
      }
    }
    return least;
  }

  private int indexOf(E entry) {
    for (int i = 0; i < pooled; i++) {
      if (pool[i] == entry) {
        return i;
      }
    }
    return -1;
  }

  private void drop(int index) {
    pooled--;
    pool[index] = pool[pooled];
    marks[index] = marks[pooled];
    pool[pooled] = null;
  }

  @Override
  public void forget(E entry) {
    int index = indexOf(entry);
    if (index >= 0) {
      drop(index);
    }
  }

  @Override
  public void admitted(int size, boolean roomLeft) {
    if (ranking.startsAtOnce || !roomLeft) {
      sinceTick += (double) ranking.ticksATurnover / ((double) size * ranking.books);
      if (sinceTick >= 1) {
        sinceTick = 0;
        ranking.tick();
      }
    }
  }
}

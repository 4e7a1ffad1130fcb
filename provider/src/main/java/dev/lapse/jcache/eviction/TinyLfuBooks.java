package dev.lapse.jcache.eviction;

import org.jspecify.annotations.Nullable;

/**
 * The books of {@link EvictionPolicy#ALLKEYS_TINYLFU}.
 *
 * <p>An entry that comes in goes through a small queue, the window. If it was read there it goes on
 * to the end of the main queue. If not, it needs the place of the entry that is next to go from
 * there, and gets it only if it has come up more often, according to the sketch; else it goes
 * itself. In the main queue, entries at the head that were read go to the end for another round,
 * one less read each time, and the first one that was not is next to go.
 *
 * <p>So things that come up once, however many, cannot wash out the main queue, while something new
 * that is in demand gets in at once. Reads cost no more than a count in the entry. The sketch is
 * told of them when the entry comes to a head; of the others by the entry coming in, again and
 * again if need be: it knows what is not there.
 *
 * @param <E> the type of entries
 */
final class TinyLfuBooks<E extends Resident> extends Books<E> {

  /** Measured: of 1 to 80 per cent, this one is never far from the best. */
  private static final double WINDOW_SHARE = 0.08;

  /**
   * After holding its place so often in a row an entry goes round: it might owe its frequency to
   * another key with the same hash, and would keep all others waiting.
   */
  private static final int MOST_WINS = 128;

  private final int mainBit;
  private final Fifo<E> window;
  private final Fifo<E> main;
  private final FrequencySketch sketch = new FrequencySketch();
  private int wins;

  TinyLfuBooks(int number, Seats seats) {
    super(number);
    int positionMask = seats.placeMask() >>> 1;
    this.mainBit = positionMask + 1;
    this.window = new Fifo<>(seats.base(number), positionMask);
    this.main = new Fifo<>(seats.base(number) | mainBit, positionMask);
  }

  @Override
  void admit(E entry, boolean roomLeft) {
    window.add(entry);
    sketch.serve(size());
    sketch.add(ReadCount.hashOf(entry), 1);
    for (int moves = 0; roomLeft && moves < 2 && windowIsFull(); moves++) {
      E first = window.first();
      if (first != null) {
        window.remove(first);
        promote(first);
      }
    }
  }

  private boolean windowIsFull() {
    return window.size() > 1
        && window.weight() > WINDOW_SHARE * ((double) window.weight() + main.weight());
  }

  private void promote(E entry) {
    sketch.add(ReadCount.hashOf(entry), ReadCount.readsOf(entry));
    ReadCount.setReads(entry, 0);
    main.add(entry);
  }

  @Override
  void remove(E entry) {
    queueOf(entry).remove(entry);
  }

  private Fifo<E> queueOf(E entry) {
    return (entry.seat() & mainBit) == 0 ? window : main;
  }

  @Override
  @Nullable E choose(int inspections) {
    int left = inspections;
    while (left > 1 && main.size() > 0 && windowIsFull()) {
      E candidate = window.first();
      if (candidate == null) {
        break;
      }
      window.remove(candidate);
      left--;
      if (ReadCount.readsOf(candidate) == 0) {
        return contest(candidate, left);
      }
      promote(candidate);
    }
    E victim = next(left);
    if (victim == null) {
      victim = window.first();
    }
    if (victim != null) {
      remove(victim);
    }
    return victim;
  }

  /** Returns the one that is to go. */
  private E contest(E candidate, int inspections) {
    E holder = next(inspections);
    if (holder == null) {
      return candidate;
    }
    if (sketch.frequency(ReadCount.hashOf(candidate))
        > sketch.frequency(ReadCount.hashOf(holder))) {
      main.remove(holder);
      main.add(candidate);
      wins = 0;
      return holder;
    }
    if (++wins == MOST_WINS) {
      main.rotate();
      wins = 0;
    }
    return candidate;
  }

  /** The entry that is next to go from the main queue, at its head; null if the queue is empty. */
  private @Nullable E next(int inspections) {
    E first = main.first();
    for (int left = inspections; first != null && left > 1; left--) {
      int reads = ReadCount.readsOf(first);
      if (reads == 0) {
        break;
      }
      ReadCount.setReads(first, reads - 1);
      sketch.add(ReadCount.hashOf(first), 1);
      main.rotate();
      first = main.first();
    }
    return first;
  }

  @Override
  void readmit(E entry) {
    main.add(entry);
  }

  @Override
  void reweighed(E entry, int before) {
    queueOf(entry).reweighed((long) entry.weight() - before);
  }

  @Override
  int size() {
    return window.size() + main.size();
  }
}

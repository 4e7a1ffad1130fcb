package dev.lapse.jcache.eviction;

import org.jspecify.annotations.Nullable;

/**
 * A queue of entries, each of which knows its place, so that any of them can leave. Takes 4 to 8
 * bytes an entry where references do. Not safe for use by several threads at once.
 *
 * <p>A ring with holes where entries have left. Positions count on for ever, modulo a power of two
 * that is a multiple of the ring's length; the lower bits of a position are its index.
 *
 * @param <E> the type of entries
 */
final class Fifo<E extends Resident> {

  private static final int SHORTEST = 16;

  private final int seatBase;
  private final int positionMask;
  private @Nullable E[] ring = newRing(SHORTEST);
  private int head;

  /** The number of positions from the head on that are in use, holes among them. */
  private int span;

  private int size;
  private long weight;

  /**
   * Creates an empty queue.
   *
   * @param seatBase what all seats in this queue have in common
   * @param positionMask the lower bits of a seat, which are free to say where
   */
  Fifo(int seatBase, int positionMask) {
    this.seatBase = seatBase;
    this.positionMask = positionMask;
  }

  @SuppressWarnings("unchecked")
  private static <E extends Resident> @Nullable E[] newRing(int length) {
    return (@Nullable E[]) new Resident[length];
  }

  int size() {
    return size;
  }

  long weight() {
    return weight;
  }

  void reweighed(long difference) {
    weight += difference;
  }

  /** Puts an entry at the end, and gives it its seat. */
  void add(E entry) {
    if (size > positionMask) {
      throw new IllegalStateException("A queue of " + size + " entries can take no more");
    }
    if (span == ring.length) {
      rebuild(
          size > ring.length / 2 && ring.length <= positionMask ? 2 * ring.length : ring.length);
    }
    append(entry);
    size++;
    weight += entry.weight();
  }

  private void append(E entry) {
    int position = head + span & positionMask;
    ring[position & ring.length - 1] = entry;
    span++;
    entry.setSeat(seatBase | position);
  }

  /** The entry that has been here longest; null if there is none. */
  @Nullable E first() {
    if (size == 0) {
      return null;
    }
    E first = ring[head & ring.length - 1];
    while (first == null) {
      dropHead();
      first = ring[head & ring.length - 1];
    }
    return first;
  }

  private void dropHead() {
    head = head + 1 & positionMask;
    span--;
  }

  /** Moves the first entry to the end. */
  void rotate() {
    E first = first();
    if (first != null) {
      ring[head & ring.length - 1] = null;
      dropHead();
      append(first);
    }
  }

  /** Takes an entry out that is in this queue. Its seat is left to the caller. */
  void remove(E entry) {
    ring[entry.seat() & positionMask & ring.length - 1] = null;
    size--;
    weight -= entry.weight();
    if (size < ring.length / 8 && ring.length > SHORTEST) {
      rebuild(ring.length / 2);
    }
  }

  /** Leaves the holes out. */
  private void rebuild(int length) {
    @Nullable E[] old = ring;
    int from = head;
    int left = span;
    ring = newRing(length);
    head = 0;
    span = 0;
    for (; left > 0; left--) {
      E entry = old[from++ & old.length - 1];
      if (entry != null) {
        append(entry);
      }
    }
  }
}

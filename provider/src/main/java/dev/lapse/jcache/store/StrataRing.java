package dev.lapse.jcache.store;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One level of one stripe: a ring of slots, those without entries absent. Slots are numbered by
 * their start divided by their width; the numbers in the ring at any time span less than its
 * length, so that a position is never ambiguous between two laps, however long nobody has drawn
 * from it. {@link #farthest} keeps it so.
 *
 * <p>Guarded by the stripe's lock, but for {@link #peek}.
 *
 * @param <K> the type of keys
 */
final class StrataRing<K> {

  final int level;
  private final @Nullable StrataSlot<K>[] slots;
  private final long[] occupied;
  private int count;

  /** The smallest number present, if any is. */
  private long first;

  @SuppressWarnings("unchecked")
  StrataRing(int level) {
    this.level = level;
    int length = StrataGeometry.slots(level);
    this.slots = (StrataSlot<K>[]) new StrataSlot<?>[length];
    this.occupied = new long[length >> 6];
  }

  boolean isEmpty() {
    return count == 0;
  }

  /**
   * The slot with the smallest start, which is the one that opens first too. Not for an empty ring.
   */
  StrataSlot<K> firstSlot() {
    StrataSlot<K> slot = slots[position(first)];
    assert slot != null;
    return slot;
  }

  /**
   * The farthest number that may be added. All numbers present were added when the current one was
   * no greater than now, and so lie below {@code current + length}; together with the bound from
   * {@code first} that keeps the span below the length.
   *
   * @param current the number of the slot that holds the present moment, never smaller than at an
   *     earlier call
   */
  long farthest(long current) {
    return (count == 0 ? current : Math.min(first, current)) + slots.length - 1;
  }

  @Nullable StrataSlot<K> find(long number) {
    StrataSlot<K> slot = slots[position(number)];
    assert slot == null || slot.start == number << StrataGeometry.shift(level);
    return slot;
  }

  /** Without the lock: the slot at a position, or one that was there lately, or null. */
  @Nullable StrataSlot<K> peek(int position) {
    return slots[position];
  }

  StrataSlot<K> findOrAdd(long number) {
    StrataSlot<K> slot = find(number);
    if (slot == null) {
      slot =
          new StrataSlot<>(
              StrataGeometry.id(level, number),
              level,
              number << StrataGeometry.shift(level),
              StrataGeometry.opensAt(level, number));
      int position = position(number);
      slots[position] = slot;
      occupied[position >> 6] |= 1L << position;
      if (count++ == 0 || number < first) {
        first = number;
      }
    }
    return slot;
  }

  /** Drops a slot that has no entry left, and with it its memory. */
  void drop(StrataSlot<K> slot) {
    int position = StrataGeometry.position(slot.id);
    slots[position] = null;
    occupied[position >> 6] &= ~(1L << position);
    if (--count > 0 && slot.start >> StrataGeometry.shift(level) == first) {
      first = after(first);
    }
  }

  /** Has each slot visited, by start; the visitor may drop the slot that it visits. */
  void forEach(Consumer<StrataSlot<K>> visitor) {
    long number = first;
    for (int left = count; left > 0; left--) {
      StrataSlot<K> slot = find(number);
      assert slot != null;
      if (left > 1) {
        number = after(number);
      }
      visitor.accept(slot);
    }
  }

  /**
   * The smallest number present that is greater than the given one; the caller knows that there is
   * one.
   */
  private long after(long number) {
    long candidate = number + 1;
    for (; ; ) {
      long word = occupied[position(candidate) >> 6] >>> candidate;
      if (word != 0) {
        return candidate + Long.numberOfTrailingZeros(word);
      }
      candidate = (candidate | 63) + 1;
    }
  }

  private int position(long number) {
    return (int) number & slots.length - 1;
  }
}

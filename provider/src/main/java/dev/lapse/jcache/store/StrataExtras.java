package dev.lapse.jcache.store;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a stripe that are in no ring: one for entries that are due already when they are
 * linked, and further ones beside slots that are full. There are few of them and seldom any, so
 * they are searched one by one.
 *
 * <p>Guarded by the stripe's lock, but for {@link #peek}.
 *
 * @param <K> the type of keys
 */
final class StrataExtras<K> {

  /** By id, with gaps. */
  private @Nullable StrataSlot<K>[] slots = newArray(1);

  private int count;

  boolean isEmpty() {
    return count == 0;
  }

  /** Without the lock: the slot with this id, or one that was there lately, or null. */
  @Nullable StrataSlot<K> peek(int id) {
    StrataSlot<K>[] present = slots;
    int index = id - StrataGeometry.FIRST_EXTRA_ID;
    return index < present.length ? present[index] : null;
  }

  /**
   * One of this level and start that has room; null where there is none and no id is left for
   * another.
   */
  @Nullable StrataSlot<K> findOrAdd(int level, long start, long opensAt, int capacity) {
    int free = -1;
    for (int index = slots.length - 1; index >= 0; index--) {
      StrataSlot<K> slot = slots[index];
      if (slot == null) {
        free = index;
      } else if (slot.level == level && slot.start == start && slot.size() < capacity) {
        return slot;
      }
    }
    if (free < 0) {
      free = slots.length;
      if (free == StrataGeometry.MAX_EXTRAS) {
        return null;
      }
      slots = Arrays.copyOf(slots, Math.min(free << 1, StrataGeometry.MAX_EXTRAS));
    }
    StrataSlot<K> added =
        new StrataSlot<>(StrataGeometry.FIRST_EXTRA_ID + free, level, start, opensAt);
    slots[free] = added;
    count++;
    return added;
  }

  /** The least {@link StrataSlot#opensAt} of all. */
  long firstOpensAt() {
    long least = Long.MAX_VALUE;
    for (StrataSlot<K> slot : slots) {
      least = slot == null ? least : Math.min(least, slot.opensAt);
    }
    return least;
  }

  /** The least {@link StrataSlot#oldestDue} of all. */
  long oldestDue() {
    StrataSlot<K> first = earliest(Long.MAX_VALUE);
    return first == null ? Long.MAX_VALUE : first.oldestDue();
  }

  /**
   * Among the slots that open by then the one whose entries are due first; null if there is none.
   */
  @Nullable StrataSlot<K> earliest(long opensBy) {
    StrataSlot<K> first = null;
    for (StrataSlot<K> slot : slots) {
      if (slot != null
          && slot.opensAt <= opensBy
          && (first == null || slot.oldestDue() < first.oldestDue())) {
        first = slot;
      }
    }
    return first;
  }

  /** Drops a slot that has no entry left. */
  void drop(StrataSlot<K> slot) {
    slots[slot.id - StrataGeometry.FIRST_EXTRA_ID] = null;
    if (--count == 0) {
      slots = newArray(1);
    }
  }

  /** Has each slot visited, in no order; the visitor may drop the slot that it visits. */
  void forEach(Consumer<StrataSlot<K>> visitor) {
    for (StrataSlot<K> slot : slots) {
      if (slot != null) {
        visitor.accept(slot);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static <K> @Nullable StrataSlot<K>[] newArray(int length) {
    return (StrataSlot<K>[]) new StrataSlot<?>[length];
  }
}

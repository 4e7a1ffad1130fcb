package dev.lapse.jcache.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The references of one slot of one stripe, dense: an array that doubles up to 256, then further
 * arrays of 256, so that growth never copies much under the lock. What is not final is guarded by
 * the stripe's lock.
 *
 * @param <K> the type of keys
 */
final class StrataSlot<K> {

  private static final int CHUNK = 256;
  private static final int CHUNK_BITS = 8;
  private static final int SMALLEST = 2;

  /** See {@link StrataGeometry#id}. */
  final int id;

  /** {@link StrataGeometry#OVERDUE} for one of no level. */
  final int level;

  /** No later than the deadline of any entry in it, in nanoseconds. */
  final long start;

  /** When the reaper may draw from it. */
  final long opensAt;

  private @Nullable StoredEntry<K>[] first = newArray(SMALLEST);
  private @Nullable StoredEntry<K> @Nullable [][] more;
  private int size;

  StrataSlot(int id, int level, long start, long opensAt) {
    this.id = id;
    this.level = level;
    this.start = start;
    this.opensAt = opensAt;
  }

  /** The deadline that an entry in here which is due could have at the earliest. */
  long oldestDue() {
    // A slot of a higher level opens before any of it is due; of level 0, all of it is due then.
    return level <= 0 ? opensAt : start;
  }

  /** Exact for holders of the lock; an estimate for anybody else. */
  int size() {
    return size;
  }

  StoredEntry<K> get(int index) {
    StoredEntry<K> entry = index < CHUNK ? first[index] : chunk(index)[index & CHUNK - 1];
    assert entry != null;
    return entry;
  }

  /** Appends; returns the index. */
  int add(StoredEntry<K> entry) {
    int index = size;
    if (index < CHUNK) {
      if (index == first.length) {
        first = Arrays.copyOf(first, index << 1);
      }
      first[index] = entry;
    } else {
      growTo(index)[index & CHUNK - 1] = entry;
    }
    size = index + 1;
    return index;
  }

  /**
   * Takes the entry at the index out and moves the last one into its stead. The place of the former
   * is left alone.
   */
  StoredEntry<K> remove(int index) {
    StoredEntry<K> removed = get(index);
    int last = size - 1;
    if (index != last) {
      set(index, get(last));
    }
    clear(last);
    size = last;
    return removed;
  }

  /** Exchanges two entries. */
  void swap(int one, int other) {
    if (one != other) {
      StoredEntry<K> moved = get(one);
      set(one, get(other));
      set(other, moved);
    }
  }

  private void set(int index, StoredEntry<K> entry) {
    if (index < CHUNK) {
      first[index] = entry;
    } else {
      chunk(index)[index & CHUNK - 1] = entry;
    }
    entry.setPlacePlain(StrataGeometry.place(StrataGeometry.laneOf(entry.placePlain()), id, index));
  }

  private void clear(int index) {
    if (index < CHUNK) {
      first[index] = null;
    } else {
      chunk(index)[index & CHUNK - 1] = null;
    }
    // The chunk behind goes once this one is half empty, so that an entry coming and going at a
    // border allocates nothing.
    if (more != null && (index & CHUNK - 1) == CHUNK / 2) {
      int behind = index >> CHUNK_BITS;
      if (behind == 0) {
        more = null;
      } else if (behind < more.length) {
        more[behind] = null;
      }
    }
  }

  private @Nullable StoredEntry<K>[] chunk(int index) {
    assert more != null;
    return more[(index >> CHUNK_BITS) - 1];
  }

  private @Nullable StoredEntry<K>[] growTo(int index) {
    int number = (index >> CHUNK_BITS) - 1;
    if (more == null) {
      more = newTable(SMALLEST);
    } else if (number == more.length) {
      more = Arrays.copyOf(more, number << 1);
    }
    if (more[number] == null) {
      more[number] = newArray(CHUNK);
    }
    return more[number];
  }

  @SuppressWarnings("unchecked")
  private static <K> @Nullable StoredEntry<K>[] newArray(int length) {
    return (StoredEntry<K>[]) new StoredEntry<?>[length];
  }

  @SuppressWarnings("unchecked")
  private static <K> @Nullable StoredEntry<K>[][] newTable(int length) {
    return (StoredEntry<K>[][]) new StoredEntry<?>[length][];
  }
}

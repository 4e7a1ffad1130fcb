package dev.lapse.jcache.store;

import dev.lapse.jcache.store.TableSign.Crowd;
import dev.lapse.jcache.store.TableSign.Moved;
import dev.lapse.jcache.store.TableSign.Moving;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * A walk over an {@link EntryTable}, bin by bin of the array that it had at the start. Where a bin
 * has moved, those entries of the other array count that would be in it. For one thread.
 */
final class TableWalk<K> implements Iterator<StoredEntry<K>> {

  private final TableNode<K>[] bins;
  private int nextBin;

  /** Those of the bin before the next one. */
  private final List<StoredEntry<K>> entries = new ArrayList<>();

  private int position;

  TableWalk(TableNode<K>[] bins) {
    this.bins = bins;
  }

  @Override
  public boolean hasNext() {
    while (position == entries.size()) {
      if (nextBin == bins.length) {
        return false;
      }
      entries.clear();
      position = 0;
      collect(bins, nextBin, bins.length - 1, nextBin);
      nextBin++;
    }
    return true;
  }

  @Override
  public StoredEntry<K> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return entries.get(position++);
  }

  /**
   * Adds the entries of a bin whose hash has these lower bits: those of the index in the largest
   * array that has led here.
   */
  private void collect(TableNode<K>[] array, int index, int mask, int bits) {
    TableNode<K> head = EntryTable.bin(array, index);
    if (head != null && !head.isSign()) {
      int before = entries.size();
      for (TableNode<K> node = head; node != null; node = node.next()) {
        add((StoredEntry<K>) node, mask, bits);
      }
      head = EntryTable.bin(array, index);
      if (head == null || !head.isSign()) {
        return;
      }
      entries.subList(before, entries.size()).clear(); // new links may have led astray
    }
    if (head instanceof Moved<K> moved) {
      TableNode<K>[] to = moved.to;
      for (int target = index & to.length - 1; target < to.length; target += array.length) {
        int targetMask = to.length - 1;
        if (((target ^ bits) & mask & targetMask) == 0) {
          boolean finer = targetMask > mask;
          collect(to, target, finer ? targetMask : mask, finer ? target : bits);
        }
      }
    } else if (head instanceof Moving<K> moving) {
      moving.entries.forEach(entry -> add(entry, mask, bits));
    } else if (head instanceof Crowd<K> crowd) {
      crowd.entries.values().forEach(entry -> add(entry, mask, bits));
    }
  }

  private void add(StoredEntry<K> entry, int mask, int bits) {
    if ((entry.hash & mask) == bits) {
      entries.add(entry);
    }
  }
}

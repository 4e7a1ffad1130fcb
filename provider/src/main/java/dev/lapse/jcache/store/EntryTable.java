package dev.lapse.jcache.store;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The entries by key. A {@link ConcurrentHashMap} never gets smaller, so a cache that once held a
 * million entries and holds none any more would keep eight megabytes for ever; this exchanges an
 * empty map for a fresh one.
 *
 * <p>The exchange takes no lock. Whoever adds an entry adds it first and then looks whether an
 * exchange is going on or is over; whoever exchanges says so first and then looks whether there is
 * an entry. So one of both sees the other: the exchange is given up, or the entry is taken out
 * again and added anew. That nobody has seen it meanwhile is up to its {@link
 * dev.lapse.jcache.expiry.Deadline#CLAIMED} deadline.
 *
 * @param <K> the type of keys
 */
final class EntryTable<K> {

  /** A map that never was larger is not worth an exchange. */
  private static final long LEAST_TO_GIVE_BACK = 1 << 12;

  private final long leastToGiveBack;
  private volatile ConcurrentHashMap<K, StoredEntry<K>> map = new ConcurrentHashMap<>();
  private volatile boolean exchanging;

  /** The most entries that the present map was seen with; guarded by this object's monitor. */
  private long largest;

  EntryTable() {
    this(LEAST_TO_GIVE_BACK);
  }

  EntryTable(long leastToGiveBack) {
    this.leastToGiveBack = leastToGiveBack;
  }

  @Nullable StoredEntry<K> get(K key) {
    return map.get(key);
  }

  /**
   * Adds an entry that nobody knows yet and that shows no value.
   *
   * @return false if another entry has the key, or the map is being exchanged: look it up again
   */
  @SuppressWarnings("ReferenceEquality") // the very map
  boolean add(StoredEntry<K> fresh) {
    ConcurrentHashMap<K, StoredEntry<K>> present = map;
    if (present.putIfAbsent(fresh.key, fresh) != null) {
      return false;
    }
    if (exchanging || map != present) {
      present.remove(fresh.key, fresh);
      return false;
    }
    return true;
  }

  /** Takes out this very entry. */
  void remove(StoredEntry<K> entry) {
    map.remove(entry.key, entry);
  }

  /** Weakly consistent. */
  Iterator<StoredEntry<K>> iterator() {
    return map.values().iterator();
  }

  List<K> keys() {
    return new ArrayList<>(map.keySet());
  }

  long size() {
    return map.mappingCount();
  }

  void clear() {
    map.clear();
  }

  /**
   * Exchanges the map if it is empty and has been large. To be called now and then.
   *
   * @param before how many entries the caller saw in it before
   */
  synchronized void giveBackIfEmpty(long before) {
    long size = map.mappingCount();
    largest = Math.max(largest, Math.max(before, size));
    if (size > 0 || largest < leastToGiveBack) {
      return;
    }
    exchanging = true;
    try {
      // The count lags behind; what is in there tells.
      if (!map.values().iterator().hasNext()) {
        map = new ConcurrentHashMap<>();
        largest = 0;
      }
    } finally {
      exchanging = false;
    }
  }
}

package dev.lapse.jcache.store;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Stands in a bin of an {@link EntryTable} in place of a chain. Once there is one, the bin never
 * holds a chain again.
 *
 * @param <K> the type of keys
 */
abstract sealed class TableSign<K> extends TableNode<K> {

  TableSign() {
    super(SIGN);
  }

  /**
   * The chain is being taken apart and put into other bins. What was in it is listed here, so that
   * no reader has to wait. Nothing can be added meanwhile.
   */
  static final class Moving<K> extends TableSign<K> {

    /** In the order of the chain. */
    final List<StoredEntry<K>> entries;

    Moving(List<StoredEntry<K>> entries) {
      this.entries = entries;
    }

    @Nullable StoredEntry<K> find(int hash, K key) {
      for (StoredEntry<K> entry : entries) {
        if (entry.hash == hash && entry.key.equals(key)) {
          return entry;
        }
      }
      return null;
    }
  }

  /** The chain has gone to another array; one sign for all bins of an array. */
  static final class Moved<K> extends TableSign<K> {
    final TableNode<K>[] to;

    Moved(TableNode<K>[] to) {
      this.to = to;
    }
  }

  /**
   * So many keys fell into this bin that a chain would be slow, as their hash codes are poor or
   * chosen by an attacker. The map keeps keys in a tree that can be compared. Changed under the
   * lock of the stripe.
   */
  static final class Crowd<K> extends TableSign<K> {
    final ConcurrentHashMap<K, StoredEntry<K>> entries = new ConcurrentHashMap<>();
  }
}

package dev.lapse.jcache.store;

import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the live entries of a store, which expires the dead ones that it meets. Weakly
 * consistent, for one thread.
 *
 * @param <K> the type of keys
 */
public final class EntryCursor<K> {

  private final EntryStore<K, ?> store;
  private final Iterator<StoredEntry<K>> entries;
  private @Nullable StoredEntry<K> entry;
  private @Nullable Object value;

  EntryCursor(EntryStore<K, ?> store, Iterator<StoredEntry<K>> entries) {
    this.store = store;
    this.entries = entries;
  }

  /**
   * Goes to the next live entry.
   *
   * @return false if there is none
   */
  public boolean advance() {
    while (entries.hasNext()) {
      StoredEntry<K> next = entries.next();
      Object live = store.live(next);
      if (live != null) {
        entry = next;
        value = live;
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the key of the present entry.
   *
   * @return the key as the store holds it
   */
  public K key() {
    return present().key;
  }

  /**
   * Returns the value that was live when the cursor came here.
   *
   * @return the value in stored form
   */
  public Object value() {
    return Objects.requireNonNull(value);
  }

  /** Makes the visit an access, unless the entry has died since. */
  public void touch() {
    store.visit(present(), value());
  }

  private StoredEntry<K> present() {
    return Objects.requireNonNull(entry);
  }
}

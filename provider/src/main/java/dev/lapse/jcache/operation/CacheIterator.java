package dev.lapse.jcache.operation;

import dev.lapse.jcache.store.EntryCursor;
import java.util.Iterator;
import java.util.NoSuchElementException;
import javax.cache.Cache;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the live entries, weakly consistent. {@code next()} is an access and a hit; {@code
 * hasNext()} is neither, and the entry that it found is returned by {@code next()} even if its
 * deadline has passed in between.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class CacheIterator<K, V> implements Iterator<Cache.Entry<K, V>> {

  private final CacheContext<K, V> context;
  private final WriteVerbs<K, V> writes;
  private final Runnable openCheck;
  private final EntryCursor<K> cursor;
  private boolean ahead;
  private @Nullable K returned;

  /**
   * Starts a walk.
   *
   * @param context what to work on
   * @param writes for {@code remove()}
   * @param openCheck throws if the cache is closed
   */
  public CacheIterator(CacheContext<K, V> context, WriteVerbs<K, V> writes, Runnable openCheck) {
    this.context = context;
    this.writes = writes;
    this.openCheck = openCheck;
    this.cursor = context.store().cursor();
  }

  @Override
  public boolean hasNext() {
    openCheck.run();
    if (!ahead) {
      ahead = cursor.advance();
    }
    return ahead;
  }

  @Override
  public Cache.Entry<K, V> next() {
    if (!hasNext()) {
      throw new NoSuchElementException(
          "Cache " + context.cacheName() + ": the iterator has no more entries");
    }
    ahead = false;
    returned = cursor.key();
    Cache.Entry<K, V> entry =
        new LapseEntry<>(
            context.boundary().keyOut(cursor.key()), context.boundary().valueOut(cursor.value()));
    cursor.touch();
    context.statistics().get().recordHits(1);
    return entry;
  }

  @Override
  public void remove() {
    openCheck.run();
    K key = returned;
    if (key == null) {
      throw new IllegalStateException(
          "Cache "
              + context.cacheName()
              + ": remove() needs a next() before it, and works once for each");
    }
    returned = null;
    writes.remove(key);
  }
}

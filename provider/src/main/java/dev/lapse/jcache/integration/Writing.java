package dev.lapse.jcache.integration;

import java.util.Collection;
import javax.cache.Cache;
import javax.cache.integration.CacheWriter;
import javax.cache.integration.CacheWriterException;

/**
 * The user's {@link CacheWriter}. Whatever it throws, errors included, arrives as a {@link
 * CacheWriterException} with the cause (JSR-107 1.1.1, {@code CacheWriter}); an exception of that
 * type passes unwrapped.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class Writing<K, V> {

  private final CacheWriter<? super K, ? super V> writer;
  private final String cacheName;

  private interface Call {
    void run();
  }

  /**
   * Wraps a writer.
   *
   * @param writer the user's
   * @param cacheName for messages
   */
  public Writing(CacheWriter<? super K, ? super V> writer, String cacheName) {
    this.writer = writer;
    this.cacheName = cacheName;
  }

  /**
   * Writes one entry.
   *
   * @param entry the entry
   * @throws CacheWriterException if the writer failed
   */
  public void write(Cache.Entry<K, V> entry) {
    call("write of key " + entry.getKey(), () -> writer.write(entry));
  }

  /**
   * Writes many entries.
   *
   * @param entries a collection that the writer may change: if it fails, what it has written is no
   *     longer in there
   * @throws CacheWriterException if the writer failed
   */
  public void writeAll(Collection<Cache.Entry<? extends K, ? extends V>> entries) {
    call("writeAll", () -> writeAllTo(writer, entries));
  }

  @SuppressWarnings({
    "unchecked",
    "rawtypes"
  }) // CacheWriter<? super K, ? super V> takes entries of K and V
  private static void writeAllTo(CacheWriter writer, Collection<?> entries) {
    writer.writeAll(entries);
  }

  /**
   * Deletes one key.
   *
   * @param key the key
   * @throws CacheWriterException if the writer failed
   */
  public void delete(K key) {
    call("delete of key " + key, () -> writer.delete(key));
  }

  /**
   * Deletes many keys.
   *
   * @param keys a collection that the writer may change: if it fails, what it has deleted is no
   *     longer in there
   * @throws CacheWriterException if the writer failed
   */
  public void deleteAll(Collection<K> keys) {
    call("deleteAll", () -> writer.deleteAll(keys));
  }

  private void call(String what, Call call) {
    try {
      call.run();
    } catch (CacheWriterException e) {
      throw e;
    } catch (Throwable e) {
      throw new CacheWriterException(
          "Cache "
              + cacheName
              + ": "
              + what
              + " failed in "
              + writer.getClass().getName()
              + ": "
              + e,
          e);
    }
  }
}

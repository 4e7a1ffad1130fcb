package dev.lapse.benchmarks.subject;

import org.jspecify.annotations.Nullable;

/** One cache under measurement. Keys are integers. */
public interface Subject extends AutoCloseable {

  /**
   * Reads.
   *
   * @param key the key
   * @return its value, or null if there is no live one
   */
  @Nullable Object get(Integer key);

  /**
   * Stores.
   *
   * @param key the key
   * @param value its value
   */
  void put(Integer key, Object value);

  /**
   * Stores if there is none.
   *
   * @param key the key
   * @param value its value
   * @return whether it was stored
   */
  boolean putIfAbsent(Integer key, Object value);

  /**
   * Removes and returns.
   *
   * @param key the key
   * @return the value that was there, or null
   */
  @Nullable Object getAndRemove(Integer key);

  /**
   * Removes.
   *
   * @param key the key
   * @return whether there was one
   */
  boolean remove(Integer key);

  /**
   * Adds one to a value that is an {@code Integer}, atomically.
   *
   * @param key the key of an entry that is there
   */
  void increment(Integer key);

  @Override
  void close();
}

package dev.lapse.jcache.suite;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.cache.Cache;
import javax.cache.integration.CacheWriter;

/**
 * A store behind the cache that keeps what is written, writes down each call, and fails for the
 * keys it is told to.
 */
final class RecordingWriter<K, V> implements CacheWriter<K, V> {

  volatile Predicate<Object> failsFor = key -> false;
  volatile Supplier<? extends Throwable> failure =
      () -> new IllegalStateException("the store is down");
  final Map<Object, Object> stored = new ConcurrentHashMap<>();
  private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  @Override
  public void write(Cache.Entry<? extends K, ? extends V> entry) {
    calls.add("write " + entry.getKey() + "=" + entry.getValue());
    failIfTold(entry.getKey());
    stored.put(entry.getKey(), entry.getValue());
  }

  @Override
  public void writeAll(Collection<Cache.Entry<? extends K, ? extends V>> entries) {
    calls.add(
        "writeAll " + sorted(entries.stream().map(e -> e.getKey() + "=" + e.getValue()).toList()));
    boolean failed = entries.stream().anyMatch(entry -> failsFor.test(entry.getKey()));
    entries.removeIf(
        entry -> {
          if (failsFor.test(entry.getKey())) {
            return false;
          }
          stored.put(entry.getKey(), entry.getValue());
          return true;
        });
    if (failed) {
      throw unchecked(failure.get());
    }
  }

  @Override
  public void delete(Object key) {
    calls.add("delete " + key);
    failIfTold(key);
    stored.remove(key);
  }

  @Override
  public void deleteAll(Collection<?> keys) {
    calls.add("deleteAll " + sorted(keys));
    boolean failed = keys.stream().anyMatch(failsFor);
    keys.removeIf(
        key -> {
          if (failsFor.test(key)) {
            return false;
          }
          stored.remove(key);
          return true;
        });
    if (failed) {
      throw unchecked(failure.get());
    }
  }

  private void failIfTold(Object key) {
    if (failsFor.test(key)) {
      throw unchecked(failure.get());
    }
  }

  private static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }

  private static Collection<String> sorted(Collection<?> items) {
    Collection<String> texts = new TreeSet<>();
    items.forEach(item -> texts.add(String.valueOf(item)));
    return texts;
  }

  /** Since the last call of {@link #forget()}, in order; the parts of a bulk call are sorted. */
  List<String> calls() {
    synchronized (calls) {
      return List.copyOf(calls);
    }
  }

  void forget() {
    calls.clear();
  }
}

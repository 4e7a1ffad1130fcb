package dev.lapse.jcache.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.cache.integration.CacheLoader;

/** A loader over a function, which writes down each key that it was asked for. */
final class RecordingLoader<K, V> implements CacheLoader<K, V> {

  volatile Function<? super K, ? extends V> source;
  private final List<K> loaded = Collections.synchronizedList(new ArrayList<>());

  RecordingLoader(Function<? super K, ? extends V> source) {
    this.source = source;
  }

  @Override
  public V load(K key) {
    loaded.add(key);
    return source.apply(key);
  }

  @Override
  public Map<K, V> loadAll(Iterable<? extends K> keys) {
    Map<K, V> found = new HashMap<>();
    for (K key : keys) {
      V value = load(key);
      if (value != null) {
        found.put(key, value);
      }
    }
    return found;
  }

  /** The keys asked for since the last call of {@link #forget()}, in order. */
  List<K> loaded() {
    synchronized (loaded) {
      return List.copyOf(loaded);
    }
  }

  void forget() {
    loaded.clear();
  }
}

package dev.lapse.benchmarks.throughput;

import java.util.concurrent.atomic.LongAdder;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryRemovedListener;

/** A listener that costs next to nothing. */
final class EventCounter
    implements CacheEntryCreatedListener<Integer, Object>,
        CacheEntryRemovedListener<Integer, Object> {

  private static final LongAdder DELIVERED = new LongAdder();

  static CacheEntryListenerConfiguration<Integer, Object> configuration(boolean synchronous) {
    return new MutableCacheEntryListenerConfiguration<>(
        EventCounter::new, null, false, synchronous);
  }

  static long delivered() {
    return DELIVERED.sum();
  }

  @Override
  public void onCreated(Iterable<CacheEntryEvent<? extends Integer, ? extends Object>> events) {
    count(events);
  }

  @Override
  public void onRemoved(Iterable<CacheEntryEvent<? extends Integer, ? extends Object>> events) {
    count(events);
  }

  private static void count(Iterable<CacheEntryEvent<? extends Integer, ? extends Object>> events) {
    long count = 0;
    for (CacheEntryEvent<? extends Integer, ? extends Object> event : events) {
      count += event.getKey() == null ? 0 : 1;
    }
    DELIVERED.add(count);
  }
}

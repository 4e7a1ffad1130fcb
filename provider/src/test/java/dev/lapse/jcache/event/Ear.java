package dev.lapse.jcache.event;

import java.io.Closeable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.event.CacheEntryRemovedListener;
import javax.cache.event.CacheEntryUpdatedListener;

/**
 * A listener of all four kinds that hands each event to a function, and counts how often it is
 * closed.
 */
final class Ear
    implements CacheEntryCreatedListener<String, Integer>,
        CacheEntryUpdatedListener<String, Integer>,
        CacheEntryRemovedListener<String, Integer>,
        CacheEntryExpiredListener<String, Integer>,
        Closeable {

  final AtomicInteger closed = new AtomicInteger();
  private final Consumer<CacheEntryEvent<? extends String, ? extends Integer>> heard;

  Ear(Consumer<CacheEntryEvent<? extends String, ? extends Integer>> heard) {
    this.heard = heard;
  }

  MutableCacheEntryListenerConfiguration<String, Integer> synchronous() {
    return new MutableCacheEntryListenerConfiguration<>(() -> this, null, true, true);
  }

  MutableCacheEntryListenerConfiguration<String, Integer> asynchronous() {
    return new MutableCacheEntryListenerConfiguration<>(() -> this, null, true, false);
  }

  MutableCacheEntryListenerConfiguration<String, Integer> listening(boolean synchronously) {
    return synchronously ? synchronous() : asynchronous();
  }

  @Override
  public void onCreated(Iterable<CacheEntryEvent<? extends String, ? extends Integer>> events) {
    events.forEach(heard);
  }

  @Override
  public void onUpdated(Iterable<CacheEntryEvent<? extends String, ? extends Integer>> events) {
    events.forEach(heard);
  }

  @Override
  public void onRemoved(Iterable<CacheEntryEvent<? extends String, ? extends Integer>> events) {
    events.forEach(heard);
  }

  @Override
  public void onExpired(Iterable<CacheEntryEvent<? extends String, ? extends Integer>> events) {
    events.forEach(heard);
  }

  @Override
  public void close() {
    closed.incrementAndGet();
  }
}

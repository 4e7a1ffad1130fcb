package dev.lapse.benchmarks.subject;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Caffeine's own cache, with a variable expiry, as its JCache module has it. */
final class CaffeineSubject implements Subject {

  /** As the expiry policies of JCache have it. */
  private record Policy(Lifetime lifetime, long nanosToLive) implements Expiry<Integer, Object> {

    @Override
    public long expireAfterCreate(Integer key, Object value, long now) {
      return nanosToLive;
    }

    @Override
    public long expireAfterUpdate(Integer key, Object value, long now, long remaining) {
      return lifetime == Lifetime.CREATED ? remaining : nanosToLive;
    }

    @Override
    public long expireAfterRead(Integer key, Object value, long now, long remaining) {
      return lifetime == Lifetime.TOUCHED ? nanosToLive : remaining;
    }
  }

  private final Cache<Integer, Object> cache;

  CaffeineSubject(Terms terms) {
    Caffeine<Object, Object> builder = Caffeine.newBuilder();
    if (terms.statistics()) {
      builder.recordStats();
    }
    if (terms.prompt()) {
      builder.scheduler(Scheduler.systemScheduler());
    }
    cache =
        terms.lifetime() == Lifetime.ETERNAL
            ? builder.build()
            : builder
                .expireAfter(
                    new Policy(
                        terms.lifetime(), TimeUnit.MILLISECONDS.toNanos(terms.timeToLiveMillis())))
                .build();
  }

  @Override
  public @Nullable Object get(Integer key) {
    return cache.getIfPresent(key);
  }

  @Override
  public void put(Integer key, Object value) {
    cache.put(key, value);
  }

  @Override
  public boolean putIfAbsent(Integer key, Object value) {
    return cache.asMap().putIfAbsent(key, value) == null;
  }

  @Override
  public @Nullable Object getAndRemove(Integer key) {
    return cache.asMap().remove(key);
  }

  @Override
  public boolean remove(Integer key) {
    return cache.asMap().remove(key) != null;
  }

  @Override
  public void increment(Integer key) {
    cache.asMap().computeIfPresent(key, (k, value) -> (Integer) value + 1);
  }

  @Override
  public void close() {
    cache.invalidateAll();
  }
}

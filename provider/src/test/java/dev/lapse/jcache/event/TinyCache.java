package dev.lapse.jcache.event;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import javax.cache.Cache;
import org.jspecify.annotations.Nullable;

/**
 * As little of a cache as publishes events: one lock for each key, events published under it,
 * delivered outside.
 */
final class TinyCache implements EventSource<String, Integer> {

  static final String NAME = "cache \"tiny\" of manager \"test\"";

  final EventDispatcher<String, Integer> events;
  private final Map<String, Object> locks = new ConcurrentHashMap<>();
  private final Map<String, Integer> values = new ConcurrentHashMap<>();
  private final Cache<String, Integer> facade = facade();

  TinyCache(Executor workers) {
    this(workers, 1000);
  }

  TinyCache(Executor workers, int bound) {
    events = new EventDispatcher<>(this, workers, bound);
  }

  @SuppressWarnings("unchecked")
  private static Cache<String, Integer> facade() {
    return (Cache<String, Integer>)
        Proxy.newProxyInstance(
            TinyCache.class.getClassLoader(),
            new Class<?>[] {Cache.class},
            (proxy, method, arguments) -> "tiny");
  }

  void put(String key, int value) {
    complete(putWithoutDelivery(null, key, value));
  }

  /**
   * The step of a put alone, as within a bulk operation or for a thread that is slow to come back.
   */
  @Nullable Deliveries putWithoutDelivery(@Nullable Deliveries pending, String key, int value) {
    synchronized (lock(key)) {
      Integer old = values.put(key, value);
      return publish(pending, old == null ? Happening.CREATED : Happening.UPDATED, key, value, old);
    }
  }

  private @Nullable Deliveries publish(
      @Nullable Deliveries pending,
      Happening happening,
      String key,
      @Nullable Integer value,
      @Nullable Integer old) {
    if (pending == null && !events.hasSynchronousListeners()) {
      events.publishUnattended(happening, key, value, old);
      return null;
    }
    Deliveries operation = pending == null ? new Deliveries() : pending;
    events.publish(operation, happening, key, value, old);
    return operation;
  }

  boolean remove(String key) {
    Integer old;
    Deliveries pending = null;
    synchronized (lock(key)) {
      old = values.remove(key);
      if (old != null) {
        pending = publish(null, Happening.REMOVED, key, null, old);
      }
    }
    complete(pending);
    return old != null;
  }

  /** As the reaper does it. */
  boolean expire(String key) {
    synchronized (lock(key)) {
      Integer old = values.remove(key);
      if (old != null) {
        events.publishUnattended(Happening.EXPIRED, key, null, old);
      }
      return old != null;
    }
  }

  @Nullable Integer get(String key) {
    return values.get(key);
  }

  private Object lock(String key) {
    return locks.computeIfAbsent(key, unused -> new Object());
  }

  private static void complete(@Nullable Deliveries pending) {
    if (pending != null) {
      pending.complete();
    }
  }

  @Override
  public Cache<String, Integer> cache() {
    return facade;
  }

  @Override
  public String describe() {
    return NAME;
  }

  @Override
  public String keyOut(String stored) {
    return stored;
  }

  @Override
  public Integer valueOut(Object stored) {
    return (Integer) stored;
  }
}

package dev.lapse.jcache;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpireCondition;
import dev.lapse.jcache.expiry.ExpiringCache;
import dev.lapse.jcache.expiry.Lifetime;
import dev.lapse.jcache.management.CacheBeans.Subject;
import dev.lapse.jcache.operation.CacheIterator;
import dev.lapse.jcache.operation.CheckedTypes;
import dev.lapse.jcache.operation.ProcessorVerbs;
import dev.lapse.jcache.operation.ReadVerbs;
import dev.lapse.jcache.operation.WriteVerbs;
import dev.lapse.jcache.stats.CacheCounters;
import dev.lapse.jcache.stats.Occupancy;
import dev.lapse.jcache.store.EntryStore;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.cache.CacheManager;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.Configuration;
import javax.cache.integration.CompletionListener;
import javax.cache.processor.EntryProcessor;
import javax.cache.processor.EntryProcessorException;
import javax.cache.processor.EntryProcessorResult;
import org.jspecify.annotations.Nullable;

/**
 * A cache: checks that it is open and that its arguments are there and of the configured types,
 * then makes one call.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class LapseCache<K, V> implements ExpiringCache<K, V> {

  private static final String EXPIRATION = "the expiration";

  private final LapseCacheManager manager;
  private final String name;
  private final CheckedTypes<K, V> types;
  private final Class<K> keyType;
  private final Class<V> valueType;
  private final CacheParts<K, V> parts;

  // The parts of nearly every call, without the way through the others.
  private final ReadVerbs<K, V> reads;
  private final WriteVerbs<K, V> writes;
  private final ProcessorVerbs<K, V> processors;

  private volatile LapseConfiguration<K, V> configuration;
  private final EntryStore<K, V> store;
  private final boolean valuesAreShared;
  private volatile boolean closed;

  /** What the switch of the statistics says, held here since nothing is asked more often. */
  private volatile CacheCounters counters;

  LapseCache(
      LapseCacheManager manager,
      String name,
      LapseConfiguration<K, V> configuration,
      CacheParts<K, V> parts) {
    this.manager = manager;
    this.name = name;
    this.configuration = configuration;
    this.parts = parts;
    this.types = parts.context().types();
    this.keyType = types.keyType();
    this.valueType = types.valueType();
    this.counters = parts.statistics().get();
    this.store = parts.context().store();
    this.valuesAreShared = parts.context().boundary().sharesValues();
    this.reads = parts.reads();
    this.writes = parts.writes();
    this.processors = parts.processors();
  }

  /**
   * {@inheritDoc}
   *
   * <p>A hit of which nothing is counted or copied is answered from here: each further object on
   * the way to the entry is one more to be fetched from memory, where all else of a read is a few
   * loads.
   */
  @Override
  @SuppressWarnings("unchecked") // a value that is shared is its own stored form
  public @Nullable V get(K key) {
    requireOpen();
    CacheCounters current = counters;
    if (!valuesAreShared || current.enabled()) {
      return reads.get(key(key), current);
    }
    Object stored = store.read(key(key));
    return stored == null ? reads.missed(key) : (V) stored;
  }

  @Override
  public Map<K, V> getAll(Set<? extends K> keys) {
    requireOpen();
    return reads.getAll(keys(keys));
  }

  @Override
  public boolean containsKey(K key) {
    requireOpen();
    return reads.containsKey(key(key));
  }

  @Override
  public void loadAll(
      Set<? extends K> keys, boolean replaceExistingValues, @Nullable CompletionListener listener) {
    requireOpen();
    parts.loads().loadAll(keys(keys), replaceExistingValues, listener);
  }

  @Override
  public void put(K key, V value) {
    requireOpen();
    writes.put(key(key), value(value));
  }

  @Override
  public @Nullable V getAndPut(K key, V value) {
    requireOpen();
    return writes.getAndPut(key(key), value(value), null);
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> map) {
    requireOpen();
    Map<K, V> copy = new LinkedHashMap<>();
    present(map, "the map").forEach((key, value) -> copy.put(key(key), value(value)));
    parts.bulks().putAll(copy);
  }

  @Override
  public boolean putIfAbsent(K key, V value) {
    requireOpen();
    return writes.putIfAbsent(key(key), value(value), null);
  }

  @Override
  public void put(K key, V value, Expiration expiration) {
    requireOpen();
    writes.put(key(key), value(value), present(expiration, EXPIRATION));
  }

  @Override
  public @Nullable V getAndPut(K key, V value, Expiration expiration) {
    requireOpen();
    return writes.getAndPut(key(key), value(value), present(expiration, EXPIRATION));
  }

  @Override
  public boolean putIfAbsent(K key, V value, Expiration expiration) {
    requireOpen();
    return writes.putIfAbsent(key(key), value(value), present(expiration, EXPIRATION));
  }

  @Override
  public boolean replace(K key, V value, Expiration expiration) {
    requireOpen();
    return writes.replace(key(key), value(value), present(expiration, EXPIRATION));
  }

  @Override
  public @Nullable V getAndReplace(K key, V value, Expiration expiration) {
    requireOpen();
    return writes.getAndReplace(key(key), value(value), present(expiration, EXPIRATION));
  }

  @Override
  public @Nullable V getAndExpire(K key, Expiration expiration) {
    requireOpen();
    return reads.getAndExpire(key(key), present(expiration, EXPIRATION));
  }

  @Override
  public boolean expire(K key, Expiration expiration, ExpireCondition... conditions) {
    requireOpen();
    return writes.expire(
        key(key), present(expiration, EXPIRATION), ExpireCondition.together(conditions));
  }

  @Override
  public Lifetime lifetime(K key) {
    requireOpen();
    return reads.lifetime(key(key));
  }

  @Override
  public boolean remove(K key) {
    requireOpen();
    return writes.remove(key(key));
  }

  @Override
  public boolean remove(K key, V oldValue) {
    requireOpen();
    return writes.remove(key(key), value(oldValue));
  }

  @Override
  public @Nullable V getAndRemove(K key) {
    requireOpen();
    return writes.getAndRemove(key(key));
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    requireOpen();
    return writes.replaceEqual(key(key), value(oldValue), value(newValue));
  }

  @Override
  public boolean replace(K key, V value) {
    requireOpen();
    return writes.replace(key(key), value(value), null);
  }

  @Override
  public @Nullable V getAndReplace(K key, V value) {
    requireOpen();
    return writes.getAndReplace(key(key), value(value), null);
  }

  @Override
  public void removeAll(Set<? extends K> keys) {
    requireOpen();
    parts.bulks().removeAll(keys(keys));
  }

  @Override
  public void removeAll() {
    requireOpen();
    parts.bulks().removeAll();
  }

  @Override
  public void clear() {
    requireOpen();
    parts.bulks().clear();
  }

  @Override
  public <C extends Configuration<K, V>> C getConfiguration(Class<C> type) {
    if (type.isInstance(configuration)) {
      return type.cast(configuration);
    }
    throw new IllegalArgumentException(
        this
            + ": its configuration is no "
            + type.getName()
            + " but a "
            + LapseConfiguration.class.getName()
            + ", which is a CompleteConfiguration and cannot be changed");
  }

  @Override
  public <T> @Nullable T invoke(K key, EntryProcessor<K, V, T> entryProcessor, Object... arguments)
      throws EntryProcessorException {
    requireOpen();
    return processors.invoke(key(key), present(entryProcessor, "the entry processor"), arguments);
  }

  @Override
  public <T> Map<K, EntryProcessorResult<T>> invokeAll(
      Set<? extends K> keys, EntryProcessor<K, V, T> entryProcessor, Object... arguments) {
    requireOpen();
    return processors.invokeAll(
        keys(keys), present(entryProcessor, "the entry processor"), arguments);
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public CacheManager getCacheManager() {
    return manager;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Events that no listener has been told of yet are delivered for a short while; what is left
   * then is dropped, and the log says how many. A customisation that throws when it is closed is
   * logged, and the others are closed all the same.
   */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    manager.release(this);
    parts.close();
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Besides this class itself, and so {@link ExpiringCache}: {@link
   * javax.cache.management.CacheStatisticsMXBean} and {@link javax.cache.management.CacheMXBean}
   * and {@link dev.lapse.jcache.eviction.OccupancyMXBean}, the figures and settings that the
   * management beans show, whether those are registered or not.
   */
  @Override
  public <T> T unwrap(Class<T> type) {
    return parts.unwrap(this, type);
  }

  @Override
  public void registerCacheEntryListener(CacheEntryListenerConfiguration<K, V> listener) {
    requireOpen();
    parts.events().register(present(listener, "the listener configuration"));
    synchronized (this) {
      List<CacheEntryListenerConfiguration<K, V>> all = listeners();
      all.add(listener);
      configuration = configuration.withListeners(all);
    }
  }

  @Override
  public void deregisterCacheEntryListener(CacheEntryListenerConfiguration<K, V> listener) {
    requireOpen();
    if (parts.events().deregister(present(listener, "the listener configuration"))) {
      synchronized (this) {
        List<CacheEntryListenerConfiguration<K, V>> all = listeners();
        all.remove(listener);
        configuration = configuration.withListeners(all);
      }
    }
  }

  private List<CacheEntryListenerConfiguration<K, V>> listeners() {
    List<CacheEntryListenerConfiguration<K, V>> all = new ArrayList<>();
    configuration.getCacheEntryListenerConfigurations().forEach(all::add);
    return all;
  }

  @Override
  public Iterator<Entry<K, V>> iterator() {
    requireOpen();
    return new CacheIterator<>(parts.context(), writes, this::requireOpen);
  }

  Occupancy occupancy() {
    return store.occupancy();
  }

  LapseConfiguration<K, V> configuration() {
    return configuration;
  }

  /** Shows or hides a bean; for statistics also starts or stops the counting. */
  void enable(Subject subject, boolean enabled) {
    synchronized (this) {
      requireOpen();
      if (subject == Subject.STATISTICS) {
        configuration = configuration.withStatisticsEnabled(enabled);
        parts.statistics().enable(enabled);
        counters = parts.statistics().get();
      } else {
        configuration = configuration.withManagementEnabled(enabled);
      }
      show(subject, enabled);
      if (subject == Subject.STATISTICS) {
        show(Subject.OCCUPANCY, enabled);
      }
    }
  }

  private void show(Subject subject, boolean shown) {
    if (shown) {
      parts.beans().show(subject);
    } else {
      parts.beans().hide(subject);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          this
              + " is closed: it was closed or destroyed itself, or with its manager, which frameworks do when they shut down."
              + " Get an open one by CacheManager.getCache or createCache, and let nobody close a manager that others use.");
    }
  }

  private K key(@Nullable K key) {
    return key != null && CheckedTypes.admits(keyType, key) ? key : types.key(key);
  }

  private V value(@Nullable V value) {
    return value != null && CheckedTypes.admits(valueType, value) ? value : types.value(value);
  }

  private <T> T present(@Nullable T argument, String what) {
    if (argument == null) {
      throw new NullPointerException(this + ": " + what + " is null");
    }
    return argument;
  }

  /** A copy, made by nothing but iteration, as some sets refuse to be asked for null. */
  private Set<K> keys(@Nullable Set<? extends K> keys) {
    Set<K> copy = new LinkedHashSet<>();
    for (K key : present(keys, "the set of keys")) {
      copy.add(key(key));
    }
    return copy;
  }

  @Override
  public String toString() {
    return "cache " + name + " of " + manager;
  }
}

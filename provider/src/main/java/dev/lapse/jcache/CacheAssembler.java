package dev.lapse.jcache;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.copy.Boundary;
import dev.lapse.jcache.copy.Copier;
import dev.lapse.jcache.event.EventDispatcher;
import dev.lapse.jcache.eviction.BoundSettings;
import dev.lapse.jcache.eviction.BoundSettings.NoneVolatile;
import dev.lapse.jcache.eviction.EvictionPolicy;
import dev.lapse.jcache.eviction.Weigher;
import dev.lapse.jcache.expiry.EntryExpiry;
import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpiryRules;
import dev.lapse.jcache.expiry.Jitter;
import dev.lapse.jcache.integration.Loading;
import dev.lapse.jcache.integration.Writing;
import dev.lapse.jcache.management.CacheBeans;
import dev.lapse.jcache.management.CacheBeans.Subject;
import dev.lapse.jcache.management.LapseCacheMXBean;
import dev.lapse.jcache.management.LapseCacheStatisticsMXBean;
import dev.lapse.jcache.management.OccupancyBean;
import dev.lapse.jcache.operation.BulkVerbs;
import dev.lapse.jcache.operation.CacheContext;
import dev.lapse.jcache.operation.CheckedTypes;
import dev.lapse.jcache.operation.EarlyRefresh;
import dev.lapse.jcache.operation.LoadAllVerb;
import dev.lapse.jcache.operation.ProcessorVerbs;
import dev.lapse.jcache.operation.ReadVerbs;
import dev.lapse.jcache.operation.WriteVerbs;
import dev.lapse.jcache.stats.CacheCounters;
import dev.lapse.jcache.stats.StatisticsSwitch;
import dev.lapse.jcache.store.BoundSetup;
import dev.lapse.jcache.store.EntryStore;
import dev.lapse.jcache.store.Expirable;
import dev.lapse.jcache.store.StaleShelf;
import dev.lapse.jcache.store.StoreSetup;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.cache.expiry.EternalExpiryPolicy;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.integration.CacheLoader;
import javax.cache.integration.CacheWriter;
import org.jspecify.annotations.Nullable;

/**
 * The only place that knows which parts a cache has and how they are wired. One for each manager.
 */
final class CacheAssembler {

  private final LapseCacheManager manager;
  private final Supplier<ClassLoader> classLoader;
  private final SharedParts shared;

  CacheAssembler(LapseCacheManager manager, Supplier<ClassLoader> classLoader, SharedParts shared) {
    this.manager = manager;
    this.classLoader = classLoader;
    this.shared = shared;
  }

  /**
   * Makes a cache. Where a customisation cannot be made, what was made before is closed again, and
   * nothing is left.
   */
  <K, V> LapseCache<K, V> assemble(String name, LapseConfiguration<K, V> configuration) {
    String description = name + " of " + manager;
    Customisations customisations = new Customisations(description);
    CacheSource<K, V> source =
        new CacheSource<>("cache " + description, boundary("Cache " + description, configuration));
    EventDispatcher<K, V> events =
        new EventDispatcher<>(source, shared.workers(), shared.settings().eventsBound());
    try {
      return assemble(name, configuration, customisations, source, events);
    } catch (Throwable e) {
      events.close(Duration.ZERO);
      customisations.close();
      throw e;
    }
  }

  private <K, V> LapseCache<K, V> assemble(
      String name,
      LapseConfiguration<K, V> configuration,
      Customisations customisations,
      CacheSource<K, V> source,
      EventDispatcher<K, V> events) {
    String description = name + " of " + manager;
    ExpiryRules<K> rules = rules(configuration, customisations, source.boundary(), description);
    CacheLoader<K, V> loader =
        customisations.makeIfSet("cache loader", configuration.getCacheLoaderFactory());
    CacheWriter<? super K, ? super V> writer =
        customisations.makeIfSet("cache writer", configuration.getCacheWriterFactory());
    configuration.getCacheEntryListenerConfigurations().forEach(events::register);

    StatisticsSwitch statistics = new StatisticsSwitch(configuration.isStatisticsEnabled());
    StaleShelf<K> stale = staleShelf(description, configuration, source);
    EntryStore<K, V> store =
        new EntryStore<>(
            new StoreSetup<>(
                description,
                rules,
                shared.clock(),
                events,
                source.boundary()::keyIn,
                shared.reaper()::wakeFor,
                boundSetup(configuration, source.boundary(), statistics),
                stale));
    Loading<K, V> loading = loader == null ? null : new Loading<>(loader, description);
    CacheContext<K, V> context =
        new CacheContext<>(
            description,
            new CheckedTypes<>(
                description, configuration.getKeyType(), configuration.getValueType()),
            store,
            source.boundary(),
            statistics,
            shared.clock(),
            loading,
            configuration.isReadThrough(),
            writer == null || !configuration.isWriteThrough()
                ? null
                : new Writing<>(writer, description),
            shared.workers());
    if (loading != null && configuration.getEarlyRefresh() > 0) {
      store.watchDeadlines(
          new EarlyRefresh<>(
              context,
              loading,
              configuration.getEarlyRefresh(),
              shared.chance(),
              () -> source.cache().isClosed()));
    }
    LapseCacheMXBean settingsBean = new LapseCacheMXBean(() -> source.cache().configuration());
    LapseCacheStatisticsMXBean statisticsBean = new LapseCacheStatisticsMXBean(statistics::counted);
    OccupancyBean occupancyBean =
        new OccupancyBean(() -> source.cache().occupancy(), configuration);
    CacheBeans beans =
        new CacheBeans(
            ManagementFactory::getPlatformMBeanServer,
            manager.getURI(),
            classLoader.get(),
            name,
            settingsBean,
            statisticsBean,
            occupancyBean);
    CacheParts<K, V> parts =
        new CacheParts<>(
            context,
            new ReadVerbs<>(context),
            new WriteVerbs<>(context),
            new BulkVerbs<>(context),
            new ProcessorVerbs<>(context),
            new LoadAllVerb<>(context, () -> source.cache().isClosed()),
            events,
            statistics,
            beans,
            settingsBean,
            statisticsBean,
            occupancyBean,
            customisations,
            () -> expirables(store, stale).forEach(shared.reaper()::deregister));
    LapseCache<K, V> cache = new LapseCache<>(manager, name, configuration, parts);
    source.bind(cache);
    show(beans, configuration);
    events.whenCaughtUp(shared.reaper()::wake);
    expirables(store, stale).forEach(shared.reaper()::register);
    return cache;
  }

  private static List<Expirable> expirables(EntryStore<?, ?> store, @Nullable StaleShelf<?> stale) {
    return stale == null
        ? List.of(store.expirable())
        : List.of(store.expirable(), stale.expirable());
  }

  private <K, V> ExpiryRules<K> rules(
      LapseConfiguration<K, V> configuration,
      Customisations customisations,
      Boundary<K, V> boundary,
      String description) {
    double share = configuration.getExpiryJitter();
    Jitter jitter = share == 0 ? Jitter.NONE : new Jitter(share, shared.seed());
    EntryExpiry<? super K, ? super V> entryExpiry =
        customisations.makeIfSet("entry expiry", configuration.getEntryExpiryFactory());
    if (entryExpiry != null) {
      return ExpiryRules.of(
          (key, stored, operation) ->
              entryExpiry.expirationOf(boundary.keyOut(key), boundary.valueOut(stored), operation),
          jitter,
          shared.clock(),
          description);
    }
    ExpiryPolicy policy =
        customisations.make("expiry policy", configuration.getExpiryPolicyFactory());
    return ExpiryRules.of(policy, jitter, shared.clock(), description);
  }

  /** A store of its own, without listeners and user code. */
  private <K, V> @Nullable StaleShelf<K> staleShelf(
      String description, LapseConfiguration<K, V> configuration, CacheSource<K, V> source) {
    Duration howLong = configuration.getStaleOnError();
    if (howLong.isZero()) {
      return null;
    }
    String name = "stale values of " + description;
    long maximum = configuration.getMaximumEntries();
    BoundSetup<K> bound =
        maximum == 0
            ? null
            : new BoundSetup<>(
                new BoundSettings(EvictionPolicy.ALLKEYS_LRU, maximum, false, NoneVolatile.REFUSE),
                null,
                shared.seed(),
                CacheCounters::disabled);
    return new StaleShelf<>(
        new StoreSetup<>(
            name,
            ExpiryRules.of(new EternalExpiryPolicy(), Jitter.NONE, shared.clock(), name),
            shared.clock(),
            new EventDispatcher<>(source, shared.workers(), shared.settings().eventsBound()),
            UnaryOperator.identity(),
            shared.reaper()::wakeFor,
            bound,
            null),
        Expiration.nanos(howLong));
  }

  private <K, V> @Nullable BoundSetup<K> boundSetup(
      LapseConfiguration<K, V> configuration,
      Boundary<K, V> boundary,
      StatisticsSwitch statistics) {
    EvictionPolicy policy = configuration.getEvictionPolicy();
    if (policy == null) {
      return null;
    }
    Weigher<? super K, ? super V> weigher = configuration.getWeigher();
    long maximum =
        weigher == null ? configuration.getMaximumEntries() : configuration.getMaximumWeight();
    NoneVolatile whenNone =
        configuration.isEvictAnyWhereNoneExpires() ? NoneVolatile.ANY : NoneVolatile.REFUSE;
    return new BoundSetup<>(
        new BoundSettings(policy, maximum, weigher != null, whenNone),
        weigher == null
            ? null
            : (key, stored) -> weigher.weigh(boundary.keyOut(key), boundary.valueOut(stored)),
        shared.seed(),
        statistics);
  }

  private static void show(CacheBeans beans, LapseConfiguration<?, ?> configuration) {
    try {
      if (configuration.isManagementEnabled()) {
        beans.show(Subject.CONFIGURATION);
      }
      if (configuration.isStatisticsEnabled()) {
        beans.show(Subject.STATISTICS);
        beans.show(Subject.OCCUPANCY);
      }
    } catch (Throwable e) {
      beans.close();
      throw e;
    }
  }

  private <K, V> Boundary<K, V> boundary(
      String description, LapseConfiguration<K, V> configuration) {
    if (!configuration.isStoreByValue()) {
      return Boundary.byReference();
    }
    Copier copier = configuration.getCopier();
    return copier == null
        ? Boundary.bySerialization(description, classLoader, configuration.getInputFilter())
        : Boundary.byCopier(description, classLoader, copier);
  }
}

package dev.lapse.jcache;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.copy.Boundary;
import dev.lapse.jcache.copy.Copier;
import dev.lapse.jcache.event.EventDispatcher;
import dev.lapse.jcache.eviction.BoundSettings;
import dev.lapse.jcache.eviction.BoundSettings.NoneVolatile;
import dev.lapse.jcache.eviction.EvictionPolicy;
import dev.lapse.jcache.eviction.Weigher;
import dev.lapse.jcache.expiry.ExpiryRules;
import dev.lapse.jcache.integration.Loading;
import dev.lapse.jcache.integration.Writing;
import dev.lapse.jcache.management.CacheBeans;
import dev.lapse.jcache.management.CacheBeans.Subject;
import dev.lapse.jcache.management.LapseCacheMXBean;
import dev.lapse.jcache.management.LapseCacheStatisticsMXBean;
import dev.lapse.jcache.management.OccupancyBean;
import dev.lapse.jcache.operation.BulkVerbs;
import dev.lapse.jcache.operation.CacheContext;
import dev.lapse.jcache.operation.LoadAllVerb;
import dev.lapse.jcache.operation.ProcessorVerbs;
import dev.lapse.jcache.operation.ReadVerbs;
import dev.lapse.jcache.operation.WriteVerbs;
import dev.lapse.jcache.stats.StatisticsSwitch;
import dev.lapse.jcache.store.BoundSetup;
import dev.lapse.jcache.store.EntryStore;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.Supplier;
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
    ExpiryPolicy policy =
        customisations.make("expiry policy", configuration.getExpiryPolicyFactory());
    CacheLoader<K, V> loader =
        customisations.makeIfSet("cache loader", configuration.getCacheLoaderFactory());
    CacheWriter<? super K, ? super V> writer =
        customisations.makeIfSet("cache writer", configuration.getCacheWriterFactory());
    configuration.getCacheEntryListenerConfigurations().forEach(events::register);

    StatisticsSwitch statistics = new StatisticsSwitch(configuration.isStatisticsEnabled());
    EntryStore<K, V> store =
        new EntryStore<>(
            description,
            ExpiryRules.of(policy, description),
            shared.ticker(),
            events,
            source.boundary()::keyIn,
            shared.reaper()::wakeFor,
            boundSetup(configuration, source.boundary(), statistics));
    CacheContext<K, V> context =
        new CacheContext<>(
            description,
            store,
            source.boundary(),
            statistics,
            shared.ticker(),
            loader == null ? null : new Loading<>(loader, description),
            configuration.isReadThrough(),
            writer == null || !configuration.isWriteThrough()
                ? null
                : new Writing<>(writer, description),
            shared.workers());
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
            () -> shared.reaper().deregister(store.expirable()));
    LapseCache<K, V> cache = new LapseCache<>(manager, name, configuration, parts);
    source.bind(cache);
    show(beans, configuration);
    events.whenCaughtUp(shared.reaper()::wake);
    shared.reaper().register(store.expirable());
    return cache;
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

package dev.lapse.jcache;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.config.ManagerSettings;
import dev.lapse.jcache.copy.Boundary;
import dev.lapse.jcache.copy.Copier;
import dev.lapse.jcache.event.EventDispatcher;
import dev.lapse.jcache.event.Workers;
import dev.lapse.jcache.expiry.ExpiryRules;
import dev.lapse.jcache.expiry.Ticker;
import dev.lapse.jcache.integration.Loading;
import dev.lapse.jcache.integration.Writing;
import dev.lapse.jcache.management.CacheBeans;
import dev.lapse.jcache.management.CacheBeans.Subject;
import dev.lapse.jcache.management.LapseCacheMXBean;
import dev.lapse.jcache.management.LapseCacheStatisticsMXBean;
import dev.lapse.jcache.operation.BulkVerbs;
import dev.lapse.jcache.operation.CacheContext;
import dev.lapse.jcache.operation.LoadAllVerb;
import dev.lapse.jcache.operation.ProcessorVerbs;
import dev.lapse.jcache.operation.ReadVerbs;
import dev.lapse.jcache.operation.WriteVerbs;
import dev.lapse.jcache.stats.StatisticsSwitch;
import dev.lapse.jcache.store.EntryStore;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.integration.CacheLoader;
import javax.cache.integration.CacheWriter;

/** The only place that knows which parts a cache has and how they are wired. One for each manager. */
final class CacheAssembler {
}

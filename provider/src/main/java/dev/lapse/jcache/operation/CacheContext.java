package dev.lapse.jcache.operation;

import dev.lapse.jcache.copy.Boundary;
import dev.lapse.jcache.expiry.Ticker;
import dev.lapse.jcache.integration.Loading;
import dev.lapse.jcache.integration.Writing;
import dev.lapse.jcache.stats.CacheCounters;
import dev.lapse.jcache.store.EntryStore;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the verbs of one cache work on.
 *
 * @param cacheName for messages
 * @param store the entries
 * @param boundary between callers' objects and stored forms
 * @param counters the statistics, or their disabled null object; asked at each call, as they can be
 *     switched
 * @param ticker for the times in the statistics
 * @param loading the loader, or null if there is none
 * @param readThrough whether a miss asks the loader
 * @param writing the writer, or null if the cache is not write-through
 * @param workers run {@code loadAll}
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public record CacheContext<K, V>(
    String cacheName,
    EntryStore<K, V> store,
    Boundary<K, V> boundary,
    Supplier<CacheCounters> counters,
    Ticker ticker,
    @Nullable Loading<K, V> loading,
    boolean readThrough,
    @Nullable Writing<K, V> writing,
    Executor workers) {

  /** The loader that a miss asks, or null. */
  @Nullable Loading<K, V> missLoader() {
    return readThrough ? loading : null;
  }
}

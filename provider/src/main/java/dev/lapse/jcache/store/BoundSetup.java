package dev.lapse.jcache.store;

import dev.lapse.jcache.eviction.BoundSettings;
import dev.lapse.jcache.stats.CacheCounters;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * How a store is bounded.
 *
 * @param settings the maximum and the policy
 * @param weigher weighs a value in stored form; null where entries are counted. May throw, and may
 *     return anything
 * @param seed where chance begins
 * @param counters where evictions are counted
 * @param <K> the type of keys
 */
public record BoundSetup<K>(
    BoundSettings settings,
    @Nullable ToIntBiFunction<K, Object> weigher,
    long seed,
    Supplier<CacheCounters> counters) {}

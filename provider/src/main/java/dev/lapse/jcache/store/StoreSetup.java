package dev.lapse.jcache.store;

import dev.lapse.jcache.event.EventDispatcher;
import dev.lapse.jcache.expiry.CoarseClock;
import dev.lapse.jcache.expiry.ExpiryRules;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a store works with.
 *
 * @param cacheName for messages
 * @param rules make the deadlines
 * @param clock tells the time
 * @param events told of every change
 * @param keyIn the key that is kept for a caller's key
 * @param onEarlierSlot told when the reaper has to come earlier than was known, with the moment on
 *     the ticker
 * @param bound how it is bounded; null for not at all
 * @param stale keeps what has expired; null where nothing does
 * @param <K> the type of keys
 * @param <V> the type of values, as listeners see them
 */
public record StoreSetup<K, V>(
    String cacheName,
    ExpiryRules<K> rules,
    CoarseClock clock,
    EventDispatcher<K, V> events,
    UnaryOperator<K> keyIn,
    LongConsumer onEarlierSlot,
    @Nullable BoundSetup<K> bound,
    @Nullable StaleShelf<K> stale) {}

package dev.lapse.jcache.operation;

import dev.lapse.jcache.copy.Boundary;
import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.Ticker;
import dev.lapse.jcache.integration.Loading;
import dev.lapse.jcache.integration.Writing;
import dev.lapse.jcache.stats.StatisticsSwitch;
import dev.lapse.jcache.store.EntryStore;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What the verbs of one cache work on.
 *
 * @param cacheName for messages
 * @param types what may come in
 * @param store the entries
 * @param boundary between callers' objects and stored forms
 * @param statistics tells where to count; asked at each call, as it can be switched
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
    CheckedTypes<K, V> types,
    EntryStore<K, V> store,
    Boundary<K, V> boundary,
    StatisticsSwitch statistics,
    Ticker ticker,
    @Nullable Loading<K, V> loading,
    boolean readThrough,
    @Nullable Writing<K, V> writing,
    Executor workers) {

  private static final System.Logger LOG = System.getLogger(CacheContext.class.getName());

  /** Checks an expiration that comes with a new value. */
  Expiration present(Expiration expiration, K key) {
    return Objects.requireNonNull(
        expiration, () -> "Cache " + cacheName + ": the expiration for key " + key + " is null");
  }

  /** Checks an expiration that is to move a deadline. */
  void requireMoving(Expiration expiration, K key) {
    if (present(expiration, key).isKeep()) {
      throw new IllegalArgumentException(
          "Cache "
              + cacheName
              + ": Expiration.keep() moves no deadline, key "
              + key
              + ". Use after(...), at(...) or never(); lifetime(key) tells whether there is an entry.");
    }
  }

  /** Tells that a value that has expired was handed out, as its loader failed. */
  void servedStale(Set<K> keys, Throwable failure) {
    LOG.log(
        System.Logger.Level.DEBUG,
        () ->
            "Cache "
                + cacheName
                + ": the loader failed for "
                + keys
                + ", and values that have expired were handed out",
        failure);
  }

  /** The loader that a miss asks, or null. */
  @Nullable Loading<K, V> missLoader() {
    return readThrough ? loading : null;
  }
}

package dev.lapse.jcache.expiry;

import java.util.Objects;
import javax.cache.CacheException;

/** The only caller of the user's {@link EntryExpiry}. */
final class EntryRules<K> extends ExpiryRules<K> {

  private static final System.Logger LOG = System.getLogger(EntryRules.class.getName());

  private final EntryExpiry<K, Object> expiry;
  private final Jitter jitter;
  private final String cacheName;
  private volatile boolean warned;

  EntryRules(EntryExpiry<K, Object> expiry, Jitter jitter, Ticker ticker, String cacheName) {
    super(ticker);
    this.expiry = expiry;
    this.jitter = jitter;
    this.cacheName = cacheName;
  }

  @Override
  public boolean callsOut() {
    return true;
  }

  @Override
  public boolean followsAccess() {
    return true;
  }

  @Override
  long creationTimeToLive(K key, Object value) {
    long timeToLive = ask(key, value, ExpiryOperation.CREATION);
    return timeToLive == UNCHANGED ? Long.MAX_VALUE : timeToLive;
  }

  @Override
  long updateTimeToLive(K key, Object value) {
    return ask(key, value, ExpiryOperation.UPDATE);
  }

  @Override
  long accessTimeToLive(K key, Object value) {
    try {
      return ask(key, value, ExpiryOperation.ACCESS);
    } catch (CacheException e) {
      LOG.log(
          warned ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
          e.getMessage()
              + ". The deadline stays. Further failures of this cache's entry expiry on access are logged at DEBUG.",
          e);
      warned = true;
      return UNCHANGED;
    }
  }

  private long ask(K key, Object value, ExpiryOperation operation) {
    Expiration expiration;
    try {
      expiration =
          Objects.requireNonNull(
              expiry.expirationOf(key, value, operation),
              "it returned null. Return Expiration.keep() to leave the deadline as it is");
    } catch (Throwable e) {
      throw new CacheException(
          "Cache "
              + cacheName
              + ": its entry expiry failed on the "
              + operation
              + " of key "
              + key
              + ": "
              + e,
          e);
    }
    long timeToLive = timeToLive(expiration);
    return expiration.isDuration() ? jitter.spread(timeToLive, key) : timeToLive;
  }
}

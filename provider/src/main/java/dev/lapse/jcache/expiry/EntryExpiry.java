package dev.lapse.jcache.expiry;

/**
 * A time to live for each entry: what an {@link javax.cache.expiry.ExpiryPolicy} does, with the
 * entry in view. For values that know their own, such as a token with its {@code expires_in}. Set
 * by {@code LapseConfigurationBuilder.entryExpiryFactory} in place of an expiry policy.
 *
 * <p>It is asked exactly once for an operation that the specification's expiry table names (JSR-107
 * 1.1.1, {@code Cache}, expiry table), from many threads at once, while no lock but that of the key
 * is held: a change of the same key through the cache is refused with an exception. It is not asked
 * where a call brings its own {@link Expiration}.
 *
 * <p>Where it throws or returns null for {@link ExpiryOperation#CREATION} or {@link
 * ExpiryOperation#UPDATE}, the operation fails with a {@link javax.cache.CacheException} and the
 * entry stays as it was, since a value without a known deadline could live too long; a cache writer
 * has been called by then. For {@link ExpiryOperation#ACCESS} the value is handed out, the deadline
 * stays and the failure is logged.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
@FunctionalInterface
public interface EntryExpiry<K, V> {

  /**
   * Tells when the entry is to expire. {@link Expiration#keep()} leaves the deadline as it is, and
   * makes a new entry eternal. A moment that has passed already means that a new value is not
   * stored, and that another expires at once, as zero durations do in the specification.
   *
   * @param key the entry's key; a copy where the cache stores by value
   * @param value the entry's value: the new one, or the one handed out; a copy where the cache
   *     stores by value, made for each call
   * @param operation what happens to it
   * @return when it expires, not null
   */
  Expiration expirationOf(K key, V value, ExpiryOperation operation);
}

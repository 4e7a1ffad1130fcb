package dev.lapse.jcache.expiry;

import javax.cache.Cache;
import org.jspecify.annotations.Nullable;

/**
 * A cache whose calls can say when an entry is to expire, in place of the configured expiry policy.
 * Obtained by {@code cache.unwrap(ExpiringCache.class)} from any cache of this provider; it is the
 * same cache.
 *
 * <p>What Redis offers is here as follows:
 *
 * <table>
 * <caption>Redis's commands and these methods</caption>
 * <tr><th>Redis</th><th>here</th></tr>
 * <tr><td>{@code SET k v EX s}, {@code PX}</td><td>{@code put(k, v, after(duration))}</td></tr>
 * <tr><td>{@code SET k v EXAT t}, {@code PXAT}</td><td>{@code put(k, v, at(instant))}</td></tr>
 * <tr><td>{@code SET k v KEEPTTL}</td><td>{@code put(k, v, keep())}</td></tr>
 * <tr><td>{@code SET k v NX}</td><td>{@link #putIfAbsent(Object, Object, Expiration)}</td></tr>
 * <tr><td>{@code SET k v XX}</td><td>{@link #replace(Object, Object, Expiration)}</td></tr>
 * <tr><td>{@code SET k v GET}</td><td>{@link #getAndPut(Object, Object, Expiration)}, {@link
 *     #getAndReplace(Object, Object, Expiration)}</td></tr>
 * <tr><td>{@code EXPIRE}, {@code PEXPIRE}, {@code EXPIREAT}</td><td>{@link #expire}</td></tr>
 * <tr><td>{@code TTL}, {@code PTTL}, {@code EXPIRETIME}</td><td>{@link #lifetime}</td></tr>
 * <tr><td>{@code PERSIST}</td><td>{@link #persist}</td></tr>
 * <tr><td>{@code GETEX}</td><td>{@link #getAndExpire}</td></tr>
 * <tr><td>{@code GETDEL}</td><td>{@code getAndRemove}</td></tr>
 * </table>
 *
 * <p>An expiration given to a call counts for that call alone: the next update or access asks the
 * expiry policy again, which may move the deadline. Where the policy leaves it alone on update, a
 * plain {@code put} keeps the deadline that a call has set, unlike Redis's {@code SET}. Where
 * entries get their times to live by such calls alone, leave the policy at its default, eternal,
 * which moves nothing on update and access.
 *
 * <p>A value whose expiration is over when it comes in, with zero to live or a moment in the past,
 * is stored and expires at once: its {@code CREATED} or {@code UPDATED} event is followed by its
 * {@code EXPIRED} event, and it counts as a put. All methods throw {@link IllegalStateException} if
 * the cache is closed, {@link NullPointerException} if an argument is null, and what the methods of
 * {@link Cache} of the same name throw.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface ExpiringCache<K, V> extends Cache<K, V> {

  /**
   * The same as {@code cache.unwrap(ExpiringCache.class)}, with the types kept.
   *
   * @param cache a cache of this provider
   * @param <K> the type of keys
   * @param <V> the type of values
   * @return the same cache
   * @throws IllegalArgumentException if it is of another provider
   */
  @SuppressWarnings("unchecked") // the very cache
  static <K, V> ExpiringCache<K, V> of(Cache<K, V> cache) {
    return cache.unwrap(ExpiringCache.class);
  }

  /**
   * Puts a value with its own expiration.
   *
   * @param key the key
   * @param value the value
   * @param expiration when it expires
   */
  void put(K key, V value, Expiration expiration);

  /**
   * Puts a value and returns the one before.
   *
   * @param key the key
   * @param value the value
   * @param expiration when it expires
   * @return the former value, or null
   */
  @Nullable V getAndPut(K key, V value, Expiration expiration);

  /**
   * Puts a value if there is none.
   *
   * @param key the key
   * @param value the value
   * @param expiration when it expires
   * @return whether it was put
   */
  boolean putIfAbsent(K key, V value, Expiration expiration);

  /**
   * Puts a value if there is one.
   *
   * @param key the key
   * @param value the value
   * @param expiration when it expires
   * @return whether it was put
   */
  boolean replace(K key, V value, Expiration expiration);

  /**
   * Puts a value if there is one, and returns that.
   *
   * @param key the key
   * @param value the value
   * @param expiration when it expires
   * @return the former value, or null if there was none and nothing was put
   */
  @Nullable V getAndReplace(K key, V value, Expiration expiration);

  /**
   * Reads a value and says when it is to expire from now on, in place of what the policy says for
   * an access. Reads through like {@code get}: a value that has to be loaded gets this expiration.
   *
   * @param key the key
   * @param expiration when it expires
   * @return the value, or null
   */
  @Nullable V getAndExpire(K key, Expiration expiration);

  /**
   * Moves the deadline of an entry, under conditions. No access, no load, no writer and no
   * statistics. With zero or a moment in the past the entry expires at once.
   *
   * @param key the key
   * @param expiration when it expires; not {@link Expiration#keep()}
   * @param conditions all must hold; none for always
   * @return whether the deadline was set; false for an absent entry, and nothing happens
   * @throws IllegalArgumentException if the expiration is {@link Expiration#keep()} or the
   *     conditions contradict each other
   */
  boolean expire(K key, Expiration expiration, ExpireCondition... conditions);

  /**
   * Makes an entry eternal.
   *
   * @param key the key
   * @return whether it had a deadline; false for an absent entry
   */
  default boolean persist(K key) {
    return expire(key, Expiration.never(), ExpireCondition.IF_EXPIRING);
  }

  /**
   * Tells how long an entry lives on. No access, no load and no statistics.
   *
   * @param key the key
   * @return absent, eternal or a time to live
   */
  Lifetime lifetime(K key);
}

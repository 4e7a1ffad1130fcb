package dev.lapse.jcache.expiry;

import javax.cache.expiry.AccessedExpiryPolicy;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.EternalExpiryPolicy;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.expiry.ModifiedExpiryPolicy;
import javax.cache.expiry.TouchedExpiryPolicy;

/**
 * Makes deadlines: the only place that asks what the user has configured for it, an {@link
 * ExpiryPolicy} or an {@link EntryExpiry}. Each method is called exactly once for an operation that
 * the specification's expiry table names for it.
 *
 * <p>Times to live are nanoseconds; {@link Long#MAX_VALUE} is for ever, and longer durations are
 * taken as that. A result that is due at {@code now} already means zero to live.
 *
 * @param <K> the type of keys
 */
public abstract class ExpiryRules<K> {

  /**
   * The deadline stays as it is. No deadline looks like this one, as it is the one of an entry
   * without a value.
   */
  public static final long UNCHANGED = Deadline.CLAIMED;

  private final Ticker ticker;

  ExpiryRules(Ticker ticker) {
    this.ticker = ticker;
  }

  /**
   * Rules after a policy. The five policies of the specification have constant durations; they are
   * read once, here, so that no call leaves the cache while it works.
   *
   * @param policy the configured policy
   * @param jitter spreads its durations
   * @param ticker for moments of the wall clock
   * @param cacheName for the log
   * @param <K> the type of keys
   * @return the rules
   */
  public static <K> ExpiryRules<K> of(
      ExpiryPolicy policy, Jitter jitter, Ticker ticker, String cacheName) {
    Class<?> type = policy.getClass();
    boolean constant =
        type == CreatedExpiryPolicy.class
            || type == ModifiedExpiryPolicy.class
            || type == AccessedExpiryPolicy.class
            || type == TouchedExpiryPolicy.class
            || type == EternalExpiryPolicy.class;
    PolicyQuestions questions = new PolicyQuestions(policy, cacheName);
    return constant
        ? new ConstantRules<>(questions, jitter, ticker)
        : new PolicyRules<>(questions, jitter, ticker);
  }

  /**
   * Rules that see the entry.
   *
   * @param expiry asked each time, with values in stored form; may throw and may return null
   * @param jitter spreads its durations
   * @param ticker for moments of the wall clock
   * @param cacheName for messages
   * @param <K> the type of keys
   * @return the rules
   */
  public static <K> ExpiryRules<K> of(
      EntryExpiry<K, Object> expiry, Jitter jitter, Ticker ticker, String cacheName) {
    return new EntryRules<>(expiry, jitter, ticker, cacheName);
  }

  /**
   * The deadline of a new entry.
   *
   * @param key the entry's key
   * @param value its value in stored form
   * @param now the ticker's reading
   * @return the deadline, perhaps due already
   */
  public final long afterCreation(K key, Object value, long now) {
    return Deadline.after(now, creationTimeToLive(key, value));
  }

  /**
   * The deadline of an entry whose value is replaced.
   *
   * @param key the entry's key
   * @param value its new value in stored form
   * @param now the ticker's reading
   * @return the deadline, perhaps due already, or {@link #UNCHANGED}
   */
  public final long afterUpdate(K key, Object value, long now) {
    return deadline(now, updateTimeToLive(key, value));
  }

  /**
   * The deadline of an entry whose value was handed out.
   *
   * @param key the entry's key
   * @param value its value in stored form
   * @param now the ticker's reading
   * @return the deadline, perhaps due already, or {@link #UNCHANGED}
   */
  public final long afterAccess(K key, Object value, long now) {
    return deadline(now, accessTimeToLive(key, value));
  }

  /**
   * The deadline that a call asks for itself.
   *
   * @param expiration what it asks for
   * @param now the ticker's reading
   * @return the deadline, perhaps due already, or {@link #UNCHANGED}
   */
  public final long asGiven(Expiration expiration, long now) {
    return deadline(now, expiration.timeToLive(ticker));
  }

  private static long deadline(long now, long timeToLive) {
    return timeToLive == UNCHANGED ? UNCHANGED : Deadline.after(now, timeToLive);
  }

  /** How long from now an expiration is away. */
  final long timeToLive(Expiration expiration) {
    return expiration.timeToLive(ticker);
  }

  /**
   * Whether these rules ask something of the user's, which may block or use the cache.
   *
   * @return false if the durations are constant
   */
  public abstract boolean callsOut();

  /**
   * Whether an access may move the deadline at all.
   *
   * @return false if {@link #afterAccess} can only answer {@link #UNCHANGED}
   */
  public abstract boolean followsAccess();

  abstract long creationTimeToLive(K key, Object value);

  abstract long updateTimeToLive(K key, Object value);

  abstract long accessTimeToLive(K key, Object value);

  private static final class ConstantRules<K> extends ExpiryRules<K> {
    private final long creation;
    private final long update;
    private final long access;
    private final Jitter jitter;

    ConstantRules(PolicyQuestions questions, Jitter jitter, Ticker ticker) {
      super(ticker);
      this.creation = questions.creationTimeToLive();
      this.update = questions.updateTimeToLive();
      this.access = questions.accessTimeToLive();
      this.jitter = jitter;
    }

    @Override
    public boolean callsOut() {
      return false;
    }

    @Override
    public boolean followsAccess() {
      return access != UNCHANGED;
    }

    @Override
    long creationTimeToLive(K key, Object value) {
      return jitter.spread(creation, key);
    }

    @Override
    long updateTimeToLive(K key, Object value) {
      return jitter.spread(update, key);
    }

    @Override
    long accessTimeToLive(K key, Object value) {
      return jitter.spread(access, key);
    }
  }

  private static final class PolicyRules<K> extends ExpiryRules<K> {
    private final PolicyQuestions questions;
    private final Jitter jitter;

    PolicyRules(PolicyQuestions questions, Jitter jitter, Ticker ticker) {
      super(ticker);
      this.questions = questions;
      this.jitter = jitter;
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
      return jitter.spread(questions.creationTimeToLive(), key);
    }

    @Override
    long updateTimeToLive(K key, Object value) {
      return jitter.spread(questions.updateTimeToLive(), key);
    }

    @Override
    long accessTimeToLive(K key, Object value) {
      return jitter.spread(questions.accessTimeToLive(), key);
    }
  }
}

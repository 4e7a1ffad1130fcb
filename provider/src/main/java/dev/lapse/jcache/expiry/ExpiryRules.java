package dev.lapse.jcache.expiry;

import javax.cache.expiry.AccessedExpiryPolicy;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.EternalExpiryPolicy;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.expiry.ModifiedExpiryPolicy;
import javax.cache.expiry.TouchedExpiryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Makes deadlines: the only caller of the user's {@link ExpiryPolicy}, and the only place where a
 * {@link Duration} becomes a {@code long}. Each method is called exactly once for an operation that
 * the specification's expiry table names for it.
 *
 * <p>Times to live are nanoseconds; {@link Long#MAX_VALUE} is for ever, and longer durations are
 * taken as that. A result that is due at {@code now} already means zero to live.
 */
public abstract class ExpiryRules {

  /**
   * The deadline stays as it is. No deadline looks like this one, as it is the one of an entry
   * without a value.
   */
  public static final long UNCHANGED = Deadline.CLAIMED;

  ExpiryRules() {}

  /**
   * Rules after a policy. The five policies of the specification have constant durations; they are
   * read once, here, so that no call leaves the cache while it works.
   *
   * @param policy the configured policy
   * @param cacheName for the log
   * @return the rules
   */
  public static ExpiryRules of(ExpiryPolicy policy, String cacheName) {
    Class<?> type = policy.getClass();
    boolean constant =
        type == CreatedExpiryPolicy.class
            || type == ModifiedExpiryPolicy.class
            || type == AccessedExpiryPolicy.class
            || type == TouchedExpiryPolicy.class
            || type == EternalExpiryPolicy.class;
    PolicyRules asking = new PolicyRules(policy, cacheName);
    return constant
        ? new ConstantRules(
            asking.creationTimeToLive(), asking.updateTimeToLive(), asking.accessTimeToLive())
        : asking;
  }

  /**
   * The deadline of a new entry.
   *
   * @param now the ticker's reading
   * @return the deadline, perhaps due already
   */
  public final long afterCreation(long now) {
    return Deadline.after(now, creationTimeToLive());
  }

  /**
   * The deadline of an entry whose value is replaced.
   *
   * @param now the ticker's reading
   * @return the deadline, perhaps due already, or {@link #UNCHANGED}
   */
  public final long afterUpdate(long now) {
    return deadline(now, updateTimeToLive());
  }

  /**
   * The deadline of an entry whose value was handed out.
   *
   * @param now the ticker's reading
   * @return the deadline, perhaps due already, or {@link #UNCHANGED}
   */
  public final long afterAccess(long now) {
    return deadline(now, accessTimeToLive());
  }

  private static long deadline(long now, long timeToLive) {
    return timeToLive == UNCHANGED ? UNCHANGED : Deadline.after(now, timeToLive);
  }

  /**
   * Whether these rules ask a policy of the user's, which may block or use the cache.
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

  abstract long creationTimeToLive();

  abstract long updateTimeToLive();

  abstract long accessTimeToLive();

  private static long nanos(Duration duration) {
    if (duration.isEternal()) {
      return Long.MAX_VALUE;
    }
    // saturates at Long.MAX_VALUE
    return duration.getTimeUnit().toNanos(duration.getDurationAmount());
  }

  private static final class ConstantRules extends ExpiryRules {
    private final long creation;
    private final long update;
    private final long access;

    ConstantRules(long creation, long update, long access) {
      this.creation = creation;
      this.update = update;
      this.access = access;
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
    long creationTimeToLive() {
      return creation;
    }

    @Override
    long updateTimeToLive() {
      return update;
    }

    @Override
    long accessTimeToLive() {
      return access;
    }
  }

  /**
   * Asks the policy each time. A policy that fails must not fail the operation (JSR-107 1.1.1,
   * {@code ExpiryPolicy}: a default duration is used): a new entry is then eternal, and another one
   * keeps its deadline.
   */
  private static final class PolicyRules extends ExpiryRules {
    private static final System.Logger LOG = System.getLogger(ExpiryRules.class.getName());

    private interface Question {
      @Nullable Duration ask();
    }

    private final ExpiryPolicy policy;
    private final String cacheName;
    private volatile boolean warned;

    PolicyRules(ExpiryPolicy policy, String cacheName) {
      this.policy = policy;
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
    long creationTimeToLive() {
      return timeToLive("getExpiryForCreation", policy::getExpiryForCreation, Long.MAX_VALUE);
    }

    @Override
    long updateTimeToLive() {
      return timeToLive("getExpiryForUpdate", policy::getExpiryForUpdate, UNCHANGED);
    }

    @Override
    long accessTimeToLive() {
      return timeToLive("getExpiryForAccess", policy::getExpiryForAccess, UNCHANGED);
    }

    private long timeToLive(String method, Question question, long otherwise) {
      try {
        Duration duration = question.ask();
        return duration == null ? otherwise : nanos(duration);
      } catch (Throwable e) {
        LOG.log(
            warned ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
            () ->
                "Cache "
                    + cacheName
                    + ": "
                    + method
                    + " of its ExpiryPolicy ("
                    + policy.getClass().getName()
                    + ") threw; "
                    + (otherwise == UNCHANGED
                        ? "the entry keeps its deadline"
                        : "the entry never expires")
                    + ". Further failures of this cache's policy are logged at DEBUG.",
            e);
        warned = true;
        return otherwise;
      }
    }
  }
}

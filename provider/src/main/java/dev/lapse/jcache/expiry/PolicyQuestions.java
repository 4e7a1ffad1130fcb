package dev.lapse.jcache.expiry;

import javax.cache.expiry.Duration;
import javax.cache.expiry.ExpiryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The only caller of the user's {@link ExpiryPolicy}. A policy that fails must not fail the
 * operation (JSR-107 1.1.1, {@code ExpiryPolicy}: a default duration is used): a new entry is then
 * eternal, and another one keeps its deadline.
 */
final class PolicyQuestions {

  private static final System.Logger LOG = System.getLogger(PolicyQuestions.class.getName());

  private interface Question {
    @Nullable Duration ask();
  }

  private final ExpiryPolicy policy;
  private final String cacheName;
  private volatile boolean warned;

  PolicyQuestions(ExpiryPolicy policy, String cacheName) {
    this.policy = policy;
    this.cacheName = cacheName;
  }

  long creationTimeToLive() {
    return timeToLive("getExpiryForCreation", policy::getExpiryForCreation, Long.MAX_VALUE);
  }

  long updateTimeToLive() {
    return timeToLive("getExpiryForUpdate", policy::getExpiryForUpdate, ExpiryRules.UNCHANGED);
  }

  long accessTimeToLive() {
    return timeToLive("getExpiryForAccess", policy::getExpiryForAccess, ExpiryRules.UNCHANGED);
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
                  + (otherwise == ExpiryRules.UNCHANGED
                      ? "the entry keeps its deadline"
                      : "the entry never expires")
                  + ". Further failures of this cache's policy are logged at DEBUG.",
          e);
      warned = true;
      return otherwise;
    }
  }

  private static long nanos(Duration duration) {
    if (duration.isEternal()) {
      return Long.MAX_VALUE;
    }
    // saturates at Long.MAX_VALUE
    return duration.getTimeUnit().toNanos(duration.getDurationAmount());
  }
}

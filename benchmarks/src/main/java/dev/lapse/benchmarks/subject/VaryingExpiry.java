package dev.lapse.benchmarks.subject;

import java.util.concurrent.TimeUnit;
import javax.cache.configuration.Factory;
import javax.cache.expiry.Duration;
import javax.cache.expiry.ExpiryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A policy whose time to live can be changed, so that entries of one cache live differently long.
 */
final class VaryingExpiry implements ExpiryPolicy {

  private static volatile Duration duration = Duration.ONE_HOUR;

  static void set(long millis) {
    duration = new Duration(TimeUnit.MILLISECONDS, millis);
  }

  static Factory<ExpiryPolicy> factory() {
    return VaryingExpiry::new;
  }

  @Override
  public Duration getExpiryForCreation() {
    return duration;
  }

  @Override
  public @Nullable Duration getExpiryForAccess() {
    return null; // as it was
  }

  @Override
  public @Nullable Duration getExpiryForUpdate() {
    return null;
  }
}

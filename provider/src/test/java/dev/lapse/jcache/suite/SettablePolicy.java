package dev.lapse.jcache.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import javax.cache.expiry.Duration;
import javax.cache.expiry.ExpiryPolicy;

/**
 * An expiry policy whose answers the test changes at will, and that writes down which method was
 * asked.
 */
final class SettablePolicy implements ExpiryPolicy {

  volatile Supplier<Duration> creation = () -> Duration.ETERNAL;
  volatile Supplier<Duration> access = () -> null;
  volatile Supplier<Duration> update = () -> null;
  private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  static SettablePolicy of(Duration creation, Duration access, Duration update) {
    SettablePolicy policy = new SettablePolicy();
    policy.creation = () -> creation;
    policy.access = () -> access;
    policy.update = () -> update;
    return policy;
  }

  /** For entries that live so long, whatever happens to them. */
  static SettablePolicy created(Duration creation) {
    return of(creation, null, null);
  }

  @Override
  public Duration getExpiryForCreation() {
    calls.add("creation");
    return creation.get();
  }

  @Override
  public Duration getExpiryForAccess() {
    calls.add("access");
    return access.get();
  }

  @Override
  public Duration getExpiryForUpdate() {
    calls.add("update");
    return update.get();
  }

  /** The methods asked since the last call of {@link #forget()}, in order. */
  List<String> calls() {
    synchronized (calls) {
      return List.copyOf(calls);
    }
  }

  void forget() {
    calls.clear();
  }
}

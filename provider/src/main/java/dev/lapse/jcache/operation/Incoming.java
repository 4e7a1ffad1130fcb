package dev.lapse.jcache.operation;

import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.store.Decision;
import dev.lapse.jcache.store.Effect;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The argument of one mutating call, and what its transition found.
 *
 * @param <V> the type of values
 */
final class Incoming<V> {

  private final @Nullable V given;
  private final @Nullable Object stored;
  private final @Nullable V expected;

  /** When the new value expires; null for what the rules say. */
  private final @Nullable Expiration expiration;

  /** What was there, in stored form. */
  @Nullable Object prior;

  /** What became of the entry. */
  Effect effect = Effect.NONE;

  private Incoming(
      @Nullable V given,
      @Nullable Object stored,
      @Nullable V expected,
      @Nullable Expiration expiration) {
    this.given = given;
    this.stored = stored;
    this.expected = expected;
    this.expiration = expiration;
  }

  static <V> Incoming<V> value(V given, Object stored, @Nullable Expiration expiration) {
    return new Incoming<>(given, stored, null, expiration);
  }

  static <V> Incoming<V> replacement(V given, Object stored, V expected) {
    return new Incoming<>(given, stored, expected, null);
  }

  static <V> Incoming<V> nothing() {
    return new Incoming<>(null, null, null, null);
  }

  static <V> Incoming<V> removalOf(V expected) {
    return new Incoming<>(null, null, expected, null);
  }

  /** What is to be done where the new value comes in. */
  Decision store() {
    return new Decision.Store(stored(), expiration, false);
  }

  /** The new value as the caller gave it. */
  V given() {
    return Objects.requireNonNull(given);
  }

  /** The new value in stored form. */
  Object stored() {
    return Objects.requireNonNull(stored);
  }

  /** The value that the live one must equal. */
  V expected() {
    return Objects.requireNonNull(expected);
  }
}

package dev.lapse.jcache.operation;

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

  /** What was there, in stored form. */
  @Nullable Object prior;

  /** What became of the entry. */
  Effect effect = Effect.NONE;

  private Incoming(@Nullable V given, @Nullable Object stored, @Nullable V expected) {
    this.given = given;
    this.stored = stored;
    this.expected = expected;
  }

  static <V> Incoming<V> value(V given, Object stored) {
    return new Incoming<>(given, stored, null);
  }

  static <V> Incoming<V> replacement(V given, Object stored, V expected) {
    return new Incoming<>(given, stored, expected);
  }

  static <V> Incoming<V> removal() {
    return new Incoming<>(null, null, null);
  }

  static <V> Incoming<V> removalOf(V expected) {
    return new Incoming<>(null, null, expected);
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

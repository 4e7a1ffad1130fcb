package dev.lapse.jcache.operation;

import org.jspecify.annotations.Nullable;

/**
 * Collects what went wrong for single keys of a bulk operation, so that the other keys are still
 * served.
 */
final class Failures {

  private @Nullable Throwable first;

  void add(Throwable failure) {
    if (first == null) {
      first = failure;
    } else if (first != failure) {
      first.addSuppressed(failure);
    }
  }

  /** Adds what matters most to the caller. */
  void addFirst(Throwable failure) {
    Throwable others = first;
    first = failure;
    if (others != null) {
      add(others);
    }
  }

  /** Throws the first failure, with the others suppressed. */
  void throwIfAny() {
    if (first instanceof RuntimeException e) {
      throw e;
    }
    if (first instanceof Error e) {
      throw e;
    }
  }
}

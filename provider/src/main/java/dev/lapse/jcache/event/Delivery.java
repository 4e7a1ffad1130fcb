package dev.lapse.jcache.event;

import org.jspecify.annotations.Nullable;

/**
 * The way of one event to the synchronous listeners that were registered for it when it was
 * published.
 */
final class Delivery extends PublishedEvent {

  /** In which lane: see {@link Lanes}. */
  final int slot;

  private final Registration<?, ?>[] recipients;

  /**
   * The operation that runs or awaits this; null where nobody does. Changed under the lock of the
   * lane, and only to null.
   */
  @Nullable Deliveries operation;

  /** The next one of the same operation; for the thread of the operation. */
  @Nullable Delivery nextOfOperation;

  /** Where this is queued; null while it is alone in its slot. Guarded by the lane. */
  @Nullable KeyQueue queue;

  /** The next one of the same key. Guarded by the lane. */
  @Nullable Delivery nextOfKey;

  /**
   * Published from within a listener that was running for the same key, so owed by the thread that
   * runs it. Guarded by the lane.
   */
  boolean nested;

  /** Whether the listeners were called, or never will be. Guarded by the lane. */
  boolean isOver;

  private @Nullable Throwable failure;

  Delivery(
      Happening happening,
      Object key,
      @Nullable Object newStored,
      @Nullable Object oldStored,
      int slot,
      Registration<?, ?>[] recipients,
      @Nullable Deliveries operation) {
    super(happening, key, newStored, oldStored);
    this.slot = slot;
    this.recipients = recipients;
    this.operation = operation;
  }

  /**
   * Calls the listeners one after the other, each of them whatever the others throw. Never throws.
   */
  void run() {
    for (Registration<?, ?> recipient : recipients) {
      try {
        recipient.deliver(this);
      } catch (Throwable thrown) {
        try {
          failure = Failures.join(failure, recipient.describeFailure(this, thrown));
        } catch (Throwable noRoom) { // such as the rest of an overflown stack
          failure = failure == null ? thrown : failure;
        }
      }
    }
  }

  /** What the listeners threw, once this is over. */
  @Nullable Throwable failure() {
    return failure;
  }

  /**
   * The turn of the thread that waits for this; null where none does. For holders of the lane's
   * lock.
   */
  @Nullable Turn turn() {
    Turn turn = operation == null ? null : operation.turn;
    return turn != null && turn.delivery == this ? turn : null;
  }

  /** How many listeners this is for. */
  int size() {
    return recipients.length;
  }

  boolean isFor(Registration<?, ?> registration) {
    for (Registration<?, ?> recipient : recipients) {
      if (recipient == registration) {
        return true;
      }
    }
    return false;
  }
}

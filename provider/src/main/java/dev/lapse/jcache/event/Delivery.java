package dev.lapse.jcache.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One event, with key and values in their stored form, on its way to the synchronous listeners that
 * were registered for it when it was published.
 */
final class Delivery {

  private static final VarHandle PLACE;

  static {
    try {
      PLACE = MethodHandles.lookup().findVarHandle(Delivery.class, "place", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Happening happening;
  final Object key;
  private final @Nullable Object newStored;
  private final @Nullable Object oldStored;
  private final Registration<?, ?>[] recipients;

  /** In which lane: see {@link Lanes}. Not an int, so that a delivery takes 56 bytes. */
  private final byte lane;

  /**
   * Published from within a listener that was running for the same key, so owed by the thread that
   * runs it. Guarded by the lane.
   */
  boolean nested;

  /** Whether the listeners were called, or never will be. Guarded by the lane. */
  boolean isOver;

  /** Whether its running in a queue has begun. Written by the runner of the queue. */
  boolean isBegun;

  /**
   * The operation that runs or awaits this; null where nobody does. Changed under the lock of the
   * lane, and only to null.
   */
  @Nullable Deliveries operation;

  /** The next one of the same operation, in a circle; for the thread of the operation. */
  Delivery nextOfOperation = this;

  /**
   * Null while this is alone in its slot and nobody runs it; then who runs it alone, or the queue
   * that it has come to.
   */
  private volatile @Nullable Object place;

  /** The next one of the same key. Guarded by the lane. */
  @Nullable Delivery nextOfKey;

  private @Nullable Throwable failure;

  Delivery(
      Happening happening,
      Object key,
      @Nullable Object newStored,
      @Nullable Object oldStored,
      int lane,
      Registration<?, ?>[] recipients,
      @Nullable Deliveries operation) {
    this.happening = happening;
    this.key = key;
    this.newStored = newStored;
    this.oldStored = oldStored;
    this.lane = (byte) lane;
    this.recipients = recipients;
    this.operation = operation;
  }

  int lane() {
    return Byte.toUnsignedInt(lane);
  }

  /** Begins to run this alone. Returns false where it has come to a queue. */
  boolean beginAlone(Deliveries runner) {
    return PLACE.compareAndSet(this, null, runner);
  }

  /** Who runs this, or has run it, outside of any queue. */
  @Nullable Deliveries loneRunner() {
    return place instanceof Deliveries runner ? runner : null;
  }

  /** Brings this to a queue. Returns who is running it already. For holders of the lane's lock. */
  @Nullable Deliveries enter(KeyQueue queue) {
    if (PLACE.compareAndSet(this, null, queue)) {
      return null;
    }
    Deliveries runner = loneRunner();
    isBegun = runner != null;
    place = queue;
    return runner;
  }

  /** For holders of the lane's lock. */
  @Nullable KeyQueue queue() {
    return place instanceof KeyQueue queue ? queue : null;
  }

  /**
   * Calls the listeners one after the other, each of them whatever the others throw. Never throws.
   */
  void run() {
    for (Registration<?, ?> recipient : recipients) {
      try {
        recipient.deliver(happening, key, newStored, oldStored);
      } catch (Throwable thrown) {
        try {
          failure = Failures.join(failure, recipient.describeFailure(happening, thrown));
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

package dev.lapse.jcache.event;

import javax.cache.event.CacheEntryListenerException;
import org.jspecify.annotations.Nullable;

/**
 * The synchronous deliveries that one operation owes. Filled by {@link EventDispatcher#publish}
 * while an entry is locked, completed by the same thread once it holds no lock any more. Whoever
 * has published must complete, whatever happens in between: until then other callers may have to
 * deliver these events in its place.
 *
 * <p>A worker that delivers what nobody waits for uses one without deliveries of its own: what is
 * queued for a key is run by one of these, see {@link Lanes}.
 */
public class Deliveries {

  final Thread thread = Thread.currentThread();

  /**
   * Whether the thread has gone from what it was running without the stack that it takes to say so.
   * What it has run last counts as over. Setting a field takes no stack.
   */
  volatile boolean overflown;

  /** Not null while the thread waits. Guarded by the lane. */
  @Nullable Turn turn;

  /** Where the deliveries are; from the first one on. */
  private @Nullable Lanes lanes;

  /** The last one, after which comes the first one. */
  private @Nullable Delivery last;

  /** Makes one for an operation, or a part of it, of the calling thread. */
  public Deliveries() {}

  void add(Delivery delivery, Lanes lanes) {
    this.lanes = lanes;
    if (last == null) {
      delivery.nextOfOperation = delivery;
    } else {
      delivery.nextOfOperation = last.nextOfOperation;
      last.nextOfOperation = delivery;
    }
    last = delivery;
  }

  /**
   * Calls the listeners for every event of this operation, in the order of publishing for each key,
   * or waits until another thread has done so. It returns at once for what this thread's own
   * listener call, further up its stack, stands in the way of, and where waiting would close a
   * circle of waiting threads: such an event is delivered later, by the thread that it waits for.
   * Must be called outside of every lock. Does nothing where nothing is owed.
   *
   * @throws CacheEntryListenerException if listeners or filters threw: the first one's exception,
   *     or one that has it as its cause; the others are suppressed in it. By then all listeners
   *     have got all events
   */
  public final void complete() {
    Lanes lanes = this.lanes;
    Delivery last = this.last;
    if (lanes != null && last != null) {
      this.last = null;
      complete(lanes, last);
    }
  }

  private void complete(Lanes lanes, Delivery last) {
    Throwable failure = null;
    Delivery delivery = last;
    do {
      delivery = delivery.nextOfOperation;
      failure = Failures.join(failure, lanes.deliver(delivery, this));
    } while (delivery != last);
    if (failure != null) {
      throw Failures.asListenerException("A listener failed", failure);
    }
  }
}

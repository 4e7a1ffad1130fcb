package dev.lapse.jcache.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The undelivered events of one asynchronous listener for one stripe of the keys, in order. Whoever
 * posts into an empty one hands it to the workers; a worker empties it, and makes way for other
 * tasks after a batch.
 */
final class Mailbox implements Runnable {

  private static final int STRIPE_BITS = 2;

  /** Events that a worker takes before it makes way. */
  private static final int BATCH = 256;

  private final Registration<?, ?> registration;
  private final Bookkeeping bookkeeping;
  private final Queue<PublishedEvent> events = new ConcurrentLinkedQueue<>();

  /**
   * Events posted whose batch is not over. A task exists, or is about to, exactly while this is
   * above zero, unless the workers have refused it. Counted before an event can be seen, so never
   * too low.
   */
  private final AtomicLong count = new AtomicLong();

  /**
   * How many of the count are delivered. Written by the worker, after the listener has returned.
   */
  private volatile int deliveredOfBatch;

  private volatile @Nullable Thread worker;
  private final AtomicBoolean refused = new AtomicBoolean();

  private Mailbox(Registration<?, ?> registration, Bookkeeping bookkeeping) {
    this.registration = registration;
    this.bookkeeping = bookkeeping;
  }

  static List<Mailbox> stripesFor(Registration<?, ?> registration, Bookkeeping bookkeeping) {
    List<Mailbox> stripes = new ArrayList<>();
    for (int stripe = 0; stripe < 1 << STRIPE_BITS; stripe++) {
      stripes.add(new Mailbox(registration, bookkeeping));
    }
    return List.copyOf(stripes);
  }

  static int stripeOf(int spreadHash) {
    return spreadHash & (1 << STRIPE_BITS) - 1;
  }

  /** Adds an event. The key's entry is locked. */
  void post(PublishedEvent event) {
    boolean first = count.getAndIncrement() == 0;
    events.add(event);
    if (first) {
      submit();
    } else {
      retry();
    }
  }

  /** Tries again where the workers have refused before. */
  void retry() {
    if (refused.get() && refused.compareAndSet(true, false)) {
      submit();
    }
  }

  private void submit() {
    if (!bookkeeping.workers().submit(this)) {
      refused.set(true);
    }
  }

  @Override
  public void run() {
    boolean hasMore;
    do {
      hasMore = emptyABatch();
      report();
    } while (hasMore && bookkeeping.workers().offer(this) != null);
  }

  /** Returns whether there is more to do. */
  private boolean emptyABatch() {
    worker = Thread.currentThread();
    int delivered = 0;
    Lull lull = new Lull();
    do {
      for (PublishedEvent event; delivered < BATCH && (event = events.poll()) != null; ) {
        deliver(event);
        delivered++;
        deliveredOfBatch = delivered;
        lull.gain();
        report();
      }
    } while (delivered < BATCH && lull.stay());
    worker = null;
    deliveredOfBatch = 0; // first, so that nobody sees too few undelivered
    return count.addAndGet(-delivered) > 0;
  }

  private void report() {
    bookkeeping.departures().afterwards(registration);
    bookkeeping.backlog().hasLessened();
  }

  private void deliver(PublishedEvent event) {
    try {
      registration.deliver(event);
    } catch (Throwable thrown) { // nobody can be told, and the next event has to come
      registration.logFailure(event, thrown);
    }
    Thread.interrupted(); // what one listener does to the thread is not for the next one
  }

  long undelivered() {
    return Math.max(0, count.get() - deliveredOfBatch);
  }

  boolean isIdle() {
    return count.get() <= deliveredOfBatch;
  }

  boolean isEmptiedBy(Thread thread) {
    return worker == thread;
  }

  /**
   * Takes out everything that is not being delivered.
   *
   * @return how many events that was
   */
  int drop() {
    int dropped = 0;
    while (events.poll() != null) {
      dropped++;
    }
    count.addAndGet(-dropped);
    return dropped;
  }
}

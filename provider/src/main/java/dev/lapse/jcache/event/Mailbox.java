package dev.lapse.jcache.event;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The undelivered events of one asynchronous listener for one stripe of the keys, in order. Whoever
 * posts into one without a worker hands it to the workers; a worker empties it, and makes way for
 * other tasks after a batch.
 *
 * <p>Posting is one compare-and-set: the events hang together from the newest to the oldest, and
 * each has a number, so that nobody counts them. The worker takes the whole chain at once and turns
 * it round. So as long as it is busy with one chain, publishers have the next one to themselves,
 * which matters more than anything else where both run at the same time.
 */
final class Mailbox implements Runnable {

  /** What has been posted last: an event, or the mark that the worker left when it took them. */
  sealed interface Link permits Parcel, Mark {

    /** How many events have been posted until then, from the beginning. */
    long number();
  }

  /**
   * In place of taken events.
   *
   * @param isIdle whether there is no worker, so that the next to post has to ask for one. A task
   *     exists, or is about to, exactly while no such mark is the last link, unless the workers
   *     have refused it
   */
  record Mark(long number, boolean isIdle) implements Link {}

  private static final int STRIPE_BITS = 2;

  /** Events that a worker takes before it makes way. */
  private static final int BATCH = 256;

  /**
   * What publishers write and what the worker writes are a cache line apart, and from all else: in
   * the middle of arrays.
   */
  private static final int MIDDLE = 16;

  private final Registration<?, ?> registration;
  private final Bookkeeping bookkeeping;
  private final AtomicReferenceArray<Link> last = new AtomicReferenceArray<>(2 * MIDDLE);

  /** How many events are delivered. Written by the worker, after the listener has returned. */
  private final AtomicLongArray delivered = new AtomicLongArray(2 * MIDDLE);

  /** Taken and not delivered. For the worker; when all is dropped, also for whoever does that. */
  private @Nullable Parcel rest;

  private volatile @Nullable Thread worker;
  private final AtomicBoolean refused = new AtomicBoolean();

  private Mailbox(Registration<?, ?> registration, Bookkeeping bookkeeping) {
    this.registration = registration;
    this.bookkeeping = bookkeeping;
    last.set(MIDDLE, new Mark(0, true));
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
  void post(Parcel parcel) {
    Link before;
    do {
      before = last.get(MIDDLE);
      parcel.follow(before);
    } while (!last.compareAndSet(MIDDLE, before, parcel));
    if (before instanceof Mark mark && mark.isIdle()) {
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
    } while (hasMore && bookkeeping.workers().offer(this) != null);
  }

  /** Returns whether there is more to do; if not, there is no worker any more. */
  private boolean emptyABatch() {
    worker = Thread.currentThread();
    Lull lull = new Lull();
    int done = 0;
    do {
      for (Parcel next; done < BATCH && (next = next()) != null; done++) {
        deliver(next);
        lull.gain();
        conclude();
      }
    } while (done < BATCH && lull.stay());
    worker = null;
    return rest != null || !leave();
  }

  private @Nullable Parcel next() {
    Parcel next = rest == null ? takeAll() : rest;
    if (next != null) {
      rest = (Parcel) next.neighbour();
      next.setNeighbour(null); // the listener that is running shall not hold all those behind
    }
    return next;
  }

  /** Takes what has been posted. Returns the oldest one, or null where there is nothing. */
  private @Nullable Parcel takeAll() {
    Link newest;
    do {
      newest = last.get(MIDDLE);
      if (newest instanceof Mark) {
        return null;
      }
    } while (!last.compareAndSet(MIDDLE, newest, new Mark(newest.number(), false)));
    Parcel oldest = null;
    for (Link link = newest; link instanceof Parcel parcel; ) {
      link = parcel.neighbour();
      parcel.setNeighbour(oldest);
      oldest = parcel;
    }
    return oldest;
  }

  /** Returns false where something has been posted meanwhile. */
  private boolean leave() {
    return last.get(MIDDLE) instanceof Mark mark
        && last.compareAndSet(MIDDLE, mark, new Mark(mark.number(), true));
  }

  private void conclude() {
    long now = delivered.getPlain(MIDDLE) + 1;
    if (rest == null) {
      delivered.set(MIDDLE, now); // with a fence: see Departures
      bookkeeping.departures().afterwards(registration);
    } else {
      delivered.setRelease(MIDDLE, now);
    }
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

  /** Never too few: an event has its number before anybody can see it. */
  long undelivered() {
    long before = delivered.get(MIDDLE);
    return last.get(MIDDLE).number() - before;
  }

  boolean isIdle() {
    return undelivered() == 0;
  }

  boolean isEmptiedBy(Thread thread) {
    return worker == thread;
  }

  /**
   * Takes out everything that is not being delivered. The registration is retired: should a worker
   * be between two events, it hands over no more.
   *
   * @return how many events that was
   */
  long drop() {
    long dropped = undelivered() - (worker == null ? 0 : 1);
    Link newest;
    do {
      newest = last.get(MIDDLE);
    } while (newest instanceof Parcel
        && !last.compareAndSet(MIDDLE, newest, new Mark(newest.number(), false)));
    rest = null;
    return Math.max(0, dropped);
  }
}

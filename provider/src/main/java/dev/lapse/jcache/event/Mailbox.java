package dev.lapse.jcache.event;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The undelivered events of one asynchronous listener for one stripe of the keys, in order. Whoever
 * posts into one without a worker hands it to the workers; a worker empties it, and makes way for
 * other tasks after a batch.
 *
 * <p>Posting takes a number, by one atomic addition, and fills the place of that number in a chain
 * of {@linkplain EventChunk chunks}. Publishers and the worker write nothing in common; only a
 * worker that goes writes where publishers do, so that exactly one of them sees that it has gone.
 */
final class Mailbox implements Runnable {

  private static final int STRIPE_BITS = 2;

  /** Events that a worker takes before it makes way. */
  private static final int BATCH = 256;

  /** For a publisher that has got a number, and then no processor to fill the place. */
  private static final long UNTIL_FILLED_NANOS = 20_000;

  /** How often to wait for that, before going on without. A second or two. */
  private static final int PATIENCE = 2_000;

  /*
   * Where the two counters are in their array: a cache line or more apart from each other and from
   * whatever lies before and behind.
   */
  private static final int POSTED = 8;
  private static final int DELIVERED = 24;
  private static final int COUNTERS = 32;

  /** The lowest bit of {@link #POSTED}: there is no worker. */
  private static final long IDLE = 1;

  /** What one event adds to {@link #POSTED}. */
  private static final long ONE = 2;

  private final Registration<?, ?> registration;
  private final Bookkeeping bookkeeping;

  /**
   * Posted: events that have got their number, times two, and whether a task exists, or is about
   * to, or {@link #wantsWorker} says that it should. Delivered: written by the worker, after the
   * listener has returned.
   */
  private final AtomicLongArray counters = new AtomicLongArray(COUNTERS);

  /** Near the end of the chain; never beyond what is going to get a number. */
  private volatile EventChunk writing = new EventChunk(0);

  /** Where the worker is; so never beyond what is undelivered. */
  private volatile EventChunk reading = writing;

  /** The number of the event that has to ask for a worker. Published by {@link #IDLE}. */
  private long idleFrom;

  private volatile boolean dropped;
  private volatile @Nullable Thread worker;

  /** Whoever posts next asks for a worker. */
  private final AtomicBoolean wantsWorker = new AtomicBoolean();

  /** How often in a row the worker has waited for one place to be filled. */
  private int waits;

  private Mailbox(Registration<?, ?> registration, Bookkeeping bookkeeping) {
    this.registration = registration;
    this.bookkeeping = bookkeeping;
    counters.set(POSTED, IDLE);
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
  void post(
      Happening happening, Object key, @Nullable Object newStored, @Nullable Object oldStored) {
    boolean posted;
    do {
      EventChunk start = writing; // before the number, so that it is not beyond it
      long number = takeNumber();
      EventChunk chunk = start.reaches(number) ? start : chunkOf(number, start);
      posted = chunk != null && chunk.fill(number, happening, key, newStored, oldStored);
    } while (!posted && !dropped);
    retry();
  }

  /** The worker waits for whoever has a number, for a while. */
  long takeNumber() {
    long state = counters.getAndAdd(POSTED, ONE);
    long number = state / ONE;
    if ((state & IDLE) != 0 && number == idleFrom) {
      wantsWorker.set(true);
    }
    return number;
  }

  /** Returns null if all is dropped, or the worker has gone on without this one. */
  private @Nullable EventChunk chunkOf(long number, EventChunk start) {
    EventChunk chunk = start;
    do {
      EventChunk next = chunk.nextOrNew();
      if (next == chunk) { // the worker has gone on; not beyond what is still to be filled in
        next = reading;
        if (dropped || next.isBeyond(number)) {
          return null;
        }
      }
      chunk = next;
    } while (!chunk.reaches(number));
    writing = chunk;
    return chunk;
  }

  /** Asks for a worker where there is none; also where the workers have refused before. */
  void retry() {
    if (wantsWorker.get()
        && wantsWorker.compareAndSet(true, false)
        && !bookkeeping.workers().submit(this)) {
      wantsWorker.set(true);
    }
  }

  @Override
  public void run() {
    boolean failed = true;
    try {
      if ((counters.get(POSTED) & IDLE) != 0) {
        counters.getAndAdd(POSTED, -IDLE);
      }
      boolean hasMore;
      do {
        hasMore = emptyABatch();
      } while (hasMore && bookkeeping.workers().offer(this) != null);
      failed = false;
    } finally {
      if (failed) { // such as for want of memory
        worker = null;
        wantsWorker.set(true);
      }
    }
  }

  /** Returns whether there is more to do; if not, there is no worker any more. */
  private boolean emptyABatch() {
    worker = Thread.currentThread();
    Lull lull = new Lull();
    int done = 0;
    do {
      while (done < BATCH && deliverNext()) {
        lull.gain();
        done++;
      }
      VarHandle.fullFence(); // between the count and the look at who is leaving: see Departures
      bookkeeping.departures().afterwards(registration);
      bookkeeping.backlog().hasLessened();
    } while (done < BATCH && lull.stay());
    worker = null;
    if (leave()) {
      return false;
    }
    if (done > 0) {
      waits = 0;
    } else if (waits++ < PATIENCE) {
      LockSupport.parkNanos(this, UNTIL_FILLED_NANOS);
    } else {
      waits = 0;
      goOnWithout(counters.getPlain(DELIVERED));
    }
    return true;
  }

  private boolean deliverNext() {
    long number = counters.getPlain(DELIVERED);
    EventChunk chunk = chunkToRead(number);
    if (chunk == null || dropped || !chunk.deliver(number, this)) {
      return false;
    }
    isOver(number);
    return true;
  }

  /**
   * Leaves out an event whose publisher has failed after it got its number. Where it is only slow,
   * it takes another one; as it holds the lock of its key, the events of that stay in order.
   */
  void goOnWithout(long number) {
    if (!reading.reaches(number)) {
      reading.nextOrNew();
    }
    EventChunk chunk = chunkToRead(number);
    if (chunk != null && !dropped && chunk.giveUp(number)) {
      isOver(number);
    }
  }

  /** The chunk of the next event; null where nobody has needed it yet. */
  private @Nullable EventChunk chunkToRead(long number) {
    EventChunk chunk = reading;
    if (chunk.reaches(number)) {
      return chunk;
    }
    EventChunk next = chunk.next();
    if (next != null) {
      reading = next;
      chunk.detach();
    }
    return next;
  }

  private void isOver(long number) {
    counters.setRelease(DELIVERED, number + 1);
    bookkeeping.backlog().hasLessened();
  }

  /** Returns false where there is something to do. */
  private boolean leave() {
    long number = counters.getPlain(DELIVERED);
    idleFrom = number;
    return counters.compareAndSet(POSTED, number * ONE, number * ONE + IDLE) || dropped;
  }

  /** Calls the listener. Never throws. */
  void deliver(
      Happening happening, Object key, @Nullable Object newStored, @Nullable Object oldStored) {
    try {
      registration.deliver(happening, key, newStored, oldStored);
    } catch (Throwable thrown) { // nobody can be told, and the next event has to come
      registration.logFailure(happening, thrown);
    }
    Thread.interrupted(); // what one listener does to the thread is not for the next one
  }

  /** Never too few: an event has its number before anybody can see it. */
  long undelivered() {
    long before = counters.get(DELIVERED);
    return counters.get(POSTED) / ONE - before;
  }

  boolean isIdle() {
    return undelivered() == 0;
  }

  boolean isEmptiedBy(Thread thread) {
    return worker == thread;
  }

  /**
   * Lets go of everything that is not being delivered. The registration is retired.
   *
   * @return how many events that was
   */
  long drop() {
    long rest = undelivered() - (worker == null ? 0 : 1);
    dropped = true;
    EventChunk last = reading;
    last.detach();
    writing = last;
    return Math.max(0, rest);
  }
}

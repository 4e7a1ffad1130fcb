package dev.lapse.jcache.event;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The workers that call synchronous listeners for events that nobody waits for: a few at most, each
 * at one key at a time, so that a listener which does not return for one key leaves the others to
 * the rest. A worker is a task that goes on as long as there is something to do, and makes way for
 * other tasks after a batch.
 */
final class Crew implements Runnable {

  private static final int MOST_WORKERS = 4;

  /** Deliveries that a worker takes before it makes way. */
  private static final int BATCH = 256;

  private final Lanes lanes;
  private final Submitter workers;

  /**
   * Some of these may be over by the time somebody looks, run by a caller. Guarded by this, like
   * the rest.
   */
  private final Queue<Delivery> ready = new ArrayDeque<>();

  /** Tasks that the workers have accepted and that have not ended. */
  private int hired;

  /** Those of them that are not inside of a delivery. */
  private int free;

  Crew(Lanes lanes, Submitter workers) {
    this.lanes = lanes;
    this.workers = workers;
  }

  void add(Delivery delivery) {
    boolean hire;
    synchronized (this) {
      ready.add(delivery);
      hire = wantsWorker();
    }
    if (hire) {
      hire();
    }
  }

  /** Tries again where the workers have refused before. */
  void retry() {
    boolean hire;
    synchronized (this) {
      hire = !ready.isEmpty() && wantsWorker();
    }
    if (hire) {
      hire();
    }
  }

  private boolean wantsWorker() {
    if (free > 0 || hired == MOST_WORKERS) {
      return false;
    }
    free++;
    hired++;
    return true;
  }

  private void hire() {
    if (!workers.submit(this)) {
      synchronized (this) {
        free--;
        hired--;
      }
    }
  }

  @Override
  public void run() {
    do {
      if (!workABatch()) {
        return;
      }
    } while (workers.offer(this) != null);
  }

  /** Returns whether there may be more to do; if not, the worker has left the crew. */
  private boolean workABatch() {
    Deliveries worker = new Deliveries();
    Lull lull = new Lull();
    for (int taken = 0; taken < BATCH; ) {
      Delivery delivery = take();
      if (delivery != null) {
        lanes.deliverUnattended(delivery, worker);
        Thread.interrupted(); // what one listener does to the thread is not for the next one
        giveBack();
        lull.gain();
        taken++;
      } else if (!mayStay(lull)) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Delivery take() {
    Delivery delivery;
    boolean hire;
    synchronized (this) {
      delivery = ready.poll();
      if (delivery == null) {
        return null;
      }
      free--;
      hire = !ready.isEmpty() && wantsWorker();
    }
    if (hire) {
      hire();
    }
    return delivery;
  }

  private synchronized void giveBack() {
    free++;
  }

  /** One worker without work is enough to wait for more. */
  private boolean mayStay(Lull lull) {
    if (isOnlyFreeOne() && lull.stay()) {
      return true;
    }
    synchronized (this) {
      if (!ready.isEmpty()) {
        return true;
      }
      free--;
      hired--;
      return false;
    }
  }

  private synchronized boolean isOnlyFreeOne() {
    return free == 1;
  }

  synchronized void drop() {
    ready.clear();
  }
}

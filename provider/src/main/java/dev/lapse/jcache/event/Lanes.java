package dev.lapse.jcache.event;

import dev.lapse.jcache.waiting.WaitGraph;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The deliveries to synchronous listeners that are not over, in order for each key. */
final class Lanes {

  /*
   * The contract
   *
   * The listeners get the events of one key one after the other, in the order in which they were added (under
   * the entry's lock, so that adds of one key never compete). Events of different keys have nothing to do with
   * each other: a listener that never returns holds up its own key alone.
   *
   * The common case
   *
   * A key belongs to a slot by its hash. As long as a slot holds a single delivery there is no queue and no
   * lock: the slot holds the delivery, and the delivery says in its place whether anybody runs it:
   *
   *   null          nobody yet
   *   a Deliveries  the thread of this operation
   *   a KeyQueue    it is not alone any more
   *
   * An operation adds (slot: null -> Delivery), comes back without its lock and begins (place: null -> Deliveries),
   * calls the listeners and leaves (slot: Delivery -> null): three uncontended compare-and-sets. The second one is on
   * the delivery, a young object of its own, which costs the collector nothing.
   *
   * The other case
   *
   * Whoever adds to an occupied slot puts a Lane there: queues by key, under a leaf lock; and brings the one that
   * was alone to its queue (place: null -> KeyQueue; where that fails it is being run). Where a step of the
   * common case fails, it is because the slot has become a lane, and the step goes on in there. A lane leaves
   * its slot when it is empty, and never comes back.
   *
   * Who runs a queue
   *
   * A queue without a runner is open: the first thread that needs one of its deliveries runs it from the head
   * on, other operations' deliveries included (so a thread that is slow to come, in the middle of a bulk
   * operation perhaps, stops nobody). A thread that comes to a queue with a runner waits for its turn, by the
   * graph of waits. The runner goes on as KeyQueue.keeps says, and then passes the queue on to a thread that
   * waits. So every thread runs its own deliveries where it can, and a delivery that is not over is in an open
   * queue whose operation is still to come, or has a runner, or is in the crew's list.
   *
   * Deliveries that nobody waits for (operation == null) come from the reaper; from a listener that changes its
   * own key, which cannot wait for itself; and from waits that were abandoned because they closed a circle.
   */

  private static final int LANE_BITS = 8;

  /** Four slots to a cache line: neighbours are seldom busy at the same time. */
  private static final int STRIDE_BITS = 2;

  private final AtomicReferenceArray<@Nullable Object> slots =
      new AtomicReferenceArray<>(1 << LANE_BITS + STRIDE_BITS);

  private final Backlog backlog;
  private final Departures departures;
  private final EventSource<?, ?> source;
  private final Watch watch;

  Lanes(Bookkeeping bookkeeping) {
    this.backlog = bookkeeping.backlog();
    this.departures = bookkeeping.departures();
    this.source = bookkeeping.source();
    this.watch = new Watch(this, bookkeeping.workers());
  }

  /** Which lane a key belongs to: 0 to 255. */
  static int laneOf(int spreadHash) {
    return spreadHash >>> Integer.SIZE - LANE_BITS;
  }

  private static int slotOf(Delivery delivery) {
    return delivery.lane() << STRIDE_BITS;
  }

  /** Puts a delivery behind whatever is undelivered for its key. The key's entry is locked. */
  void add(Delivery delivery) {
    int slot = slotOf(delivery);
    while (!slots.compareAndSet(slot, null, delivery)) {
      Object content = slots.get(slot);
      if (content instanceof Lane lane
          ? addTo(lane, delivery, slot)
          : content instanceof Delivery sole && addWith(sole, delivery, slot)) {
        return;
      }
    }
  }

  private boolean addTo(Lane lane, Delivery delivery, int slot) {
    synchronized (lane) {
      if (slots.get(slot) != lane) {
        return false;
      }
      lane.append(delivery);
      return true;
    }
  }

  private boolean addWith(Delivery sole, Delivery delivery, int slot) {
    Deliveries runner = sole.loneRunner();
    if (runner != null && runner.overflown) {
      return slots.compareAndSet(slot, sole, delivery);
    }
    Lane lane = new Lane();
    synchronized (lane) {
      if (!slots.compareAndSet(slot, sole, lane)) {
        return false;
      }
      lane.append(sole);
      lane.append(delivery);
      return true;
    }
  }

  /**
   * Sees to it that one of an operation's own deliveries gets over.
   *
   * @return what its listeners threw; null too where it is left to another thread
   */
  @Nullable Throwable deliver(Delivery delivery, Deliveries operation) {
    if (delivery.beginAlone(operation)) {
      runAlone(delivery, operation);
    } else if (slots.get(slotOf(delivery)) instanceof Lane lane) {
      deliverIn(lane, delivery, operation);
    }
    // Only the thread of the operation itself ever gives up its interest.
    return delivery.operation == null ? null : delivery.failure();
  }

  private void runAlone(Delivery delivery, Deliveries runner) {
    boolean left = false;
    try {
      delivery.run();
      leave(delivery, runner);
      left = true;
    } finally {
      if (!left) {
        runner.overflown = true;
      }
    }
  }

  /** Ends the running of a delivery that was alone in its slot when its running began. */
  private void leave(Delivery delivery, Deliveries runner) {
    int slot = slotOf(delivery);
    if (slots.compareAndSet(slot, delivery, null)) {
      settle(delivery, delivery.operation == null);
    } else {
      Lane lane = (Lane) slots.get(slot);
      runFrom(finish(delivery, lane, runner), lane, runner);
    }
  }

  private void deliverIn(Lane lane, Delivery delivery, Deliveries operation) {
    KeyQueue queue;
    Turn turn = null;
    synchronized (lane) {
      queue = delivery.queue();
      if (queue == null || delivery.isOver || delivery.operation == null) {
        return; // delivered by others, dropped, or left to others
      }
      Deliveries runner = queue.presentRunner();
      if (runner == null) {
        queue.runner = operation;
      } else if (runner.thread == operation.thread) {
        // The thread is inside of a listener for this very key, called further up its stack.
        backlog.add(queue.abandon(operation, true));
        return;
      } else if (queue.isStuck()) {
        backlog.add(queue.abandon(operation, false));
        return;
      } else {
        turn = new Turn(delivery, queue);
        operation.turn = turn;
      }
    }
    if (turn == null || awaitTurn(turn, lane, queue, operation)) {
      runFrom(queue.head(), lane, operation);
    }
  }

  /** Returns whether the queue has been passed on to the operation. */
  private boolean awaitTurn(Turn turn, Lane lane, KeyQueue queue, Deliveries operation) {
    watch.begin();
    WaitGraph.await(turn, true);
    synchronized (lane) {
      operation.turn = null;
      if (queue.runner == operation) {
        return true;
      }
      if (!turn.delivery.isOver) {
        backlog.add(queue.abandon(operation, false));
      }
      return false;
    }
  }

  /** Sees to it, for the crew, that a delivery which nobody waits for gets over. */
  void deliverUnattended(Delivery delivery, Deliveries worker) {
    if (delivery.beginAlone(worker)) {
      runAlone(delivery, worker);
    } else if (slots.get(slotOf(delivery)) instanceof Lane lane) {
      KeyQueue queue;
      synchronized (lane) {
        queue = delivery.queue();
        if (queue == null || delivery.isOver) {
          return; // delivered by others, or dropped
        }
        if (queue.presentRunner() != null) {
          return; // and will not leave it out
        }
        queue.runner = worker;
      }
      runFrom(queue.head(), lane, worker);
    }
  }

  private void runFrom(@Nullable Delivery first, Lane lane, Deliveries runner) {
    Delivery next = first;
    try {
      while (next != null) {
        next.isBegun = true;
        next.run();
        next = finish(next, lane, runner);
      }
    } finally {
      if (next != null) {
        runner.overflown = true;
      }
    }
  }

  /**
   * Ends a delivery in a queue. Returns the next one to run, or null where it is no longer for this
   * runner to run.
   */
  private @Nullable Delivery finish(Delivery done, Lane lane, Deliveries runner) {
    boolean unattended;
    Turn served;
    Turn passedOn = null;
    Delivery next = null;
    synchronized (lane) {
      KeyQueue queue = Objects.requireNonNull(done.queue());
      queue.removeHead(done);
      unattended = done.operation == null;
      served = done.turn();
      if (queue.keeps(runner)) {
        next = queue.head();
      } else if (queue.head() != null) {
        passedOn = queue.passOn();
      } else {
        removeQueue(lane, done);
      }
    }
    if (served != null) {
      served.end();
    }
    if (passedOn != null) {
      passedOn.end();
    }
    settle(done, unattended);
    return next;
  }

  private void removeQueue(Lane lane, Delivery last) {
    lane.remove(last);
    if (lane.isEmpty()) {
      slots.set(slotOf(last), null);
    }
  }

  private void settle(Delivery done, boolean unattended) {
    if (unattended) {
      backlog.remove(done.size());
      Throwable failure = done.failure();
      if (failure != null) {
        Failures.log("Nobody waits for what failed here", failure);
      }
    }
    departures.afterwards(done);
  }

  /**
   * Lets those threads go that wait for a listener which has been waiting itself in many looks.
   *
   * @return whether any threads still wait
   */
  boolean lookAfterWaiters() {
    List<Turn> hopeless = new ArrayList<>();
    List<Turn> orphaned = new ArrayList<>();
    boolean somebodyWaits = false;
    for (int slot = 0; slot < slots.length(); slot += 1 << STRIDE_BITS) {
      if (slots.get(slot) instanceof Lane lane) {
        synchronized (lane) {
          for (KeyQueue queue : lane.queues()) {
            somebodyWaits |= queue.look();
            if (queue.isStuck()) {
              queue.addTurns(hopeless);
            } else if (queue.presentRunner() == null) {
              Turn next = queue.passOn();
              if (next != null) {
                orphaned.add(next);
              }
            }
          }
        }
      }
    }
    orphaned.forEach(Turn::end);
    if (!hopeless.isEmpty()) {
      Failures.log(
          "A synchronous listener of "
              + source.describe()
              + " has been waiting for something for a second."
              + " Operations that have changed the same key go on without it: "
              + hopeless.size(),
          null);
      hopeless.forEach(Turn::end);
    }
    return somebodyWaits;
  }

  /** Whether anything undelivered, or only what is being run, is for this registration. */
  boolean involves(Registration<?, ?> registration, boolean runningOnly) {
    return anySlot(
        content -> {
          if (content instanceof Delivery delivery) {
            return (!runningOnly || delivery.loneRunner() != null) && delivery.isFor(registration);
          }
          for (KeyQueue queue : ((Lane) content).queues()) {
            if ((!runningOnly || queue.runner != null)
                && queue.involves(registration, runningOnly)) {
              return true;
            }
          }
          return false;
        });
  }

  /** Whether this thread runs any delivery, or has to complete one. */
  boolean involves(Thread thread) {
    return anySlot(
        content -> {
          if (content instanceof Delivery delivery) {
            Deliveries runner = delivery.loneRunner();
            Deliveries operation = delivery.operation;
            return (runner != null && runner.thread == thread)
                || (operation != null && operation.thread == thread);
          }
          for (KeyQueue queue : ((Lane) content).queues()) {
            if (queue.involves(thread)) {
              return true;
            }
          }
          return false;
        });
  }

  private boolean anySlot(Predicate<Object> wanted) {
    for (int slot = 0; slot < slots.length(); slot += 1 << STRIDE_BITS) {
      Object content = slots.get(slot);
      boolean found;
      if (content instanceof Lane lane) {
        synchronized (lane) {
          found = wanted.test(content);
        }
      } else {
        found = content != null && wanted.test(content);
      }
      if (found) {
        return true;
      }
    }
    return false;
  }

  /**
   * Takes out everything that is not being run, and lets those go who wait for it.
   *
   * @return how many deliveries, one for each listener, that was
   */
  int drop() {
    List<Delivery> dropped = new ArrayList<>();
    for (int slot = 0; slot < slots.length(); slot += 1 << STRIDE_BITS) {
      if (slots.get(slot) instanceof Delivery delivery) {
        makeLane(slot, delivery);
      }
      if (slots.get(slot) instanceof Lane lane) {
        dropFrom(lane, slot, dropped);
      }
    }
    int listeners = 0;
    for (Delivery delivery : dropped) {
      listeners += delivery.size();
      if (delivery.operation == null) {
        backlog.remove(delivery.size());
      }
    }
    return listeners;
  }

  /** So that whoever comes to run it looks there, under the lock. */
  private void makeLane(int slot, Delivery sole) {
    Lane lane = new Lane();
    synchronized (lane) {
      if (slots.compareAndSet(slot, sole, lane)) {
        lane.append(sole);
      }
    }
  }

  private void dropFrom(Lane lane, int slot, List<Delivery> dropped) {
    List<Turn> turns = new ArrayList<>();
    synchronized (lane) {
      if (slots.get(slot) != lane) {
        return;
      }
      for (Iterator<KeyQueue> queues = lane.queues().iterator(); queues.hasNext(); ) {
        KeyQueue queue = queues.next();
        for (Delivery delivery = queue.cut(); delivery != null; delivery = delivery.nextOfKey) {
          delivery.isOver = true;
          dropped.add(delivery);
          Turn turn = delivery.turn();
          if (turn != null) {
            turns.add(turn);
          }
        }
        if (queue.head() == null) {
          queues.remove();
        }
      }
      if (lane.isEmpty()) {
        slots.set(slot, null);
      }
    }
    turns.forEach(Turn::end);
  }
}

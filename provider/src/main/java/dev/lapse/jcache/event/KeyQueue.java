package dev.lapse.jcache.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is undelivered for one key, in the order of publishing. Guarded by its lane. While somebody
 * runs it, the head is the delivery that is being run.
 */
final class KeyQueue {

  /**
   * Who runs this now; null while it is open to whoever comes. Written under the lock of the lane,
   * read by anyone.
   */
  volatile @Nullable Deliveries runner;

  private @Nullable Delivery head;
  private @Nullable Delivery tail;

  /**
   * The head at the last look of the watch, if its listener was waiting for something, and in how
   * many looks it was.
   */
  private @Nullable Delivery waiting;

  private int looks;

  @Nullable Delivery head() {
    return head;
  }

  /** The runner, unless it has gone without passing the queue on. */
  @Nullable Deliveries presentRunner() {
    Deliveries last = runner;
    if (last != null && last.overflown) {
      if (head != null && head.isBegun) {
        removeHead(head);
      }
      runner = null;
    }
    return runner;
  }

  void append(Delivery delivery) {
    Deliveries present = delivery.enter(this);
    if (present != null) {
      runner = present;
    }
    if (tail == null) {
      head = delivery;
    } else {
      tail.nextOfKey = delivery;
    }
    tail = delivery;
  }

  void removeHead(Delivery delivery) {
    assert head == delivery;
    delivery.isOver = true;
    head = delivery.nextOfKey;
    if (head == null) {
      tail = null;
    }
  }

  /**
   * Whether the runner has to go on: for its own deliveries and all before them, for those that its
   * own listener calls have published, for one at the head that nobody would come for, and for any
   * such one if no other thread waits to take over.
   */
  boolean keeps(Deliveries runner) {
    boolean somebodyWaits = false;
    boolean holdsUnattended = false;
    for (Delivery delivery = head; delivery != null; delivery = delivery.nextOfKey) {
      Deliveries operation = delivery.operation;
      if (operation == runner || delivery.nested || delivery == head && operation == null) {
        return true;
      }
      somebodyWaits |= delivery.turn() != null;
      holdsUnattended |= operation == null;
    }
    return holdsUnattended && !somebodyWaits;
  }

  /**
   * Looks whether the listener that runs does anything. Returns whether some thread waits in this
   * queue.
   */
  boolean look() {
    Deliveries runner = this.runner;
    if (runner == null || !Watch.isWaitingOutside(runner.thread)) {
      waiting = null;
      looks = 0;
    } else {
      looks = waiting == head ? looks + 1 : 1;
      waiting = head;
    }
    for (Delivery delivery = head; delivery != null; delivery = delivery.nextOfKey) {
      if (delivery.turn() != null) {
        return true;
      }
    }
    return false;
  }

  /** Whether it makes no sense to wait for the listener that runs. */
  boolean isStuck() {
    Deliveries runner = this.runner;
    return looks >= Watch.PATIENCE
        && waiting == head
        && runner != null
        && Watch.isWaitingOutside(runner.thread);
  }

  void addTurns(List<Turn> turns) {
    for (Delivery delivery = head; delivery != null; delivery = delivery.nextOfKey) {
      Turn turn = delivery.turn();
      if (turn != null && !turn.isOver()) {
        turns.add(turn);
      }
    }
  }

  /**
   * Ends the part of the runner: the thread that waits for the first delivery takes over. Where
   * none waits the queue is open, as it holds only deliveries whose operations are still to come.
   *
   * @return the turn to end, outside of the lock
   */
  @Nullable Turn passOn() {
    for (Delivery delivery = head; delivery != null; delivery = delivery.nextOfKey) {
      Turn turn = delivery.turn();
      if (turn != null) {
        runner = delivery.operation;
        return turn;
      }
    }
    runner = null;
    return null;
  }

  /**
   * Leaves the deliveries of an operation to whoever runs the queue.
   *
   * @return how many listeners nobody waits for from now on
   */
  int abandon(Deliveries operation, boolean nested) {
    int listeners = 0;
    for (Delivery delivery = head; delivery != null; delivery = delivery.nextOfKey) {
      if (delivery.operation == operation) {
        delivery.operation = null;
        delivery.nested = nested;
        listeners += delivery.size();
      }
    }
    return listeners;
  }

  /** Takes out everything that is not being run. The caller has to end the turns. */
  @Nullable Delivery cut() {
    Delivery rest = runner == null ? head : head == null ? null : head.nextOfKey;
    if (runner == null) {
      head = null;
    } else if (head != null) {
      head.nextOfKey = null;
    }
    tail = head;
    return rest;
  }

  boolean involves(Registration<?, ?> registration, boolean runningOnly) {
    for (Delivery delivery = head; delivery != null; delivery = delivery.nextOfKey) {
      if (delivery.isFor(registration)) {
        return true;
      }
      if (runningOnly) {
        return false;
      }
    }
    return false;
  }

  boolean involves(Thread thread) {
    Deliveries runner = this.runner;
    if (runner != null && runner.thread == thread) {
      return true;
    }
    for (Delivery delivery = head; delivery != null; delivery = delivery.nextOfKey) {
      if (delivery.operation != null && delivery.operation.thread == thread) {
        return true;
      }
    }
    return false;
  }
}

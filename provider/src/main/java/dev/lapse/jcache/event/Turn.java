package dev.lapse.jcache.event;

import dev.lapse.jcache.waiting.Awaited;
import org.jspecify.annotations.Nullable;

/**
 * One thread's wait in the queue of a key: until its delivery is over, or the queue is its own to
 * run.
 */
final class Turn extends Awaited {

  final Delivery delivery;
  private final KeyQueue queue;
  private volatile boolean over;

  Turn(Delivery delivery, KeyQueue queue) {
    this.delivery = delivery;
    this.queue = queue;
  }

  @Override
  public @Nullable Thread owner() {
    Deliveries runner = queue.runner;
    return runner == null ? null : runner.thread;
  }

  @Override
  protected boolean isOver() {
    return over;
  }

  /** Lets the thread go on. */
  void end() {
    over = true;
    wake();
  }
}

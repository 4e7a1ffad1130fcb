package dev.lapse.jcache;

import dev.lapse.jcache.waiting.Awaited;

/** Keeps a place for a manager while the thread that asked first makes it. */
final class ManagerInMaking extends Awaited {

  private final Thread maker = Thread.currentThread();
  private volatile boolean over;

  @Override
  public Thread owner() {
    return maker;
  }

  @Override
  protected boolean isOver() {
    return over;
  }

  /** Lets those who wait look again: for the manager, or for what they can do without one. */
  void end() {
    over = true;
    wake();
  }
}

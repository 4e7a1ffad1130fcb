package dev.lapse.jcache.reaper;

/** Loaded by a class loader of its own, to see that it can go. */
public final class Foreign implements Runnable {

  private final Runnable work;

  public Foreign(Runnable work) {
    this.work = work;
  }

  @Override
  public void run() {
    work.run();
  }
}

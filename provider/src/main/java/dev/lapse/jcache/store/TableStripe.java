package dev.lapse.jcache.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A share of an {@link EntryTable}: its monitor is a lock, and it counts. */
final class TableStripe {

  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(TableStripe.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile int count;

  int count() {
    return count;
  }

  /** Returns the new count. */
  int add(int number) {
    return (int) COUNT.getAndAdd(this, number) + number;
  }
}

package dev.lapse.jcache.waiting;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Something that one thread is about to bring to its end and others may wait for, by {@link
 * WaitGraph#await}. An object that nobody waits for costs one reference field, and ending it one
 * volatile read.
 */
public abstract class Awaited {

  private static final VarHandle WAITERS;

  static {
    try {
      WAITERS = MethodHandles.lookup().findVarHandle(Awaited.class, "waiters", Waiter.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private record Waiter(Thread thread, @Nullable Waiter next) {}

  @SuppressWarnings("unused") // by WAITERS
  private volatile @Nullable Waiter waiters;

  /** For the classes that can be awaited. */
  protected Awaited() {}

  /**
   * The thread that has to make progress before this is over.
   *
   * @return the thread, or null while it is nobody in particular, as for work that waits for a pool
   */
  public abstract @Nullable Thread owner();

  /**
   * Whether waiting has come to its end. Whoever makes this true calls {@link #wake} afterwards.
   *
   * @return true once nobody needs to wait any more
   */
  protected abstract boolean isOver();

  /** Lets every waiting thread look at {@link #isOver} again. */
  protected final void wake() {
    VarHandle.fullFence();
    for (Waiter waiter = waiters; waiter != null; waiter = waiter.next) {
      LockSupport.unpark(waiter.thread);
    }
  }

  /** Announces a thread that is going to park until this is over. */
  final void enlist(Thread thread) {
    Waiter head;
    do {
      head = waiters;
    } while (!WAITERS.compareAndSet(this, head, new Waiter(thread, head)));
  }
}

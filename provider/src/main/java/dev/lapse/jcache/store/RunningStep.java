package dev.lapse.jcache.store;

import dev.lapse.jcache.waiting.Awaited;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A step that runs user code for one key: while it lasts it stands in the entry in place of the
 * value, so that mutations of that key wait for it (through the waits-for graph, not inside a
 * monitor) and readers still find the resting value.
 *
 * @param <K> the type of keys
 */
public final class RunningStep<K> extends Awaited {

  private static final VarHandle OVER;

  static {
    try {
      OVER = MethodHandles.lookup().findVarHandle(RunningStep.class, "over", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final StoredEntry<K> entry;
  private final Thread owner = Thread.currentThread();
  private final @Nullable Object prior;
  private volatile boolean over;

  /** What this step has published; null if nothing, or while nobody listens. */
  @Nullable Outbox outbox;

  RunningStep(StoredEntry<K> entry, @Nullable Object prior) {
    this.entry = entry;
    this.prior = prior;
  }

  /**
   * The value that was live when the step began; readers see it until the step ends or its deadline
   * passes.
   *
   * @return the value in stored form, or null
   */
  public @Nullable Object prior() {
    return prior;
  }

  /**
   * The deadline of the value that was live when the step began; meaningless where there was none.
   *
   * @return the deadline, which may have passed since
   */
  public long deadline() {
    return entry.deadlineAcquire();
  }

  @Override
  public Thread owner() {
    return owner;
  }

  @Override
  protected boolean isOver() {
    return over;
  }

  void end() {
    OVER.setRelease(this, true); // what waking does first is a full fence
    wake();
  }
}

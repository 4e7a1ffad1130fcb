package dev.lapse.benchmarks.subject;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The floor: a plain map whose value object carries a deadline, with one clock read a call. It does
 * not get rid of dead entries, has no events, no statistics and no bound; a cache can hardly be
 * cheaper and still know the time.
 */
abstract class MapSubject implements Subject {

  /**
   * A value and when it ends, by {@code System.nanoTime}. The deadline is plain: a floor does not
   * pay for a fence, and on the machines that this runs on a long is not torn.
   */
  static final class Timed {
    final Object value;
    long deadline;

    Timed(Object value, long deadline) {
      this.value = value;
      this.deadline = deadline;
    }
  }

  private final ConcurrentHashMap<Integer, Timed> map = new ConcurrentHashMap<>();
  final long nanosToLive;

  private MapSubject(Terms terms) {
    nanosToLive = TimeUnit.MILLISECONDS.toNanos(terms.timeToLiveMillis());
  }

  static MapSubject create(Terms terms) {
    return switch (terms.lifetime()) {
      case TOUCHED -> new Touched(terms);
      case CREATED, VARYING, MODIFIED, ETERNAL -> new Untouched(terms);
    };
  }

  /** Says whether a value that is read lives, and gives it a new deadline where reads do. */
  abstract boolean isLive(Timed timed, long now);

  @Override
  public final @Nullable Object get(Integer key) {
    Timed timed = map.get(key);
    return timed != null && isLive(timed, System.nanoTime()) ? timed.value : null;
  }

  @Override
  public final void put(Integer key, Object value) {
    map.put(key, new Timed(value, System.nanoTime() + nanosToLive));
  }

  @Override
  public final boolean putIfAbsent(Integer key, Object value) {
    return map.putIfAbsent(key, new Timed(value, System.nanoTime() + nanosToLive)) == null;
  }

  @Override
  public final @Nullable Object getAndRemove(Integer key) {
    Timed timed = map.remove(key);
    return timed != null && timed.deadline - System.nanoTime() > 0 ? timed.value : null;
  }

  @Override
  public final boolean remove(Integer key) {
    Timed timed = map.remove(key);
    return timed != null && timed.deadline - System.nanoTime() > 0;
  }

  @Override
  public final void increment(Integer key) {
    map.computeIfPresent(
        key, (k, timed) -> new Timed((Integer) timed.value + 1, System.nanoTime() + nanosToLive));
  }

  @Override
  public final void close() {
    map.clear();
  }

  private static final class Untouched extends MapSubject {
    Untouched(Terms terms) {
      super(terms);
    }

    @Override
    boolean isLive(Timed timed, long now) {
      return timed.deadline - now > 0;
    }
  }

  private static final class Touched extends MapSubject {
    Touched(Terms terms) {
      super(terms);
    }

    @Override
    boolean isLive(Timed timed, long now) {
      if (timed.deadline - now > 0) {
        timed.deadline = now + nanosToLive;
        return true;
      }
      return false;
    }
  }
}

package dev.lapse.jcache.store;

import dev.lapse.jcache.expiry.Deadline;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One key's record, and a node of the {@link EntryTable}: 40 bytes on a JVM with compressed
 * references. It is its own lock (see {@code docs/concurrency.md}): whoever changes the value holds
 * this object's monitor, or has parked a {@link RunningStep} in it while holding the monitor.
 * Readers take no lock.
 *
 * @param <K> the type of keys
 */
class StoredEntry<K> extends TableNode<K> {

  private static final VarHandle VALUE;
  private static final VarHandle DEADLINE;
  private static final VarHandle PLACE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      VALUE = lookup.findVarHandle(StoredEntry.class, "value", Object.class);
      DEADLINE = lookup.findVarHandle(StoredEntry.class, "deadline", long.class);
      PLACE = lookup.findVarHandle(StoredEntry.class, "place", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** In no stratum: see {@link Strata}. */
  static final int UNLINKED = -1;

  final K key;

  /** The value in its stored form, a {@link RunningStep}, or null where there is none. */
  private @Nullable Object value;

  /**
   * The word that decides whether the value may be shown; {@link Deadline#CLAIMED} where there is
   * none.
   */
  private long deadline = Deadline.CLAIMED;

  /** Where the strata hold this entry; written under the lock of its stripe alone. */
  private int place = UNLINKED;

  /** An entry without a value. */
  StoredEntry(K key) {
    super(hashOf(key));
    this.key = key;
  }

  /** For an entry that nobody knows yet. */
  void begin(Object firstValue, long firstDeadline) {
    value = firstValue;
    deadline = firstDeadline;
  }

  @Nullable Object valueAcquire() {
    return VALUE.getAcquire(this);
  }

  /** For holders of the monitor, which every writer of the value holds too. */
  @Nullable Object valuePlain() {
    return value;
  }

  /** For holders of the monitor. Before the deadline that goes with it is published. */
  void setValueRelease(@Nullable Object newValue) {
    VALUE.setRelease(this, newValue);
  }

  long deadlineAcquire() {
    return (long) DEADLINE.getAcquire(this);
  }

  /**
   * A volatile read: ordered after any volatile write of {@code place} before it. See {@link
   * Strata}.
   */
  long deadlineVolatile() {
    return (long) DEADLINE.getVolatile(this);
  }

  /**
   * Publishes the deadline of a value written before. A full fence, so that a reading of {@code
   * place} after it sees what the strata did for the former deadline.
   *
   * @return the deadline that stood until now
   */
  long exchangeDeadline(long newDeadline) {
    return (long) DEADLINE.getAndSet(this, newDeadline);
  }

  /** A full fence where it succeeds. */
  boolean casDeadline(long expected, long newDeadline) {
    return DEADLINE.compareAndSet(this, expected, newDeadline);
  }

  int placeVolatile() {
    return (int) PLACE.getVolatile(this);
  }

  /** For holders of the stripe's lock. */
  int placePlain() {
    return place;
  }

  /**
   * For holders of the stripe's lock, within the same slot: a reader without the lock looks at the
   * slot alone.
   */
  void setPlacePlain(int newPlace) {
    place = newPlace;
  }

  /** For holders of the stripe's lock. */
  void setPlaceVolatile(int newPlace) {
    PLACE.setVolatile(this, newPlace);
  }
}

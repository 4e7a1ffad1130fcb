package dev.lapse.jcache.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Room for some events in a row of a {@link Mailbox}: filled by publishers, each at a place of its
 * own, and emptied by the one worker.
 *
 * <p>Events lie in it by their parts, without an object of their own. And it is young: a reference
 * written to an object that has been there for long costs a fence and a record for the collector,
 * one written to a chunk costs neither.
 */
final class EventChunk {

  /** How many events it has room for. */
  static final int SIZE = 32;

  private static final int PARTS = 4;

  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Object[].class);

  private static final VarHandle NEXT;

  static {
    try {
      NEXT = MethodHandles.lookup().findVarHandle(EventChunk.class, "next", EventChunk.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The number of the event at the first place. */
  private final long first;

  private final @Nullable Object[] slots = new @Nullable Object[SIZE * PARTS];

  /** This itself once the worker is done with it. */
  private volatile @Nullable EventChunk next;

  EventChunk(long first) {
    this.first = first;
  }

  /** Whether the event of this number, which comes not before the first one, is not beyond it. */
  boolean reaches(long number) {
    return number - first < SIZE;
  }

  /** Whether the event of this number comes before the first one. */
  boolean isBeyond(long number) {
    return number < first;
  }

  /** Fills the place of an event, once. Returns false where it has been given up. */
  boolean fill(
      long number,
      Happening happening,
      Object key,
      @Nullable Object newStored,
      @Nullable Object oldStored) {
    int slot = slotOf(number);
    slots[slot + 1] = key;
    slots[slot + 2] = newStored;
    slots[slot + 3] = oldStored;
    return SLOTS.compareAndSet(slots, slot, null, happening);
  }

  /** For the worker: returns false where the place has been filled in. */
  boolean giveUp(long number) {
    return SLOTS.compareAndSet(slots, slotOf(number), null, this);
  }

  /** Hands an event over and lets go of it. Returns false where it has not been filled in yet. */
  boolean deliver(long number, Mailbox mailbox) {
    int slot = slotOf(number);
    Happening happening = (Happening) SLOTS.getAcquire(slots, slot);
    Object key = slots[slot + 1];
    if (happening == null || key == null) {
      return false;
    }
    Object newStored = slots[slot + 2];
    Object oldStored = slots[slot + 3];
    slots[slot] = null;
    slots[slot + 1] = null;
    slots[slot + 2] = null;
    slots[slot + 3] = null;
    mailbox.deliver(happening, key, newStored, oldStored);
    return true;
  }

  private int slotOf(long number) {
    return (int) (number - first) * PARTS;
  }

  /** The chunk behind this; null if nobody has needed it yet. */
  @Nullable EventChunk next() {
    return next;
  }

  /** The chunk behind this, made if it is not there; this itself if it is detached. */
  EventChunk nextOrNew() {
    EventChunk present = next;
    if (present == null) {
      present = new EventChunk(first + SIZE);
      if (!NEXT.compareAndSet(this, null, present)) {
        return nextOrNew();
      }
    }
    return present;
  }

  /**
   * Says that all of it is delivered or dropped. Without this, one chunk that has grown old would
   * keep all the later ones for the collector.
   */
  void detach() {
    next = this;
  }
}

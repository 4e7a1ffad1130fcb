package dev.lapse.jcache.store;

import dev.lapse.jcache.expiry.Deadline;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A part of the strata of a cache under one lock: the entries of one or more lanes. See {@link
 * Strata} for the protocol. Unless said otherwise the caller has {@linkplain #acquire acquired} the
 * lock; it is a leaf, and nothing below calls code of the user.
 *
 * @param <K> the type of keys
 */
final class StrataStripe<K> {

  private static final int SPLIT_SIZE = 1024;
  private static final int SPLIT_CONTENTION = 64;

  private final ReentrantLock lock = new ReentrantLock();

  /** How many low bits of the lane are fixed for this stripe, and what they are. */
  private int depth;

  private final int prefix;
  private final int slotCapacity;
  private final @Nullable StrataRing<K>[] rings;

  /** Entries that were due, or whose slot had passed, when they were linked. */
  private @Nullable StrataSlot<K> overdue;

  private long overdueSince;

  /**
   * The latest moment that a caller told; slots are chosen by it, so that they never run backwards.
   */
  private long clock;

  private int size;

  /** How often somebody had to wait for the lock since the last split. */
  private int contended;

  /**
   * When the first slot may be drawn from, {@link Long#MAX_VALUE} if there is none. Read by
   * everybody.
   */
  private volatile long nextDue = Long.MAX_VALUE;

  @SuppressWarnings("unchecked")
  StrataStripe(int depth, int prefix, int slotCapacity) {
    this.depth = depth;
    this.prefix = prefix;
    this.slotCapacity = slotCapacity;
    this.rings = (StrataRing<K>[]) new StrataRing<?>[StrataGeometry.LEVELS];
  }

  void acquire() {
    if (!lock.tryLock()) {
      lock.lock();
      contended++;
    }
  }

  void release() {
    lock.unlock();
  }

  /** Exact for holders of the lock, an estimate for others. */
  int size() {
    return size;
  }

  int contended() {
    return contended;
  }

  int depth() {
    return depth;
  }

  /** Without the lock. */
  long nextDue() {
    return nextDue;
  }

  long clock() {
    return clock;
  }

  /** Without the lock: the slot that a place tells, or null where it has gone meanwhile. */
  @Nullable StrataSlot<K> peek(int place) {
    int id = StrataGeometry.idOf(place);
    if (id == StrataGeometry.OVERDUE_ID) {
      return overdue;
    }
    StrataRing<K> ring = rings[StrataGeometry.level(id)];
    return ring == null ? null : ring.peek(StrataGeometry.position(id));
  }

  /**
   * Makes the entry's place agree with its deadline: linked in a slot that starts no later if the
   * deadline is finite, not linked if it is claimed. The deadline is read again after each change
   * of place, until there is nothing to change.
   *
   * @param lane the entry's lane
   * @param now a reading of the clock
   */
  void settle(StoredEntry<K> entry, int lane, long now) {
    clock = Math.max(clock, now);
    settle(entry, lane);
    publishNextDue();
  }

  private void settle(StoredEntry<K> entry, int lane) {
    for (; ; ) {
      long deadline = entry.deadlineVolatile();
      int place = entry.placePlain();
      if (place == StoredEntry.UNLINKED) {
        if (!Deadline.isFinite(deadline) || !insert(entry, lane, deadline)) {
          return;
        }
      } else if (deadline == Deadline.CLAIMED || slotAt(place).start > deadline) {
        remove(place);
        entry.setPlaceVolatile(StoredEntry.UNLINKED);
      } else {
        return;
      }
    }
  }

  /** Returns false if there is no room: see {@link #slotFor}. */
  private boolean insert(StoredEntry<K> entry, int lane, long deadline) {
    StrataSlot<K> slot = slotFor(deadline);
    if (slot == null) {
      return false;
    }
    int index = slot.add(entry);
    size++;
    entry.setPlaceVolatile(StrataGeometry.place(lane, slot.id, index));
    return true;
  }

  private void remove(int place) {
    StrataSlot<K> slot = slotAt(place);
    slot.remove(StrataGeometry.indexOf(place));
    size--;
    dropIfEmpty(slot);
  }

  private void dropIfEmpty(StrataSlot<K> slot) {
    if (slot.size() == 0) {
      if (slot.id == StrataGeometry.OVERDUE_ID) {
        overdue = null;
      } else {
        ring(StrataGeometry.level(slot.id)).drop(slot);
      }
    }
  }

  private StrataSlot<K> slotAt(int place) {
    StrataSlot<K> slot = peek(place);
    assert slot != null;
    return slot;
  }

  private StrataRing<K> ring(int level) {
    StrataRing<K> ring = rings[level];
    if (ring == null) {
      ring = new StrataRing<>(level);
      rings[level] = ring;
    }
    return ring;
  }

  /**
   * The slot for a deadline, which starts no later: the one of the lowest level whose ring reaches
   * so far, or the farthest one of the highest level. Null where there is no room: see {@link
   * #spareSlot}.
   */
  private @Nullable StrataSlot<K> slotFor(long deadline) {
    if (deadline >> StrataGeometry.shift(0) < clock >> StrataGeometry.shift(0)) {
      return overdueSlot();
    }
    int level = 0;
    long farthest = farthest(0);
    while (deadline >> StrataGeometry.shift(level) > farthest
        && level < StrataGeometry.LEVELS - 1) {
      farthest = farthest(++level);
    }
    long number = Math.min(deadline >> StrataGeometry.shift(level), farthest);
    StrataSlot<K> slot = ring(level).findOrAdd(number);
    return slot.size() < slotCapacity ? slot : spareSlot(deadline, level);
  }

  private long farthest(int level) {
    long current = clock >> StrataGeometry.shift(level);
    StrataRing<K> ring = rings[level];
    return ring == null ? current + StrataGeometry.slots(level) - 1 : ring.farthest(current);
  }

  /**
   * Stands in for a full slot: the nearest one before it, of this level or else of a lower one,
   * that has room and is not open yet, so that the entry is met too early, but not again and again
   * in one pass. Null if there is none, which takes {@link StrataGeometry#SLOT_CAPACITY} entries of
   * this stripe in each of them; then the entry is left to lazy expiry.
   */
  private @Nullable StrataSlot<K> spareSlot(long deadline, int highest) {
    for (int level = highest; level >= 0; level--) {
      long number = Math.min(deadline >> StrataGeometry.shift(level), farthest(level));
      for (; StrataGeometry.opensAt(level, number) > clock; number--) {
        StrataSlot<K> slot = ring(level).find(number);
        if (slot == null || slot.size() < slotCapacity) {
          return ring(level).findOrAdd(number);
        }
      }
    }
    return null;
  }

  private @Nullable StrataSlot<K> overdueSlot() {
    StrataSlot<K> slot = overdue;
    if (slot == null) {
      slot = new StrataSlot<>(StrataGeometry.OVERDUE_ID, 0);
      overdue = slot;
      overdueSince = clock;
    }
    return slot.size() < slotCapacity ? slot : null;
  }

  /**
   * Writes the volatile field only where it changes, which is when a slot comes first or the first
   * one goes.
   */
  private void publishNextDue() {
    long opensAt = overdue == null ? Long.MAX_VALUE : overdueSince;
    for (StrataRing<K> ring : rings) {
      if (ring != null) {
        opensAt = Math.min(opensAt, ring.opensAt());
      }
    }
    if (opensAt != nextDue) {
      nextDue = opensAt;
    }
  }

  /**
   * Draws random entries from the slots that are open, the one with the earliest start first: takes
   * out the due ones, homes the others anew.
   *
   * <p>A slot that is being drained gets none of its entries back, so this ends: of level 0 it has
   * passed, and what is not due belongs to a later one. Of a higher level, every open slot with an
   * earlier start has been drained before, so that nothing in the level below lies before the
   * present moment, and its ring reaches beyond the end of this slot.
   *
   * @param due receives the entries that are due; they are no longer linked
   * @return how many were inspected; fewer than the limit if no open slot is left
   */
  int draw(
      long now, int limit, RandomGenerator random, List<StoredEntry<K>> due, RoundCounts counts) {
    clock = Math.max(clock, now);
    int inspected = 0;
    StrataSlot<K> slot = null;
    while (inspected < limit) {
      if (slot == null) {
        slot = firstOpen();
        if (slot == null) {
          break;
        }
      }
      int index = random.nextInt(slot.size());
      takeOut(slot, index, due, counts);
      inspected++;
      if (slot.size() == 0) {
        dropIfEmpty(slot);
        slot = null;
      }
    }
    counts.addInspected(inspected);
    publishNextDue();
    return inspected;
  }

  private void takeOut(
      StrataSlot<K> slot, int index, List<StoredEntry<K>> due, RoundCounts counts) {
    StoredEntry<K> entry = slot.remove(index);
    size--;
    int lane = StrataGeometry.laneOf(entry.placePlain());
    long deadline = entry.deadlineVolatile();
    if (!Deadline.isFinite(deadline)) {
      entry.setPlaceVolatile(StoredEntry.UNLINKED);
      settle(entry, lane);
    } else if (Deadline.isDue(deadline, clock)) {
      entry.setPlaceVolatile(StoredEntry.UNLINKED);
      due.add(entry);
    } else {
      counts.addRehomed(1);
      if (!insert(entry, lane, deadline)) {
        entry.setPlaceVolatile(StoredEntry.UNLINKED);
      }
      settle(entry, lane);
    }
  }

  private @Nullable StrataSlot<K> firstOpen() {
    if (overdue != null) {
      return overdue;
    }
    StrataSlot<K> first = null;
    for (StrataRing<K> ring : rings) {
      if (ring != null && ring.opensAt() <= clock) {
        StrataSlot<K> slot = ring.firstSlot();
        if (first == null || slot.start < first.start) {
          first = slot;
        }
      }
    }
    return first;
  }

  /**
   * Inspects random entries of the slot that holds the present moment, without replacement, takes
   * out the due ones and leaves the others where they are.
   *
   * @param due receives the entries that are due; they are no longer linked
   */
  void drawCurrent(
      long now, int limit, RandomGenerator random, List<StoredEntry<K>> due, RoundCounts counts) {
    clock = Math.max(clock, now);
    StrataSlot<K> slot = currentSlot(clock);
    if (slot == null) {
      return;
    }
    int inspected = 0;
    for (int unseen = slot.size(); unseen > 0 && inspected < limit; unseen--) {
      // The entries from `unseen` on have been looked at; a swap puts the next one at their border.
      slot.swap(random.nextInt(unseen), unseen - 1);
      StoredEntry<K> entry = slot.get(unseen - 1);
      inspected++;
      long deadline = entry.deadlineVolatile();
      if (Deadline.isFinite(deadline) && Deadline.isDue(deadline, clock)) {
        slot.remove(unseen - 1);
        size--;
        entry.setPlaceVolatile(StoredEntry.UNLINKED);
        due.add(entry);
      }
    }
    counts.addInspected(inspected);
    dropIfEmpty(slot);
    publishNextDue();
  }

  /** Also without the lock, for an estimate. */
  int currentSize(long now) {
    StrataSlot<K> slot = currentSlot(now);
    return slot == null ? 0 : slot.size();
  }

  private @Nullable StrataSlot<K> currentSlot(long now) {
    StrataRing<K> finest = rings[0];
    long start = now >> StrataGeometry.shift(0) << StrataGeometry.shift(0);
    StrataSlot<K> slot =
        finest == null
            ? null
            : finest.peek(
                StrataGeometry.position(StrataGeometry.id(0, now >> StrataGeometry.shift(0))));
    return slot != null && slot.start == start ? slot : null;
  }

  /** The deadline that an entry here which is overdue could have at the earliest. */
  long oldestDue() {
    long oldest = overdue == null ? Long.MAX_VALUE : overdueSince;
    for (StrataRing<K> ring : rings) {
      if (ring != null && !ring.isEmpty()) {
        // All of a slot of level 0 is due at its end, while a higher one opens before any of it is
        // due.
        oldest = Math.min(oldest, ring.level == 0 ? ring.opensAt() : ring.firstSlot().start);
      }
    }
    return oldest;
  }

  /** A random entry of the slot that comes first; null if there is none. */
  @Nullable StoredEntry<K> nearest(RandomGenerator random) {
    StrataSlot<K> first = overdue;
    if (first == null) {
      for (StrataRing<K> ring : rings) {
        if (ring != null
            && !ring.isEmpty()
            && (first == null || ring.firstSlot().start < first.start)) {
          first = ring.firstSlot();
        }
      }
    }
    return first == null ? null : first.get(random.nextInt(first.size()));
  }

  /** Adds entries, each chosen uniformly with replacement, to the sample. */
  void sample(int number, RandomGenerator random, List<StoredEntry<K>> sample) {
    if (size == 0) {
      return;
    }
    int[] ranks = new int[number];
    for (int i = 0; i < number; i++) {
      ranks[i] = random.nextInt(size);
    }
    Arrays.sort(ranks);
    int next = 0;
    int before = 0;
    if (overdue != null) {
      next = pick(overdue, ranks, next, before, sample);
      before = overdue.size();
    }
    for (int level = 0; level < rings.length && next < number; level++) {
      StrataRing<K> ring = rings[level];
      if (ring != null && !ring.isEmpty()) {
        long slotNumber = ring.firstNumber();
        for (int left = ring.count(); left > 0; left--) {
          StrataSlot<K> slot = ring.find(slotNumber);
          assert slot != null;
          next = pick(slot, ranks, next, before, sample);
          before += slot.size();
          if (left > 1) {
            slotNumber = ring.after(slotNumber);
          }
        }
      }
    }
  }

  private static <K> int pick(
      StrataSlot<K> slot, int[] ranks, int next, int before, List<StoredEntry<K>> sample) {
    int rank = next;
    while (rank < ranks.length && ranks[rank] < before + slot.size()) {
      sample.add(slot.get(ranks[rank++] - before));
    }
    return rank;
  }

  /**
   * Whether this stripe has become large or contended enough to be halved.
   *
   * @return true if {@link #split} would help
   */
  boolean wantsSplit() {
    return 1 << depth < StrataGeometry.LANES && (size > SPLIT_SIZE || contended > SPLIT_CONTENTION);
  }

  /** Creates the stripe that takes over half of the lanes; nothing is moved yet. */
  StrataStripe<K> sibling() {
    StrataStripe<K> sibling = new StrataStripe<>(depth + 1, prefix | 1 << depth, slotCapacity);
    sibling.clock = clock;
    return sibling;
  }

  boolean serves(int lane) {
    return (lane & (1 << depth) - 1) == prefix;
  }

  /**
   * Moves the entries whose lanes the sibling serves, each into the slot with the same start: so
   * whoever compares a deadline with the start of the entry's slot meanwhile, without a lock, gets
   * the same answer from both.
   *
   * @param sibling the result of {@link #sibling}, locked by the caller too and published for its
   *     lanes
   */
  void moveTo(StrataStripe<K> sibling) {
    depth++;
    contended = 0;
    if (overdue != null) {
      sibling.overdueSince = overdueSince;
      moveTo(sibling, overdue);
    }
    for (StrataRing<K> ring : rings) {
      if (ring != null && !ring.isEmpty()) {
        long number = ring.firstNumber();
        for (int left = ring.count(); left > 0; left--) {
          StrataSlot<K> slot = ring.find(number);
          assert slot != null;
          if (left > 1) {
            number = ring.after(number);
          }
          moveTo(sibling, slot);
        }
      }
    }
    sibling.publishNextDue();
    publishNextDue();
  }

  private void moveTo(StrataStripe<K> sibling, StrataSlot<K> slot) {
    for (int index = slot.size() - 1; index >= 0; index--) {
      StoredEntry<K> entry = slot.get(index);
      int lane = StrataGeometry.laneOf(entry.placePlain());
      if (sibling.serves(lane)) {
        StrataSlot<K> target = sibling.sameSlot(slot);
        slot.remove(index);
        size--;
        sibling.size++;
        entry.setPlaceVolatile(StrataGeometry.place(lane, slot.id, target.add(entry)));
      }
    }
    dropIfEmpty(slot);
  }

  private StrataSlot<K> sameSlot(StrataSlot<K> slot) {
    if (slot.id == StrataGeometry.OVERDUE_ID) {
      if (overdue == null) {
        overdue = new StrataSlot<>(slot.id, slot.start);
      }
      return overdue;
    }
    int level = StrataGeometry.level(slot.id);
    return ring(level).findOrAdd(slot.start >> StrataGeometry.shift(level));
  }
}

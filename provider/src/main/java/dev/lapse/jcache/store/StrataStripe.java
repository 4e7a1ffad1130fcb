package dev.lapse.jcache.store;

import dev.lapse.jcache.expiry.Deadline;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
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

  private final StrataExtras<K> extras = new StrataExtras<>();

  /**
   * The latest moment that a caller told; slots are chosen by it, so that they never run backwards.
   */
  private long clock;

  private int size;

  /** How often somebody had to wait for the lock since the last split. */
  private int contended;

  /** A slot has been added or dropped since the fields below were written. */
  private boolean reshaped;

  private volatile long nextDue = Long.MAX_VALUE;
  private volatile long oldestDue = Long.MAX_VALUE;

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

  /** When the first slot opens; {@link Long#MAX_VALUE} if there is none. Without the lock. */
  long nextDue() {
    return nextDue;
  }

  /**
   * The least {@link StrataSlot#oldestDue} of all slots; {@link Long#MAX_VALUE} if there is none.
   * Without the lock.
   */
  long oldestDue() {
    return oldestDue;
  }

  /** Without the lock: the slot that a place tells, or null where it has gone meanwhile. */
  @Nullable StrataSlot<K> peek(int place) {
    return slot(StrataGeometry.idOf(place));
  }

  private @Nullable StrataSlot<K> slot(int id) {
    if (id >= StrataGeometry.FIRST_EXTRA_ID) {
      return extras.peek(id);
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
    publish();
  }

  /**
   * Takes an entry out, if it is in. The caller reads its deadline afterwards, and settles it if it
   * is finite.
   */
  void unlink(StoredEntry<K> entry) {
    int place = entry.placePlain();
    if (place != StoredEntry.UNLINKED) {
      remove(place);
      entry.setPlaceVolatile(StoredEntry.UNLINKED);
      publish();
    }
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

  /** Returns false if there is no room for it. */
  private boolean insert(StoredEntry<K> entry, int lane, long deadline) {
    StrataSlot<K> slot = slotFor(deadline);
    if (slot == null) {
      return false;
    }
    int index = slot.add(entry);
    size++;
    reshaped |= index == 0;
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
    if (slot.size() == 0 && slot(slot.id) == slot) {
      reshaped = true;
      if (slot.id >= StrataGeometry.FIRST_EXTRA_ID) {
        extras.drop(slot);
      } else {
        ring(slot.level).drop(slot);
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
   * so far, or the farthest one of the highest level; where that is full, another one beside it.
   * Null if there can be no more of those, which takes a hundred million entries of this stripe due
   * at about the same time; then the entry is left to lazy expiry.
   */
  private @Nullable StrataSlot<K> slotFor(long deadline) {
    if (deadline >> StrataGeometry.shift(0) < clock >> StrataGeometry.shift(0)) {
      return extras.findOrAdd(StrataGeometry.OVERDUE, Long.MIN_VALUE, clock, slotCapacity);
    }
    int level = 0;
    long farthest = farthest(0);
    while (deadline >> StrataGeometry.shift(level) > farthest
        && level < StrataGeometry.LEVELS - 1) {
      farthest = farthest(++level);
    }
    StrataSlot<K> slot =
        ring(level).findOrAdd(Math.min(deadline >> StrataGeometry.shift(level), farthest));
    return slot.size() < slotCapacity
        ? slot
        : extras.findOrAdd(level, slot.start, slot.opensAt, slotCapacity);
  }

  private long farthest(int level) {
    long current = clock >> StrataGeometry.shift(level);
    StrataRing<K> ring = rings[level];
    return ring == null ? current + StrataGeometry.slots(level) - 1 : ring.farthest(current);
  }

  /** Tells everybody about the first slots, where they have changed. */
  private void publish() {
    if (!reshaped) {
      return;
    }
    reshaped = false;
    long opens = extras.isEmpty() ? Long.MAX_VALUE : extras.firstOpensAt();
    long oldest = extras.isEmpty() ? Long.MAX_VALUE : extras.oldestDue();
    for (StrataRing<K> ring : rings) {
      if (ring != null && !ring.isEmpty()) {
        opens = Math.min(opens, ring.firstSlot().opensAt);
        oldest = Math.min(oldest, ring.firstSlot().oldestDue());
      }
    }
    if (opens != nextDue) {
      nextDue = opens;
    }
    if (oldest != oldestDue) {
      oldestDue = oldest;
    }
  }

  /**
   * Draws random entries from the slots that are open, the one whose entries are due first before
   * the others: takes out the due ones, homes the rest anew.
   *
   * <p>A slot that is being drained gets none of its entries back, so this ends. Of level 0 it has
   * passed, and what is not due belongs to a later one. Of a higher level, it opened a quarter of
   * its width before its start, and every open slot that ends before its start has been drained
   * already; so in the level below nothing lies before the present moment, or, in a reaper's delay,
   * before the start of this slot, and the ring of that level reaches beyond the end of this one.
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
        slot = earliest(clock);
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
    publish();
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

  /**
   * Among the slots that open by then the one whose entries are due first; null if there is none.
   */
  private @Nullable StrataSlot<K> earliest(long opensBy) {
    StrataSlot<K> first = extras.isEmpty() ? null : extras.earliest(opensBy);
    for (StrataRing<K> ring : rings) {
      if (ring != null && !ring.isEmpty() && ring.firstSlot().opensAt <= opensBy) {
        StrataSlot<K> slot = ring.firstSlot();
        if (first == null || slot.oldestDue() < first.oldestDue()) {
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
    publish();
  }

  /** Also without the lock, for an estimate. */
  int currentSize(long now) {
    StrataSlot<K> slot = currentSlot(now);
    return slot == null ? 0 : slot.size();
  }

  private @Nullable StrataSlot<K> currentSlot(long now) {
    StrataRing<K> finest = rings[0];
    long number = now >> StrataGeometry.shift(0);
    StrataSlot<K> slot =
        finest == null ? null : finest.peek(StrataGeometry.position(StrataGeometry.id(0, number)));
    return slot != null && slot.start == number << StrataGeometry.shift(0) ? slot : null;
  }

  /** A random entry of the slot that comes first; null if there is none. */
  @Nullable StoredEntry<K> nearest(RandomGenerator random) {
    StrataSlot<K> first = earliest(Long.MAX_VALUE - 1);
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
    int[] next = {0};
    int[] before = {0};
    forEachSlot(
        slot -> {
          int end = before[0] + slot.size();
          while (next[0] < number && ranks[next[0]] < end) {
            sample.add(slot.get(ranks[next[0]++] - before[0]));
          }
          before[0] = end;
        });
  }

  private void forEachSlot(Consumer<StrataSlot<K>> visitor) {
    extras.forEach(visitor);
    for (StrataRing<K> ring : rings) {
      if (ring != null) {
        ring.forEach(visitor);
      }
    }
  }

  /**
   * Whether this stripe has become large or contended enough to be halved.
   *
   * @return true if {@link #sibling} would help
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
   * Moves the entries whose lanes the sibling serves, each into a slot with the same start: so
   * whoever compares a deadline with the start of the entry's slot meanwhile, without a lock, gets
   * the same answer from both.
   *
   * @param sibling the result of {@link #sibling}, locked by the caller too and published for its
   *     lanes
   */
  void moveTo(StrataStripe<K> sibling) {
    depth++;
    contended = 0;
    forEachSlot(slot -> moveTo(sibling, slot));
    sibling.reshaped = true;
    sibling.publish();
    publish();
  }

  private void moveTo(StrataStripe<K> sibling, StrataSlot<K> slot) {
    for (int index = slot.size() - 1; index >= 0; index--) {
      StoredEntry<K> entry = slot.get(index);
      int lane = StrataGeometry.laneOf(entry.placePlain());
      if (sibling.serves(lane)) {
        StrataSlot<K> target = sibling.slotLike(slot);
        slot.remove(index);
        size--;
        sibling.size++;
        entry.setPlaceVolatile(StrataGeometry.place(lane, target.id, target.add(entry)));
      }
    }
    dropIfEmpty(slot);
  }

  /**
   * One with room, of the same level and start; there is one, since the original had room for the
   * entry.
   */
  private StrataSlot<K> slotLike(StrataSlot<K> original) {
    StrataSlot<K> slot = null;
    if (original.level != StrataGeometry.OVERDUE) {
      slot = ring(original.level).findOrAdd(original.start >> StrataGeometry.shift(original.level));
    }
    if (slot == null || slot.size() >= slotCapacity) {
      slot = extras.findOrAdd(original.level, original.start, original.opensAt, slotCapacity);
    }
    assert slot != null;
    return slot;
  }
}

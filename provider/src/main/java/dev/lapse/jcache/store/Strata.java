package dev.lapse.jcache.store;

import dev.lapse.jcache.expiry.Deadline;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a cache that carry a deadline, by coarse deadline, so that the reaper can draw
 * where the dead are. Entries that live for ever are not in here and cost nothing.
 *
 * @param <K> the type of keys
 */
final class Strata<K> {

  /*
   * Invariant
   * ---------
   * An entry with a finite deadline is linked in a slot whose start is no later than its deadline: it is met too early at
   * worst, and then homed anew. So a deadline that moves later costs nothing here; one that moves earlier than the start of
   * the entry's slot, or comes to an entry that is not linked, must be told by ensureLinked. Between a change of the
   * deadline and that call, and between draw and the verdict of whoever drew, an entry may be out of place.
   *
   * Why no deadline gets lost
   * -------------------------
   * The writer of a deadline stores it with a full fence and then reads `place`. Whoever changes `place`, under the stripe's
   * lock, writes it volatile and then reads the deadline (StrataStripe.settle repeats until there is nothing to change).
   * Of two such threads at least one sees the other's store:
   *   - the writer reads the new place: it compares with the start of the slot that the entry is in now;
   *   - else its deadline was stored before the place changed, and the one who changed it sees it and settles it.
   * The writer looks up the slot's start without the lock. If the place that it read still stands while it looks, so does
   * the slot (a slot with an entry is not dropped), and it was stored before the place. If the place has changed meanwhile,
   * it does not matter what the writer found, since whoever changed it reads the deadline afterwards.
   * An entry that draw() handed out is not linked; the one who drew it decides about it under the entry's lock and links it
   * again if it is alive. A running step that keeps him from deciding ends with ensureLinked.
   *
   * Lanes and stripes
   * -----------------
   * The upper bits of the spread key hash choose one of 16 lanes. A stripe, with its lock, serves 16, 8, 4, 2 or 1 of them:
   * a cache starts with one stripe, and a stripe that has become large or contended is halved, so that small caches stay
   * small. Who wants the lock of a lane looks up the stripe, takes its lock and looks again. The one who splits holds the
   * locks of both halves while it publishes the new one, so nobody works on a half-moved lane.
   *
   * When the reaper has to come
   * ---------------------------
   * `earliest` is no later than the opening of the first slot of any stripe. A thread that links into a new first slot
   * writes its stripe's nextDue and then lowers `earliest` if it has to; refresh() writes the largest value and then reads
   * the stripes. So the one or the other sees the new slot. Lowering also calls the hook, which may wake the reaper.
   */

  private static final VarHandle EARLIEST;

  static {
    try {
      EARLIEST = MethodHandles.lookup().findVarHandle(Strata.class, "earliest", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final LongConsumer onEarlierSlot;
  private final AtomicReferenceArray<StrataStripe<K>> lanes =
      new AtomicReferenceArray<>(StrataGeometry.LANES);

  /**
   * Each stripe once. Replaced under this object's monitor, which is taken after a stripe's lock.
   */
  private volatile StrataStripe<K>[] stripes;

  private volatile long earliest = Long.MAX_VALUE;

  /**
   * Creates strata without entries.
   *
   * @param onEarlierSlot called when an entry is linked into a slot that opens earlier than any so
   *     far, with the moment when it opens; without a lock of the strata, but possibly with the
   *     entry's
   */
  Strata(LongConsumer onEarlierSlot) {
    this(onEarlierSlot, StrataGeometry.SLOT_CAPACITY);
  }

  @SuppressWarnings("unchecked")
  Strata(LongConsumer onEarlierSlot, int slotCapacity) {
    this.onEarlierSlot = onEarlierSlot;
    StrataStripe<K> only = new StrataStripe<>(0, 0, slotCapacity);
    for (int lane = 0; lane < StrataGeometry.LANES; lane++) {
      lanes.setPlain(lane, only);
    }
    this.stripes = (StrataStripe<K>[]) new StrataStripe<?>[] {only};
  }

  /**
   * Sees to it that the entry is found no later than its deadline. To be called after a deadline
   * was stored with a full fence, unless it is known to have moved later on an entry that was
   * linked; also at the end of a step that kept the reaper from an entry, whether or not it changed
   * the deadline. With the entry's monitor held or without. Takes no lock if the entry is in a slot
   * that starts early enough. Does nothing for an eternal or claimed entry.
   *
   * @param entry any entry of the cache
   * @param now a reading of the clock, not long ago; it decides how fine the slot is, not whether
   *     it is right
   */
  void ensureLinked(StoredEntry<K> entry, long now) {
    long deadline = entry.deadlineVolatile();
    if (!Deadline.isFinite(deadline)) {
      return;
    }
    int place = entry.placeVolatile();
    if (place == StoredEntry.UNLINKED) {
      settle(entry, StrataGeometry.laneOfHash(entry.hash), now);
    } else {
      int lane = StrataGeometry.laneOf(place);
      StrataSlot<K> slot = lanes.get(lane).peek(place);
      if (slot == null || slot.start > deadline) {
        settle(entry, lane, now);
      }
    }
  }

  /**
   * Takes a claimed entry out. To be called after its deadline was set to {@link Deadline#CLAIMED};
   * does nothing if it is not linked.
   *
   * @param entry an entry that the caller has claimed
   */
  void unlink(StoredEntry<K> entry) {
    int place = entry.placeVolatile();
    if (place != StoredEntry.UNLINKED) {
      StrataStripe<K> stripe = acquire(StrataGeometry.laneOf(place));
      try {
        stripe.unlink(entry);
      } finally {
        stripe.release();
      }
      // For a claimed entry a mere look at the deadline; it matters only if somebody has stored a
      // new one meanwhile.
      ensureLinked(entry, 0);
    }
  }

  private void settle(StoredEntry<K> entry, int lane, long now) {
    StrataStripe<K> stripe = acquire(lane);
    long before = stripe.nextDue();
    long after;
    try {
      stripe.settle(entry, lane, now);
      after = stripe.nextDue();
      if (stripe.wantsSplit()) {
        split(stripe);
      }
    } finally {
      stripe.release();
    }
    if (after < before) {
      lowerEarliest(after);
    }
  }

  private StrataStripe<K> acquire(int lane) {
    for (; ; ) {
      StrataStripe<K> stripe = lanes.get(lane);
      stripe.acquire();
      if (lanes.get(lane) == stripe) {
        return stripe;
      }
      stripe.release();
    }
  }

  private void split(StrataStripe<K> stripe) {
    StrataStripe<K> sibling = stripe.sibling();
    sibling.acquire();
    try {
      addStripe(sibling);
      for (int lane = 0; lane < StrataGeometry.LANES; lane++) {
        if (sibling.serves(lane)) {
          lanes.set(lane, sibling);
        }
      }
      stripe.moveTo(sibling);
    } finally {
      sibling.release();
    }
  }

  private synchronized void addStripe(StrataStripe<K> added) {
    StrataStripe<K>[] grown = Arrays.copyOf(stripes, stripes.length + 1);
    grown[stripes.length] = added;
    stripes = grown;
  }

  private void lowerEarliest(long opensAt) {
    long known = earliest;
    while (opensAt < known) {
      if (EARLIEST.compareAndSet(this, known, opensAt)) {
        onEarlierSlot.accept(opensAt);
        return;
      }
      known = earliest;
    }
  }

  /**
   * When the first slot may be drawn from; one volatile read. May be too early after entries were
   * taken out, until the next {@link #draw} that found nothing.
   *
   * @return nanoseconds on the cache's clock, {@link Long#MAX_VALUE} if no entry is linked
   */
  long nextDue() {
    return earliest;
  }

  /** Makes {@link #nextDue} exact. By one thread at a time. */
  private void refresh() {
    earliest = Long.MAX_VALUE;
    StrataStripe<K>[] seen;
    long opensAt;
    do {
      // A split moves entries to a stripe that is in the array before they leave the old one.
      seen = stripes;
      opensAt = Long.MAX_VALUE;
      for (StrataStripe<K> stripe : seen) {
        opensAt = Math.min(opensAt, stripe.nextDue());
      }
    } while (seen != stripes);
    long known = earliest;
    while (opensAt < known && !EARLIEST.compareAndSet(this, known, opensAt)) {
      known = earliest;
    }
  }

  /**
   * Draws random entries from the open slots, earliest first, without replacement. By one thread at
   * a time.
   *
   * @param now a reading of the clock
   * @param limit how many to draw at most
   * @param random where chance comes from
   * @param due receives the entries that are due; they are no longer linked, and the caller must
   *     see to each: expire it, or link it again if it turns out to be alive
   * @param counts what was inspected and homed anew is added here
   * @return how many were inspected; fewer than the limit if no open slot is left
   */
  int draw(
      long now, int limit, RandomGenerator random, List<StoredEntry<K>> due, RoundCounts counts) {
    int inspected = 0;
    while (inspected < limit) {
      StrataStripe<K> first = firstStripe(now);
      if (first == null) {
        refresh();
        break;
      }
      first.acquire();
      try {
        inspected += first.draw(now, limit - inspected, random, due, counts);
      } finally {
        first.release();
      }
    }
    return inspected;
  }

  /**
   * Among the stripes with a slot that opens by then the one whose entries are due first; null if
   * there is none.
   */
  private @Nullable StrataStripe<K> firstStripe(long opensBy) {
    StrataStripe<K> first = null;
    long oldest = Long.MAX_VALUE;
    for (StrataStripe<K> stripe : stripes) {
      if (stripe.nextDue() <= opensBy) {
        long candidate = stripe.oldestDue();
        if (first == null || candidate < oldest) {
          first = stripe;
          oldest = candidate;
        }
      }
    }
    return first;
  }

  /**
   * Draws random entries from the slot that holds the present moment, of one stripe. By one thread
   * at a time.
   *
   * @param now a reading of the clock
   * @param limit how many to inspect at most
   * @param random where chance comes from
   * @param due receives the entries that are due, as for {@link #draw}; the others stay where they
   *     are
   * @param counts what was inspected is added here
   */
  void drawCurrent(
      long now, int limit, RandomGenerator random, List<StoredEntry<K>> due, RoundCounts counts) {
    StrataStripe<K>[] all = stripes;
    long current = 0;
    for (StrataStripe<K> stripe : all) {
      current += stripe.currentSize(now);
    }
    if (current == 0) {
      return;
    }
    long rank = random.nextLong(current);
    for (StrataStripe<K> stripe : all) {
      rank -= stripe.currentSize(now);
      if (rank < 0) {
        stripe.acquire();
        try {
          stripe.drawCurrent(now, limit, random, due, counts);
        } finally {
          stripe.release();
        }
        return;
      }
    }
  }

  /**
   * Estimates which share of all linked entries is due and in the slot that holds the present
   * moment. One volatile read where that slot is empty.
   *
   * @param now a reading of the clock
   * @return between 0 and 1
   */
  double currentStaleShare(long now) {
    long width = 1L << StrataGeometry.shift(0);
    if (earliest > (now & -width) + width) {
      return 0;
    }
    long current = 0;
    long all = 0;
    for (StrataStripe<K> stripe : stripes) {
      current += stripe.currentSize(now);
      all += stripe.size();
    }
    double gone = (double) (now & width - 1) / width;
    return current == 0 ? 0 : Math.min(1, gone * current / Math.max(all, 1));
  }

  /**
   * The deadline that an overdue entry could have at the earliest, as coarse as the slots are.
   *
   * @return {@link Long#MAX_VALUE} if no entry is linked
   */
  long oldestDue() {
    long oldest = Long.MAX_VALUE;
    for (StrataStripe<K> stripe : stripes) {
      oldest = Math.min(oldest, stripe.oldestDue());
    }
    return oldest;
  }

  /**
   * A random entry of the slot that comes first: near to its deadline.
   *
   * @param random where chance comes from
   * @return an entry, linked until just now; null if there was none
   */
  @Nullable StoredEntry<K> nearest(RandomGenerator random) {
    StrataStripe<K> first = firstStripe(Long.MAX_VALUE - 1);
    if (first == null) {
      return null;
    }
    first.acquire();
    try {
      return first.nearest(random);
    } finally {
      first.release();
    }
  }

  /**
   * Chooses entries uniformly, with replacement, from one stripe that is chosen by its size: each
   * linked entry is as likely as any other. Costs a walk over the stripe's slots under its lock.
   *
   * @param number how many to choose
   * @param random where chance comes from
   * @param sample receives them; they stay linked. Nothing is added if no entry is linked
   */
  void sample(int number, RandomGenerator random, List<StoredEntry<K>> sample) {
    long all = size();
    if (all == 0) {
      return;
    }
    long rank = random.nextLong(all);
    StrataStripe<K>[] seen = stripes;
    int chosen = 0;
    while (chosen < seen.length - 1 && (rank -= seen[chosen].size()) >= 0) {
      chosen++;
    }
    StrataStripe<K> stripe = seen[chosen];
    stripe.acquire();
    try {
      stripe.sample(number, random, sample);
    } finally {
      stripe.release();
    }
  }

  /**
   * How many entries are linked; an estimate while others work.
   *
   * @return the number
   */
  long size() {
    long size = 0;
    for (StrataStripe<K> stripe : stripes) {
      size += stripe.size();
    }
    return size;
  }

  /** The start of the slot that a place of a linked entry tells, at rest. */
  long startOf(int place) {
    StrataSlot<K> slot = lanes.get(StrataGeometry.laneOf(place)).peek(place);
    return slot == null ? Long.MAX_VALUE : slot.start;
  }

  /** How many stripes there are. */
  int stripes() {
    return stripes.length;
  }
}

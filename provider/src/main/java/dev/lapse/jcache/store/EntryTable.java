package dev.lapse.jcache.store;

import dev.lapse.jcache.store.TableSign.Crowd;
import dev.lapse.jcache.store.TableSign.Moved;
import dev.lapse.jcache.store.TableSign.Moving;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The entries by key: a hash table whose nodes are the entries themselves, so that there is no map
 * node beside each, neither in memory nor on the way of a read. It grows bin by bin in the hands of
 * those who add, so that nobody has to move a million entries in one put, and gets smaller when
 * asked to.
 *
 * @param <K> the type of keys
 */
final class EntryTable<K> {
  /*
   * The protocol.
   *
   * 1. A bin is null, the head of a chain, or a sign. Chains get longer at their head alone, by a compare-and-set of the
   *    bin that fails for whoever has not seen the present head. What is behind a head only gets less. So a key that was
   *    not behind the head that was replaced is nowhere in the table. An entry comes in once in its life.
   *
   * 2. An entry is taken out under the lock of its stripe, which all keys of a bin share whatever the size of the array;
   *    so one thread at a time changes what is behind a head. An entry that is alone in its bin is taken out by a
   *    compare-and-set without the lock: nothing can come in behind it, and what comes in before it makes that fail. The
   *    bin has to be looked at first and the link of the entry then, as an entry shows in a bin only with its link right.
   *
   * 3. An entry that was taken out keeps its link, so that a reader who stands on it gets to the end of the chain.
   *
   * 4. A bin is moved to another array under the lock of its stripe: first a sign takes the place of the chain, then its
   *    entries are linked anew, then the sign "moved" takes its place. The entries keep their order, so old and new links
   *    together never form a circle. A reader whom a new link leads astray can only miss a key. Whoever has missed looks
   *    at the bin again; if he met a new link he sees a sign there, which came first. What is found was there, however it
   *    was found.
   *
   * 5. The array that is being moved stays the first to be looked at until all its bins have been moved. There is one
   *    move at a time. No user code runs in it, but for crowds.
   */

  private static final VarHandle BIN = MethodHandles.arrayElementVarHandle(TableNode[].class);

  /** Also the fewest bins, as all keys of a bin must have the same stripe. */
  private static final int STRIPES = 64;

  private static final int MOST_BINS = 1 << 30;

  /** How many bins each further entry moves, as long as there are bins to move. */
  private static final int MOVED_AT_ONCE = 16;

  /** With hash codes of any worth no chain gets so long. */
  private static final int CROWD = 32;

  /** A smaller array is not worth a move. */
  private static final int LEAST_TO_GIVE_BACK = 1 << 12;

  private final int leastToGiveBack;
  private final TableStripe[] stripes;

  /** Whoever begins a move, or notes that it is over. */
  private final ReentrantLock ends = new ReentrantLock();

  private volatile TableNode<K>[] bins;
  private volatile @Nullable Move<K> move;

  EntryTable() {
    this(STRIPES, LEAST_TO_GIVE_BACK);
  }

  /**
   * Creates an empty table.
   *
   * @param fewestBins a power of two
   * @param leastToGiveBack how many bins there must be for {@link #giveBack} to do anything
   */
  EntryTable(int fewestBins, int leastToGiveBack) {
    this.leastToGiveBack = leastToGiveBack;
    this.bins = newBins(fewestBins);
    this.stripes = new TableStripe[fewestBins];
    for (int i = 0; i < fewestBins; i++) {
      stripes[i] = new TableStripe();
    }
  }

  /** What is being moved, by whoever comes along. */
  private static final class Move<K> {
    final TableNode<K>[] from;
    final TableNode<K>[] to;
    final Moved<K> sign;
    final TableStripe claimed = new TableStripe();
    final TableStripe moved = new TableStripe();

    Move(TableNode<K>[] from, TableNode<K>[] to) {
      this.from = from;
      this.to = to;
      this.sign = new Moved<>(to);
    }
  }

  @SuppressWarnings("unchecked")
  private static <K> TableNode<K>[] newBins(int length) {
    return (TableNode<K>[]) new TableNode<?>[length];
  }

  @SuppressWarnings("unchecked")
  static <K> @Nullable TableNode<K> bin(TableNode<K>[] array, int index) {
    return (TableNode<K>) BIN.getAcquire(array, index);
  }

  private TableStripe stripe(int hash) {
    return stripes[hash & stripes.length - 1];
  }

  // ---- one entry

  /** Takes no lock. */
  @Nullable StoredEntry<K> get(K key) {
    int hash = TableNode.hashOf(key);
    TableNode<K>[] array = bins;
    for (; ; ) {
      int index = hash & array.length - 1;
      TableNode<K> head = bin(array, index);
      StoredEntry<K> found = find(head, hash, key);
      if (found != null || head == null) {
        return found;
      }
      head = bin(array, index);
      if (head instanceof Moved<K> moved) {
        array = moved.to;
      } else if (head instanceof Moving<K> moving) {
        return moving.find(hash, key);
      } else if (head instanceof Crowd<K> crowd) {
        return crowd.entries.get(key);
      } else {
        return null;
      }
    }
  }

  /** A sign has a hash that no key has, and nothing behind it. */
  @SuppressWarnings("ReferenceEquality") // mostly it is the very key
  private static <K> @Nullable StoredEntry<K> find(@Nullable TableNode<K> head, int hash, K key) {
    for (TableNode<K> node = head; node != null; node = node.next()) {
      if (node.hash == hash) {
        StoredEntry<K> entry = (StoredEntry<K>) node;
        if (entry.key == key || key.equals(entry.key)) {
          return entry;
        }
      }
    }
    return null;
  }

  /**
   * Adds an entry that nobody knows yet. From then on it is found, with what is in it.
   *
   * @return false if another entry has the key: look it up again
   */
  boolean add(StoredEntry<K> fresh) {
    TableNode<K>[] array = bins;
    for (; ; ) {
      int index = fresh.hash & array.length - 1;
      TableNode<K> head = bin(array, index);
      if (head instanceof TableSign<K> sign) {
        if (sign instanceof Moved<K> moved) {
          array = moved.to;
        } else if (sign instanceof Moving) {
          awaitMove(array, index);
        } else {
          synchronized (stripe(fresh.hash)) {
            if (bin(array, index) == sign) {
              if (((Crowd<K>) sign).entries.putIfAbsent(fresh.key, fresh) != null) {
                return false;
              }
              break;
            }
          }
        }
        continue;
      }
      if (find(head, fresh.hash, fresh.key) != null) {
        return false;
      }
      if (isLong(head)) {
        gather(array, index);
        continue;
      }
      fresh.setNext(head);
      if (BIN.compareAndSet(array, index, head, fresh)) {
        break;
      }
    }
    if (stripe(fresh.hash).add(1) > array.length / stripes.length * 3 / 4) {
      growIfFull(array);
    }
    Move<K> present = move;
    if (present != null) {
      help(present, MOVED_AT_ONCE);
    }
    return true;
  }

  /** Takes out this very entry, if it is in. */
  void remove(StoredEntry<K> entry) {
    TableNode<K>[] array = bins;
    int index = entry.hash & array.length - 1;
    if ((bin(array, index) == entry
            && entry.next() == null
            && BIN.compareAndSet(array, index, entry, null))
        || removeUnderLock(entry)) {
      stripe(entry.hash).add(-1);
    }
  }

  private boolean removeUnderLock(StoredEntry<K> entry) {
    synchronized (stripe(entry.hash)) {
      TableNode<K>[] array = bins;
      for (; ; ) {
        int index = entry.hash & array.length - 1;
        TableNode<K> head = bin(array, index);
        if (head instanceof Moved<K> moved) {
          array = moved.to;
        } else if (head instanceof Moving) {
          awaitMove(array, index);
        } else if (head instanceof Crowd<K> crowd) {
          return crowd.entries.remove(entry.key, entry);
        } else if (head != entry) {
          return unlink(head, entry);
        } else if (BIN.compareAndSet(array, index, entry, entry.next())) {
          return true;
        }
      }
    }
  }

  /**
   * Under the lock of the stripe: takes out an entry behind the head, which nobody else changes.
   */
  private static <K> boolean unlink(@Nullable TableNode<K> head, StoredEntry<K> entry) {
    for (TableNode<K> node = head; node != null; node = node.next()) {
      if (node.next() == entry) {
        node.setNext(entry.next());
        return true;
      }
    }
    return false;
  }

  private static boolean isLong(@Nullable TableNode<?> head) {
    int length = 0;
    for (TableNode<?> node = head; node != null; node = node.next()) {
      length++;
    }
    return length >= CROWD;
  }

  /**
   * Puts a crowd in the place of a long chain. Runs the keys' {@code hashCode} and {@code equals}.
   */
  private void gather(TableNode<K>[] array, int index) {
    synchronized (stripe(index)) {
      TableNode<K> head = bin(array, index);
      if (!isLong(head)) {
        return;
      }
      Crowd<K> crowd = new Crowd<>();
      List<StoredEntry<K>> entries = chain(head);
      entries.forEach(entry -> crowd.entries.put(entry.key, entry));
      if (BIN.compareAndSet(array, index, head, crowd)) {
        entries.forEach(entry -> entry.setNext(null)); // who is led astray by this sees the sign
      }
    }
  }

  private static <K> List<StoredEntry<K>> chain(@Nullable TableNode<K> head) {
    List<StoredEntry<K>> entries = new ArrayList<>(4);
    for (TableNode<K> node = head; node != null; node = node.next()) {
      entries.add((StoredEntry<K>) node);
    }
    return entries;
  }

  // ---- moves

  private void growIfFull(TableNode<K>[] array) {
    if (move == null && array.length < MOST_BINS && size() > array.length / 4 * 3L) {
      begin(array, array.length << 1);
    }
  }

  /** Begins a move, unless somebody else does, or the memory does not suffice for one. */
  private void begin(TableNode<K>[] from, int length) {
    if (ends.tryLock()) {
      try {
        if (move == null && bins == from) {
          move = new Move<>(from, newBins(length));
        }
      } catch (OutOfMemoryError e) {
        // As it is, the table is slower, but right; the entry that was added is in.
      } finally {
        ends.unlock();
      }
    }
  }

  /**
   * Moves some bins.
   *
   * @return false if all have been taken up already
   */
  private boolean help(Move<K> present, int number) {
    int length = present.from.length;
    if (present.claimed.count() >= length) {
      return false;
    }
    int end = present.claimed.add(number);
    int start = end - number;
    if (start >= length) {
      return false;
    }
    end = Math.min(end, length);
    try {
      for (int index = start; index < end; index++) {
        moveBin(present, index);
      }
    } catch (VirtualMachineError e) {
      return false; // as above; the move then never ends, which costs reads a step more
    }
    if (present.moved.add(end - start) == length) {
      ends.lock();
      try {
        if (move == present) {
          bins = present.to;
          move = null;
        }
      } finally {
        ends.unlock();
      }
    }
    return true;
  }

  private void moveBin(Move<K> present, int index) {
    if (bin(present.from, index) == null
        && BIN.compareAndSet(present.from, index, null, present.sign)) {
      return;
    }
    synchronized (stripe(index)) {
      while (!tryMove(present, index)) {
        Thread.onSpinWait(); // somebody has added an entry
      }
    }
  }

  private boolean tryMove(Move<K> present, int index) {
    TableNode<K>[] from = present.from;
    TableNode<K> head = bin(from, index);
    if (head == null) {
      return BIN.compareAndSet(from, index, null, present.sign);
    }
    if (head instanceof Moved) {
      return true;
    }
    List<StoredEntry<K>> entries;
    if (head instanceof Crowd<K> crowd) {
      entries = new ArrayList<>(crowd.entries.values());
    } else if (head instanceof Moving<K> left) {
      entries = left.entries;
    } else {
      if (head.next() == null && present.to.length > from.length) {
        return moveLone(present, index, head);
      }
      entries = chain(head);
      if (!BIN.compareAndSet(from, index, head, new Moving<>(entries))) {
        return false;
      }
    }
    scatter(entries, present.to);
    BIN.setRelease(from, index, present.sign);
    return true;
  }

  /**
   * An entry without any behind it, which needs no new link. In the larger array it has a bin for
   * itself.
   */
  private boolean moveLone(Move<K> present, int index, TableNode<K> lone) {
    int target = lone.hash & present.to.length - 1;
    BIN.setRelease(present.to, target, lone);
    if (BIN.compareAndSet(present.from, index, lone, present.sign)) {
      return true;
    }
    BIN.setRelease(present.to, target, null);
    return false;
  }

  /** Under the lock of their stripe. */
  private void scatter(List<StoredEntry<K>> entries, TableNode<K>[] to) {
    for (int i = entries.size() - 1; i >= 0; i--) { // so that they keep their order
      StoredEntry<K> entry = entries.get(i);
      int index = entry.hash & to.length - 1;
      for (; ; ) {
        TableNode<K> head = bin(to, index);
        if (head instanceof Crowd<K> crowd) {
          crowd.entries.put(entry.key, entry);
          break;
        }
        entry.setNext(head);
        if (BIN.compareAndSet(to, index, head, entry)) {
          break;
        }
      }
    }
  }

  /** Waits for whoever moves a bin, or finishes where a failing JVM has made him leave it. */
  private void awaitMove(TableNode<K>[] array, int index) {
    synchronized (stripe(index)) {
      Move<K> present = move;
      if (present != null && present.from == array && bin(array, index) instanceof Moving) {
        tryMove(present, index);
      }
    }
  }

  /**
   * Finishes a move that is under way, and goes over to a smaller array where few of the entries
   * are left. To be called now and then.
   */
  void giveBack() {
    finishMove();
    TableNode<K>[] array = bins;
    if (array.length < leastToGiveBack) {
      return;
    }
    long size = size();
    if (size <= array.length / 16) {
      int length = stripes.length;
      while (length / 4 * 3L < size * 2) {
        length <<= 1;
      }
      if (length < array.length) {
        begin(array, length);
        finishMove();
      }
    }
  }

  private void finishMove() {
    Move<K> present = move;
    while (present != null && help(present, 1 << 10)) {
      Thread.onSpinWait();
    }
  }

  // ---- all entries

  /** Each entry that is there all the while comes once; weakly consistent as to the others. */
  Iterator<StoredEntry<K>> iterator() {
    return new TableWalk<>(bins);
  }

  List<K> keys() {
    List<K> keys = new ArrayList<>();
    iterator().forEachRemaining(entry -> keys.add(entry.key));
    return keys;
  }

  long size() {
    long size = 0;
    for (TableStripe stripe : stripes) {
      size += stripe.count();
    }
    return Math.max(0, size);
  }

  /** How many bins there are to look at first. */
  int bins() {
    return bins.length;
  }

  /** Lets go of everything. Who is adding or removing meanwhile may find that it was in vain. */
  void clear() {
    ends.lock();
    try {
      bins = newBins(stripes.length);
      move = null;
    } finally {
      ends.unlock();
    }
    for (TableStripe stripe : stripes) {
      stripe.add(-stripe.count());
    }
  }
}

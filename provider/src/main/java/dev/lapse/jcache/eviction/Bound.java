package dev.lapse.jcache.eviction;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bound of one cache: counts what is in it, and says which entry is to go. All methods may be
 * called by many threads at once.
 *
 * <p>A value comes in by {@link #reserve} and {@link #admit}, and goes by {@link #depart}. A thread
 * that has stored something and finds the bound {@linkplain #isExceeded exceeded} takes a victim by
 * {@link #choose}, which lowers the total at once, and then removes it. So what the cache holds
 * exceeds the maximum by no more than one entry for each thread that is storing.
 *
 * @param <E> the type of entries
 */
public final class Bound<E extends Resident> {
  /*
   * Books and locks. The entries are spread over some books by the hashes of their keys, each with a lock of its own, and
   * with its own queues or list. Small caches have one: dividing fewer entries would cost hits. All locks are leaves: no
   * code of the user runs under them. A policy that asks for entries with a deadline takes a lock of their index inside.
   *
   * The seat of an entry tells its state, and which books guard it:
   *   NONE             eviction does not know it; left by admit(), under the entry's lock
   *   0 and above      in the books; its weight is part of the total
   *   -2 - the books   chosen as a victim: in the books no longer, its weight given back
   * admit() and depart() are called under the entry's lock, so nobody else makes a seat NONE or anything of it. Between the
   * other two states an entry goes by choose() and spare(), under the lock of the books alone. Since the books stay the
   * same until the seat is NONE, whoever holds the entry's lock can tell by a look at the seat which books to lock.
   */

  /** What a put inspects at most to find one victim. */
  private static final int INSPECTIONS = 16;

  private static final int MOST_BOOKS = 16;
  private static final int ENTRIES_WORTH_BOOKS = 1024;

  private final EvictionPolicy policy;
  private final long maximum;
  private final Seats seats;
  private final Books<E>[] books;
  private final Usage usage;
  private final @Nullable DeadlineIndex<E> onlyOf;
  private final AtomicLong total = new AtomicLong();

  /**
   * Creates the bound of an empty cache.
   *
   * @param settings the maximum and how it is kept
   * @param deadlines the entries with a deadline, for policies that take no others
   * @param seed where chance begins: the same seed and the same calls give the same victims
   */
  public Bound(BoundSettings settings, DeadlineIndex<E> deadlines, long seed) {
    this.policy = settings.policy();
    this.maximum = settings.maximum();
    boolean orAny = settings.whenNoneIsVolatile() == BoundSettings.NoneVolatile.ANY;
    this.onlyOf = policy.isVolatile() && !orAny ? deadlines : null;
    int bits = policy.isVolatile() || settings.weighed() ? 0 : booksBits(maximum);
    this.seats = new Seats(bits);
    BooksFactory<E> factory = new BooksFactory<>(settings, deadlines, seats, seed);
    this.usage = factory.usage();
    this.books = factory.books();
  }

  private static int booksBits(long entries) {
    long worth = Math.max(1, Math.min(MOST_BOOKS, entries / ENTRIES_WORTH_BOOKS));
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(worth);
  }

  /**
   * Makes room for a value that is about to come in. Takes no lock. To be followed by {@link
   * #admit} or {@link #release}.
   *
   * @param weight what it weighs, at least 0; 1 where entries are counted
   * @return whether it may come; if not, nothing has changed
   */
  public Room reserve(int weight) {
    return reserve(weight, weight);
  }

  private Room reserve(int more, int whole) {
    if (whole > maximum) {
      return Room.TOO_HEAVY;
    }
    if (policy == EvictionPolicy.NOEVICTION) {
      return reserveStrictly(more);
    }
    if (onlyOf != null && total.get() + more > maximum && onlyOf.isEmpty()) {
      return Room.FULL;
    }
    total.addAndGet(more);
    return Room.RESERVED;
  }

  private Room reserveStrictly(int more) {
    for (; ; ) {
      long before = total.get();
      if (before + more > maximum) {
        return Room.FULL;
      }
      if (total.compareAndSet(before, before + more)) {
        return Room.RESERVED;
      }
    }
  }

  /**
   * Gives back what was reserved for a value that did not come in after all.
   *
   * @param weight what was reserved
   */
  public void release(int weight) {
    total.addAndGet(-weight);
  }

  /**
   * Takes an entry into the books. With the entry's lock held, after its weight was reserved and
   * while it has a live value.
   *
   * @param entry an entry whose seat is {@link Resident#NONE}
   * @param keyHash the hash code of its key
   */
  public void admit(E entry, int keyHash) {
    int hash = spread(keyHash);
    Books<E> its = books[hash & books.length - 1];
    synchronized (its) {
      entry.setMark(usage.first(hash));
      its.admit(entry, total.get() <= maximum);
    }
  }

  /**
   * Notes a read, or an overwrite. Takes no lock.
   *
   * @param entry an entry, whether in the books or not
   */
  public void touch(E entry) {
    usage.touch(entry);
  }

  /**
   * Changes the weight of an entry, with its lock held.
   *
   * @param entry an entry whose value is about to be replaced
   * @param weight what the new value weighs, at least 0
   * @return whether it may; if not, nothing has changed
   */
  public Room reweigh(E entry, int weight) {
    Books<E> its = booksOf(entry.seat());
    synchronized (its) {
      int before = entry.weight();
      boolean counted = entry.seat() >= 0;
      if (weight > before && counted) {
        Room room = reserve(weight - before, weight);
        if (room != Room.RESERVED) {
          return room;
        }
      } else if (weight > maximum) {
        return Room.TOO_HEAVY;
      } else if (counted) {
        release(before - weight);
      }
      entry.setWeight(weight);
      if (counted) {
        its.reweighed(entry, before);
      }
      return Room.RESERVED;
    }
  }

  /**
   * Takes an entry whose value has gone out of the books, with its lock held. Does nothing if it is
   * in none.
   *
   * @param entry an entry without a value
   */
  public void depart(E entry) {
    int seat = entry.seat();
    if (seat == Resident.NONE) {
      return;
    }
    Books<E> its = booksOf(seat);
    synchronized (its) {
      if (entry.seat() >= 0) {
        its.remove(entry);
        release(entry.weight());
      }
      entry.setSeat(Resident.NONE);
    }
  }

  /**
   * Whether there is more in the cache than may be.
   *
   * @return true if a victim is due
   */
  public boolean isExceeded() {
    return total.get() > maximum;
  }

  /**
   * Chooses an entry that is to go, and counts it no longer. With no entry's lock held: the
   * victim's is to be taken next, and {@link #isChosen} to be asked under it. Inspects a bounded
   * number of entries.
   *
   * @param keyHash the hash code of the key that was stored: the victim comes from the same books
   * @return the victim; null if there is none
   */
  public @Nullable E choose(int keyHash) {
    int stored = spread(keyHash) & books.length - 1;
    // Books that many keys have left would otherwise stay small for ever.
    Books<E> its = books[stored];
    Books<E> next = books[stored + 1 & books.length - 1];
    E victim = choose(next.size() / 2 > its.size() ? next : its, INSPECTIONS);
    for (int i = 0; victim == null && i < books.length; i++) {
      victim = choose(books[i], INSPECTIONS);
    }
    return victim;
  }

  private @Nullable E choose(Books<E> from, int inspections) {
    synchronized (from) {
      E victim = from.choose(inspections);
      if (victim != null) {
        victim.setSeat(seats.chosen(from.number));
        release(victim.weight());
      }
      return victim;
    }
  }

  /**
   * Chooses another entry in place of one that cannot go now; that one is counted again. Otherwise
   * as {@link #choose}, with one inspection.
   *
   * @param refused the victim last chosen by this thread
   * @return another victim; null if there is none
   */
  public @Nullable E chooseOther(E refused) {
    int seat = refused.seat();
    spare(refused);
    return seat == Resident.NONE ? null : choose(booksOf(seat), 1);
  }

  /**
   * Counts a victim again that cannot go now. Does nothing if it has left meanwhile.
   *
   * @param refused the victim last chosen by this thread
   */
  public void spare(E refused) {
    int seat = refused.seat();
    if (seat < Resident.NONE) {
      Books<E> its = booksOf(seat);
      synchronized (its) {
        if (refused.seat() == seat) {
          total.addAndGet(refused.weight());
          its.readmit(refused);
        }
      }
    }
  }

  /**
   * Whether an entry is still the victim as which it was chosen. With its lock held, by the thread
   * that chose it.
   *
   * @param entry the victim last chosen by this thread
   * @return false if its value has gone since, also if it has got another one
   */
  public boolean isChosen(E entry) {
    return entry.seat() < Resident.NONE;
  }

  /**
   * Returns how much is in the cache, or about to come.
   *
   * @return a number of entries, or their weight
   */
  public long total() {
    return total.get();
  }

  /**
   * Returns how much may be in the cache.
   *
   * @return a number of entries, or their weight
   */
  public long maximum() {
    return maximum;
  }

  private Books<E> booksOf(int seat) {
    return books[seats.booksOf(seat)];
  }

  /** Makes the most of poor hash codes. */
  private static int spread(int hash) {
    int spread = hash;
    spread = (spread ^ spread >>> 16) * 0x45D9F3B5;
    spread = (spread ^ spread >>> 15) * 0x2C1B3C6D;
    return spread ^ spread >>> 16;
  }
}

package dev.lapse.jcache.reaper;

import dev.lapse.jcache.expiry.Ticker;
import dev.lapse.jcache.store.Expirable;
import dev.lapse.jcache.store.RoundCounts;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;

/**
 * One pass over the caches of a manager: what to expire, and when to stop. No thread, no waiting,
 * no chance and no time but what is handed in.
 *
 * <p>Where the dead are is known: each cache keeps its entries by coarse deadline, so a pass draws
 * from the slots whose time has come and nowhere else, in rounds of some tens of entries. After
 * each round it reads the clock. It ends when
 *
 * <ol>
 *   <li>no cache has an entry with a deadline ({@link StopReason#EMPTY}); or
 *   <li>its time is up ({@link StopReason#BUDGET}): the next pass goes on with the same cache; or
 *   <li>no slot is left whose time has come, and in the slot that holds the present moment few
 *       enough entries are due ({@link StopReason#THRESHOLD}). If more are, it draws from that slot
 *       too, as long as more than a quarter of a round's entries were due; or
 *   <li>as 3., with caches that were passed over for their listeners' sake ({@link
 *       StopReason#BEHIND}).
 * </ol>
 *
 * <p>Caches take turns by deficit round robin: a turn is worth 1 ms, a round that took longer is
 * paid for at the next turn, and the position is kept from pass to pass. So a cache with few due
 * entries is never delayed by a flooded neighbour for longer than the turns of the others take. A
 * cache without due entries costs one volatile read.
 *
 * <p>A slow pass also takes a control sample: a few entries chosen uniformly among all that carry a
 * deadline. It does not depend on the slots, so it would show if they were wrong. It asks who was
 * due at a random moment since the last pass, because at the beginning of a pass more are due than
 * usual and at its end fewer.
 *
 * <p>Caches may come and go at any time, from any thread; {@link #run} is for one thread at a time.
 */
final class ExpireCycle {

  /** What a turn of one cache is worth. */
  static final long TURN_NANOS = 1_000_000;

  static final int CONTROL_SAMPLE = 20;

  /** A cache and how much of its turns it has left; negative after a round that took too long. */
  private static final class Seat {
    final Expirable cache;
    long credit;

    /** The last pass that found nothing more to do here. */
    long donePass;

    Seat(Expirable cache) {
      this.cache = cache;
    }
  }

  private final Ticker ticker;
  private final RandomGenerator random;
  private final BiConsumer<Expirable, Throwable> onError;
  private final RoundCounts counts = new RoundCounts();
  private volatile Seat[] seats = {};

  /** Whose turn it is, modulo the number of caches; and whether that turn has begun. */
  private int position;

  private boolean inTurn;
  private long lastEnd;

  // Of the running pass:
  private long pass;
  private ExpireBudget settings = new ExpireBudget(ExpireBudget.MIN_EFFORT);
  private long startedAt;
  private long budgetNanos;
  private long now;
  private int rounds;
  private int passedOver;
  private int errors;

  /**
   * Creates a cycle without caches.
   *
   * @param ticker the manager's clock, which starts at zero
   * @param random where chance comes from; used by {@link #run} alone
   * @param onError told what a cache has thrown; must not throw
   */
  ExpireCycle(Ticker ticker, RandomGenerator random, BiConsumer<Expirable, Throwable> onError) {
    this.ticker = ticker;
    this.random = random;
    this.onError = onError;
  }

  synchronized void add(Expirable cache) {
    Seat[] grown = Arrays.copyOf(seats, seats.length + 1);
    grown[seats.length] = new Seat(cache);
    seats = grown;
  }

  /** Returns whether the cache was there. */
  synchronized boolean remove(Expirable cache) {
    int before = seats.length;
    seats = Arrays.stream(seats).filter(seat -> seat.cache != cache).toArray(Seat[]::new);
    return seats.length < before;
  }

  /** The caches at present, in the order of their turns. */
  Expirable[] caches() {
    return Arrays.stream(seats).map(seat -> seat.cache).toArray(Expirable[]::new);
  }

  /**
   * When the first slot of any cache may be drawn from; {@link Long#MAX_VALUE} if no entry carries
   * a deadline.
   */
  long nextDue() {
    long first = Long.MAX_VALUE;
    for (Seat seat : seats) {
      first = Math.min(first, seat.cache.nextDue());
    }
    return first;
  }

  /**
   * Runs a pass.
   *
   * @param budget the effort
   * @param slow whether it is a slow pass
   * @return what it did
   */
  PassResult run(ExpireBudget budget, boolean slow) {
    return run(budget, slow, slow ? budget.slowNanos() : budget.fastNanos());
  }

  PassResult run(ExpireBudget budget, boolean slow, long nanos) {
    pass++;
    settings = budget;
    budgetNanos = nanos;
    rounds = 0;
    passedOver = 0;
    errors = 0;
    counts.reset();
    startedAt = ticker.nanos();
    now = startedAt;
    Seat[] seated = seats;
    OptionalDouble controlShare = slow ? takeControlSample(seated) : OptionalDouble.empty();
    StopReason stop = serve(seated);
    lastEnd = now;
    return new PassResult(
        slow,
        stop,
        startedAt,
        now - startedAt,
        nanos,
        rounds,
        counts.inspected(),
        counts.rehomed(),
        counts.expired(),
        passedOver,
        errors,
        controlShare);
  }

  private StopReason serve(Seat[] seated) {
    boolean empty = true;
    int idle = 0;
    while (idle < seated.length) {
      Seat seat = seated[Math.floorMod(position, seated.length)];
      empty &= seat.cache.nextDue() == Long.MAX_VALUE;
      if (!wantsTurn(seat)) {
        idle++;
        endTurn();
        continue;
      }
      idle = 0;
      if (!inTurn) {
        seat.credit = Math.min(seat.credit + TURN_NANOS, TURN_NANOS);
        inTurn = true;
      }
      while (seat.credit > 0 && seat.donePass != pass) {
        if (isTimeUp()) {
          return StopReason.BUDGET;
        }
        round(seat);
      }
      endTurn();
    }
    return empty ? StopReason.EMPTY : passedOver > 0 ? StopReason.BEHIND : StopReason.THRESHOLD;
  }

  private void endTurn() {
    inTurn = false;
    position++;
  }

  private boolean isTimeUp() {
    return now - startedAt >= budgetNanos;
  }

  /** Whether there is something to do for a cache in this pass. One volatile read if not. */
  private boolean wantsTurn(Seat seat) {
    if (seat.donePass != pass && seat.cache.nextDue() > now && !wantsCurrent(seat)) {
      done(seat);
    }
    return seat.donePass != pass;
  }

  private boolean wantsCurrent(Seat seat) {
    return seat.cache.currentStaleShare(now) > settings.acceptableStaleShare();
  }

  private void done(Seat seat) {
    seat.donePass = pass;
    seat.credit = Math.min(seat.credit, 0);
  }

  private void round(Seat seat) {
    long before = now;
    try {
      if (seat.cache.isBehind()) {
        passedOver++;
        done(seat);
        return;
      }
      rounds++;
      if (seat.cache.nextDue() <= now) {
        boolean more = seat.cache.expireDue(now, settings.roundSize(), random, counts);
        if (!more && (seat.cache.nextDue() <= now || !wantsCurrent(seat))) {
          done(seat);
        }
      } else if (!currentRound(seat)) {
        done(seat);
      }
    } catch (
        Throwable
            e) { // whatever a cache or its keys throw must not end active expiry for the others
      errors++;
      done(seat);
      onError.accept(seat.cache, e);
    }
    now = ticker.nanos();
    seat.credit -= now - before;
  }

  /** The rule of Redis: again while more than a quarter of the sample was expired. */
  private boolean currentRound(Seat seat) {
    long inspected = counts.inspected();
    long expired = counts.expired();
    seat.cache.expireCurrent(now, settings.roundSize(), random, counts);
    return 4 * (counts.expired() - expired) > counts.inspected() - inspected;
  }

  private OptionalDouble takeControlSample(Seat[] seated) {
    long all = 0;
    for (Seat seat : seated) {
      all += seat.cache.withDeadline();
    }
    if (all == 0) {
      return OptionalDouble.of(0);
    }
    long at = lastEnd < now ? random.nextLong(lastEnd, now) : now;
    long rank = random.nextLong(all);
    for (Seat seat : seated) {
      rank -= seat.cache.withDeadline();
      if (rank < 0) {
        return OptionalDouble.of(seat.cache.sampleStaleShare(at, CONTROL_SAMPLE, random));
      }
    }
    return OptionalDouble.empty();
  }
}

package dev.lapse.jcache.eviction;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Notes the use of entries so that they can be compared. Its time is the turnover of the cache: a
 * cache that nothing comes into need not know what is old. It goes on in ticks, so coarse that
 * readers seldom see it change.
 */
abstract class Ranking extends Usage {

  private final AtomicInteger ticks = new AtomicInteger();

  /** How many ticks pass while as many entries come in as there are. */
  final int ticksATurnover;

  /** Whether time goes on also before the cache is full. */
  final boolean startsAtOnce;

  /** The books that together make time go on. */
  final int books;

  Ranking(int ticksATurnover, boolean startsAtOnce, int books) {
    this.ticksATurnover = ticksATurnover;
    this.startsAtOnce = startsAtOnce;
    this.books = books;
  }

  final int now() {
    return ticks.get();
  }

  final void tick() {
    ticks.incrementAndGet();
  }

  /**
   * How much an entry should go.
   *
   * @param mark of the entry
   * @return a number to be compared; the entry with the greatest goes first
   */
  abstract int idleness(int mark);
}

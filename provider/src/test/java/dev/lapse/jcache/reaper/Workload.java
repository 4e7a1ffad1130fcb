package dev.lapse.jcache.reaper;

import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Streams of entries into the caches of a simulation, each at a steady rate, and entries that are
 * there from the start.
 */
final class Workload implements SimulatedWorld.Arrivals {

  /** Entries that come at a steady rate, with a time to live uniform between two bounds. */
  private static final class Stream {
    final int cache;
    final long interval;
    final long shortest;
    final long longest;
    long next;

    Stream(int cache, long perSecond, long shortest, long longest, long start) {
      this.cache = cache;
      this.interval = SimulatedWorld.SECOND / perSecond;
      this.shortest = shortest;
      this.longest = longest;
      this.next = start;
    }
  }

  private final SimulatedWorld world;
  private final Reclaimer reclaimer;
  private final SplittableRandom random;
  private final PriorityQueue<Stream> streams =
      new PriorityQueue<>((a, b) -> Long.compare(a.next, b.next));
  private int nextKey;

  Workload(SimulatedWorld world, Reclaimer reclaimer, long seed) {
    this.world = world;
    this.reclaimer = reclaimer;
    this.random = new SplittableRandom(seed);
    world.setArrivals(this);
  }

  Workload stream(int cache, long perSecond, long shortest, long longest) {
    streams.add(
        new Stream(cache, perSecond, shortest, longest, world.nanos() + 1 + streams.size()));
    return this;
  }

  Workload fill(int cache, int number, long shortest, long longest) {
    for (int i = 0; i < number; i++) {
      put(cache, shortest, longest);
    }
    return this;
  }

  private void put(int cache, long shortest, long longest) {
    long timeToLive = shortest == longest ? shortest : random.nextLong(shortest, longest);
    reclaimer.put(cache, nextKey++, world.nanos() + timeToLive);
  }

  @Override
  public long next() {
    Stream first = streams.peek();
    return first == null ? Long.MAX_VALUE : first.next;
  }

  @Override
  public void happen() {
    Stream stream = streams.remove();
    put(stream.cache, stream.shortest, stream.longest);
    stream.next += stream.interval;
    streams.add(stream);
  }

  /** Runs the simulation to its end. */
  void run() {
    while (!world.isOver()) {
      world.sleep(reclaimer.turn(), reclaimer::isWoken);
    }
  }
}

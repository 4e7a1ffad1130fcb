package dev.lapse.jcache.reaper;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The yardstick: plain sampling as Redis up to version 5 does it. Every 100 ms, for at most 25 ms:
 * twenty entries at random from all of a database that carry a deadline, again while more than a
 * quarter of them was expired, then the next database.
 */
final class PlainRedisReclaimer implements Reclaimer {

  private static final long PERIOD = 100 * SimulatedWorld.MILLI;
  private static final long LIMIT = 25 * SimulatedWorld.MILLI;
  private static final int SAMPLE = 20;
  private static final int ROUNDS_PER_CLOCK_READING = 16;

  private final SimulatedWorld world;
  private final Costs costs;
  private final SplittableRandom random;
  private final long[][] deadlines;
  private final int[] sizes;
  private int current;
  private long inspected;
  private long longestPass;
  private long passes;

  PlainRedisReclaimer(SimulatedWorld world, Costs costs, int caches, long seed) {
    this.world = world;
    this.costs = costs;
    this.random = new SplittableRandom(seed);
    this.deadlines = new long[caches][16];
    this.sizes = new int[caches];
  }

  @Override
  public void put(int cache, int key, long deadline) {
    world.stored(deadline);
    if (sizes[cache] == deadlines[cache].length) {
      deadlines[cache] = Arrays.copyOf(deadlines[cache], sizes[cache] * 2);
    }
    deadlines[cache][sizes[cache]++] = deadline;
  }

  @Override
  public void touch(int cache, int key, long newDeadline) {
    throw new UnsupportedOperationException("no workload asks for it");
  }

  @Override
  public long turn() {
    long start = world.nanos();
    passes++;
    pass(start);
    longestPass = Math.max(longestPass, world.nanos() - start);
    world.spend(costs.pass());
    return Math.max(0, start + PERIOD - world.nanos());
  }

  private void pass(long start) {
    int rounds = 0;
    for (int database = 0; database < sizes.length; database++) {
      int cache = current++ % sizes.length;
      int expired;
      do {
        expired = round(cache);
        if (++rounds % ROUNDS_PER_CLOCK_READING == 0 && world.nanos() - start > LIMIT) {
          return;
        }
      } while (expired > SAMPLE / 4);
    }
  }

  private int round(int cache) {
    int expired = 0;
    for (int number = Math.min(SAMPLE, sizes[cache]); number > 0 && sizes[cache] > 0; number--) {
      int index = random.nextInt(sizes[cache]);
      long deadline = deadlines[cache][index];
      inspected += world.isWarm() ? 1 : 0;
      if (deadline <= world.nanos()) {
        deadlines[cache][index] = deadlines[cache][--sizes[cache]];
        world.expired(cache, deadline);
        world.spend(costs.expiry());
        expired++;
      }
      world.spend(costs.inspection());
    }
    return expired;
  }

  @Override
  public boolean isWoken() {
    return false;
  }

  @Override
  public long inspected() {
    return inspected;
  }

  @Override
  public long longestPass() {
    return longestPass;
  }

  @Override
  public long passes() {
    return passes;
  }
}

package dev.lapse.jcache.reaper;

import dev.lapse.jcache.store.Expirable;
import dev.lapse.jcache.store.RoundCounts;
import dev.lapse.jcache.store.StandInStore;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The reaper itself: its loop, its passes and the strata, on simulated time. */
final class LapseReclaimer implements Reclaimer {

  private final SimulatedWorld world;
  private final Costs costs;
  private final ReaperLoop loop;
  private final List<StandInStore> stores = new ArrayList<>();
  private final Map<StopReason, Integer> stops = new EnumMap<>(StopReason.class);
  private boolean woken;
  private long inspected;
  private long rehomed;
  private long longestPass;
  private long passes;
  private boolean slowOnly;

  /** By how much a pass has exceeded its budget at most. */
  private long overrun;

  LapseReclaimer(SimulatedWorld world, Costs costs, int effort, int caches, long seed) {
    this.world = world;
    this.costs = costs;
    PassProbe probe =
        new PassProbe() {
          @Override
          public void started() {}

          @Override
          public void ended(PassResult pass) {
            watch(pass);
          }
        };
    this.loop =
        new ReaperLoop(
            world, new SplittableRandom(seed), "simulated", new ExpireBudget(effort), probe);
    for (int cache = 0; cache < caches; cache++) {
      int number = cache;
      StandInStore store =
          new StandInStore(
              at -> woken |= loop.sleepsPast(at),
              (key, deadline, now) -> {
                world.expired(number, deadline);
                world.spend(costs.expiry());
              });
      stores.add(store);
      loop.add(new Costed(store.expirable()));
    }
  }

  private void watch(PassResult pass) {
    if (world.isWarm()) {
      inspected += pass.inspected();
      rehomed += pass.rehomed();
    }
    passes++;
    stops.merge(pass.stop(), 1, Integer::sum);
    longestPass = Math.max(longestPass, pass.nanos());
    overrun = Math.max(overrun, pass.nanos() - pass.budgetNanos());
    world.spend(costs.pass());
  }

  /** Has no fast passes run from now on, as though the reaper had only its ticks. */
  LapseReclaimer slowOnly() {
    slowOnly = true;
    return this;
  }

  ReaperLoop loop() {
    return loop;
  }

  StandInStore store(int cache) {
    return stores.get(cache);
  }

  Map<StopReason, Integer> stops() {
    return stops;
  }

  long overrun() {
    return overrun;
  }

  long rehomed() {
    return rehomed;
  }

  @Override
  public void put(int cache, int key, long deadline) {
    world.stored(deadline);
    stores.get(cache).put(key, deadline, world.nanos());
  }

  @Override
  public void touch(int cache, int key, long newDeadline) {
    stores.get(cache).touch(key, newDeadline, world.nanos());
  }

  @Override
  public long turn() {
    woken = false;
    if (slowOnly) {
      long tick = loop.budget().tickNanos();
      loop.runPass();
      return tick - world.nanos() % tick;
    }
    return loop.turn();
  }

  @Override
  public boolean isWoken() {
    return woken;
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

  /** A cache whose rounds take simulated time. */
  private final class Costed implements Expirable {
    private final Expirable cache;

    Costed(Expirable cache) {
      this.cache = cache;
    }

    private void spend(long inspections) {
      world.spend(costs.round() + inspections * costs.inspection());
    }

    @Override
    public boolean expireDue(long now, int limit, RandomGenerator random, RoundCounts counts) {
      long before = counts.inspected();
      boolean more = cache.expireDue(now, limit, random, counts);
      spend(counts.inspected() - before);
      return more;
    }

    @Override
    public void expireCurrent(long now, int limit, RandomGenerator random, RoundCounts counts) {
      long before = counts.inspected();
      cache.expireCurrent(now, limit, random, counts);
      spend(counts.inspected() - before);
    }

    @Override
    public double sampleStaleShare(long at, int number, RandomGenerator random) {
      double share = cache.sampleStaleShare(at, number, random);
      spend(number);
      return share;
    }

    @Override
    public long nextDue() {
      return cache.nextDue();
    }

    @Override
    public long oldestDue() {
      return cache.oldestDue();
    }

    @Override
    public long withDeadline() {
      return cache.withDeadline();
    }

    @Override
    public double currentStaleShare(long now) {
      return cache.currentStaleShare(now);
    }

    @Override
    public boolean isBehind() {
      return cache.isBehind();
    }

    @Override
    public long undelivered() {
      return cache.undelivered();
    }

    @Override
    public long lazilyExpired() {
      return cache.lazilyExpired();
    }
  }
}

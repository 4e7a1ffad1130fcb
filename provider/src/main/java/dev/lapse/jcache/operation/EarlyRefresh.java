package dev.lapse.jcache.operation;

import dev.lapse.jcache.integration.Loading;
import dev.lapse.jcache.store.DeadlineWatch;
import dev.lapse.jcache.store.Decision;
import dev.lapse.jcache.store.EntryStore;
import dev.lapse.jcache.store.RunningStep;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

/**
 * Loads values anew shortly before they expire, while they are still being read. Each read decides
 * by chance: with a load that takes d, a factor f and u evenly spread in (0, 1], it starts one if
 * {@code d * f * -ln(u)} is at least the time that is left (Vattani, Chierichetti, Lowenstein:
 * Optimal Probabilistic Cache Stampede Prevention, VLDB 2015). So a value that is read all the time
 * is replaced before anybody has to wait, and one that is read rarely is left to expire.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class EarlyRefresh<K, V> implements DeadlineWatch<K> {

  private static final System.Logger LOG = System.getLogger(EarlyRefresh.class.getName());

  /** {@code -ln(u)} is hardly ever more. */
  private static final double FARTHEST = 20;

  /** A wave of deadlines must not become a wave of threads; later reads get their turn. */
  private static final int MOST_AT_ONCE = 16;

  /** The weight of the latest load in the mean. */
  private static final double NEWEST = 0.2;

  private final CacheContext<K, V> context;
  private final Loading<K, V> loading;
  private final double factor;
  private final DoubleSupplier chance;
  private final BooleanSupplier closed;
  private final Set<K> running = ConcurrentHashMap.newKeySet();

  /** What a load takes, in nanoseconds; zero until one has been seen. */
  private volatile double loadNanos;

  private volatile long horizon;
  private volatile boolean warned;

  /**
   * Creates it.
   *
   * @param context what to work on
   * @param loading the loader
   * @param factor above zero; how early
   * @param chance evenly spread from 0 to below 1; called by any thread
   * @param closed whether the cache is closed
   */
  public EarlyRefresh(
      CacheContext<K, V> context,
      Loading<K, V> loading,
      double factor,
      DoubleSupplier chance,
      BooleanSupplier closed) {
    this.context = context;
    this.loading = loading;
    this.factor = factor;
    this.chance = chance;
    this.closed = closed;
    loading.time(context.ticker()::nanos, this::loadTook);
  }

  /** Learns how long a load took. */
  private synchronized void loadTook(long nanos) {
    loadNanos += loadNanos == 0 ? nanos : NEWEST * (nanos - loadNanos);
    horizon = (long) (loadNanos * factor * FARTHEST);
  }

  @Override
  public long horizon() {
    return horizon;
  }

  @Override
  public void near(K key, long left) {
    double reach = loadNanos * factor * -Math.log(1 - chance.getAsDouble());
    if (reach >= left && running.size() < MOST_AT_ONCE && running.add(key)) {
      try {
        context.workers().execute(() -> refresh(key));
      } catch (
          Throwable e) { // the executor is the user's and may reject; a read must not fail for it
        running.remove(key);
        failed(key, e);
      }
    }
  }

  private void refresh(K key) {
    try {
      RunningStep<K> step = closed.getAsBoolean() ? null : context.store().tryBegin(key);
      if (step != null) { // else somebody is changing it anyway
        Decision decision = decide(key, step);
        context.store().finish(step, decision);
        context.store().deliver(step);
      }
    } catch (Throwable e) {
      failed(key, e);
    } finally {
      running.remove(key);
    }
  }

  private Decision decide(K key, RunningStep<K> step) {
    EntryStore<K, V> store = context.store();
    if (step.prior() == null) {
      return Decision.Plain.KEEP;
    }
    try {
      V loaded = loading.load(context.boundary().keyOut(key));
      return loaded == null
          ? Decision.Plain.KEEP
          : new Decision.Store(context.boundary().valueIn(loaded), null, true);
    } catch (Throwable e) {
      store.abandon(step, e);
      throw e;
    }
  }

  private void failed(K key, Throwable thrown) {
    LOG.log(
        warned ? Level.DEBUG : Level.WARNING,
        () ->
            "Cache "
                + context.cacheName()
                + ": key "
                + key
                + " could not be refreshed before its deadline; it stays until then."
                + " Further failures of this cache's early refresh are logged at DEBUG.",
        thrown);
    warned = true;
  }
}

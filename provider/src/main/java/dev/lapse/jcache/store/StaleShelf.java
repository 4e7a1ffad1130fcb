package dev.lapse.jcache.store;

import dev.lapse.jcache.expiry.Expiration;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Values that have expired and may still be handed out, for a while, where their loader fails. A
 * store beside the one that they have left: it has deadlines and a bound of its own and is cleared
 * by the same reaper, but nobody listens to it and its expiries are not counted.
 *
 * <p>Whoever changes an entry tells the shelf while holding that entry's monitor, so that the shelf
 * never holds a value older than one that was removed or replaced. The shelf takes its own entries'
 * monitors inside that, and never the other way round.
 *
 * @param <K> the type of keys
 */
public final class StaleShelf<K> {

  private static final Transition<Object, Decision> AS_TOLD = (key, prior, decision) -> decision;

  private final EntryStore<K, ?> values;
  private final long howLong;
  private final Expirable expirable;

  /**
   * Creates an empty shelf.
   *
   * @param setup of the store behind it, whose rules call no user code
   * @param howLong how many nanoseconds after its deadline a value is kept
   */
  public StaleShelf(StoreSetup<K, ?> setup, long howLong) {
    this.values = new EntryStore<>(setup);
    this.howLong = howLong;
    this.expirable = new Uncounted(values.expirable());
  }

  /** Takes a value that has just expired, unless its time here is over too. */
  void keep(K key, Object value, long deadline, long now) {
    long left = howLong - (now - deadline);
    if (left > 0) {
      values.step(
          key, new Decision.Store(value, Expiration.after(Duration.ofNanos(left)), false), AS_TOLD);
    }
  }

  void forget(K key) {
    values.step(key, Decision.Plain.DISCARD, AS_TOLD);
  }

  void clear() {
    values.keys().forEach(this::forget);
  }

  @Nullable Object get(K key) {
    return values.peek(key);
  }

  void drop() {
    values.drop();
  }

  /**
   * The shelf as the reaper sees it.
   *
   * @return always the same object
   */
  public Expirable expirable() {
    return expirable;
  }

  /** What leaves the shelf has been counted when it came. */
  private record Uncounted(Expirable values) implements Expirable {

    @Override
    public long nextDue() {
      return values.nextDue();
    }

    @Override
    public long oldestDue() {
      return Long.MAX_VALUE;
    }

    @Override
    public long withDeadline() {
      return 0;
    }

    @Override
    public boolean expireDue(long now, int limit, RandomGenerator random, RoundCounts counts) {
      return values.expireDue(now, limit, random, new RoundCounts());
    }

    @Override
    public void expireCurrent(long now, int limit, RandomGenerator random, RoundCounts counts) {
      values.expireCurrent(now, limit, random, new RoundCounts());
    }

    @Override
    public double currentStaleShare(long now) {
      return 0;
    }

    @Override
    public double sampleStaleShare(long at, int number, RandomGenerator random) {
      return 0;
    }

    @Override
    public boolean isBehind() {
      return false;
    }

    @Override
    public long undelivered() {
      return 0;
    }

    @Override
    public long lazilyExpired() {
      return 0;
    }

    @Override
    public String toString() {
      return values.toString();
    }
  }
}

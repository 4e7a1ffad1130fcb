package dev.lapse.jcache.expiry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;

/**
 * The clock of a cache manager: an exact ticker, and a moment that it has not reached yet, so that
 * whoever reads an entry whose deadline is later than that need not read the clock at all. A
 * reading of the clock is about half of what reading a cache costs.
 *
 * <p>While the reaper's thread runs, it reads the clock once a second or more often, and any other
 * exact reading serves as well: each publishes its moment plus {@link #MARGIN_NANOS} as the new
 * {@link #horizon}, if the last one is some time past. So a value could be seen after its deadline
 * only if for more than nine seconds no thread at all had read the clock for any cache of the
 * manager, the reaper's included, and yet values with deadlines were read. Who cannot have even
 * that switches to the exact clock ({@code lapse.clock.exact}); a ticker of the user's own is
 * always read exactly, since it may jump. Without a running reaper nobody would publish, so all
 * readings are exact then; an eternal entry needs none in any case.
 */
public final class CoarseClock implements Ticker {

  /** How far ahead of the last reading the horizon is. */
  static final long MARGIN_NANOS = 10_000_000_000L;

  /** Readings that follow each other faster than this publish nothing. */
  static final long PERIOD_NANOS = 250_000_000L;

  /** Later than any deadline but that of an eternal entry. */
  private static final long EXACT = Deadline.ETERNAL - 1;

  private static final VarHandle HORIZON;

  static {
    try {
      HORIZON = MethodHandles.lookup().findVarHandle(CoarseClock.class, "horizon", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Ticker exact;
  private final boolean alwaysExact;
  private volatile long horizon = EXACT;

  /**
   * Creates a clock whose readings are all exact until {@link #start}.
   *
   * @param exact starts at zero
   * @param alwaysExact whether that is to stay so
   */
  public CoarseClock(Ticker exact, boolean alwaysExact) {
    this.exact = exact;
    this.alwaysExact = alwaysExact;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Exact; moves the {@link #horizon} where that is due.
   */
  @Override
  public long nanos() {
    long now = exact.nanos();
    long published = horizon;
    if (now + MARGIN_NANOS - published > PERIOD_NANOS) {
      // Never over the EXACT of a stop that came in between, and never a lesser one for long.
      HORIZON.compareAndSet(this, published, now + MARGIN_NANOS);
    }
    return now;
  }

  @Override
  public Instant wallClock() {
    return exact.wallClock();
  }

  /**
   * A moment that has not come yet.
   *
   * @return an entry with a deadline later than this is alive
   */
  public long horizon() {
    return horizon;
  }

  /**
   * To be called by whoever sees to it that the clock is read at least once a second from now on.
   */
  public void start() {
    if (!alwaysExact) {
      horizon = exact.nanos() + MARGIN_NANOS;
    }
  }

  /** To be called before the clock may be left unread for longer. */
  public void stop() {
    horizon = EXACT;
  }
}

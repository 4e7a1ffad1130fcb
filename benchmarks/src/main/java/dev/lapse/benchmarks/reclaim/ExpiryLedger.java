package dev.lapse.benchmarks.reclaim;

import dev.lapse.benchmarks.harness.Figures;
import dev.lapse.benchmarks.subject.Subject;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryExpiredListener;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Hears of every entry that expires, and knows when each should have. Keys are numbers from zero;
 * events of negative keys are not counted.
 */
public final class ExpiryLedger implements CacheEntryExpiredListener<Integer, Object> {

  /** Of so many keys the lag of one is kept, so that keeping it is not what is measured. */
  private static final int SAMPLED = 8;

  private final long[] due;
  private final AtomicIntegerArray seen;
  private final LongAdder delivered = new LongAdder();
  private final LongAdder early = new LongAdder();
  private final LongAdder twice = new LongAdder();
  private final LongAdder withoutOldValue = new LongAdder();
  private final Recorder lags = new Recorder(TimeUnit.MINUTES.toMicros(5), 3);

  /**
   * Creates an empty one.
   *
   * @param entries how many keys there will be
   */
  public ExpiryLedger(int entries) {
    due = new long[entries];
    seen = new AtomicIntegerArray(entries);
  }

  /**
   * Returns what registers it.
   *
   * @param synchronous whether the cache waits for it
   * @return a configuration that asks for old values
   */
  public CacheEntryListenerConfiguration<Integer, Object> configuration(boolean synchronous) {
    return new MutableCacheEntryListenerConfiguration<>(() -> this, null, true, synchronous);
  }

  /**
   * Notes, before an entry is put, that it must not expire before then.
   *
   * @param key its key
   * @param nanoTime the moment
   */
  public void expect(int key, long nanoTime) {
    due[key] = nanoTime;
  }

  @Override
  public void onExpired(Iterable<CacheEntryEvent<? extends Integer, ? extends Object>> events) {
    long now = System.nanoTime();
    int count = 0;
    for (CacheEntryEvent<? extends Integer, ? extends Object> event : events) {
      int key = event.getKey();
      if (key >= 0) {
        if (now < due[key]) {
          early.increment();
        }
        if (seen.getAndIncrement(key) > 0) {
          twice.increment();
        }
        if (!event.isOldValueAvailable() || event.getOldValue() == null) {
          withoutOldValue.increment();
        }
        if (key % SAMPLED == 0) {
          lags.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(now - due[key])));
        }
        count++;
      }
    }
    delivered.add(count);
  }

  /**
   * Returns how many events there were.
   *
   * @return the number
   */
  public long delivered() {
    return delivered.sum();
  }

  /**
   * Puts as many entries as there is room for, and waits until all have expired: a smaller wave
   * before the one that counts, so that the compiler is not what is measured.
   *
   * @param subject a cache of its own, with this listening or not
   * @param liveMillis how long its entries live
   * @param mostMillis how long to wait at most
   * @throws InterruptedException if interrupted
   */
  public void smallerWave(Subject subject, long liveMillis, long mostMillis)
      throws InterruptedException {
    for (int key = 0; key < due.length; key++) {
      expect(key, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(liveMillis));
      subject.put(key, new Object());
    }
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMillis);
    while (System.nanoTime() < end && delivered() < due.length) {
      Thread.sleep(5);
    }
  }

  /**
   * Tells what there was to hear.
   *
   * @param figures takes it
   */
  public void report(Figures figures) {
    figures.add("events early", (double) early.sum());
    figures.add("events twice", (double) twice.sum());
    figures.add("events without the old value", (double) withoutOldValue.sum());
    figures.add("events missing", (double) Math.max(0, due.length - delivered.sum()));
    Histogram histogram = lags.getIntervalHistogram();
    if (histogram.getTotalCount() > 0) {
      figures.add("lag p50 ms", histogram.getValueAtPercentile(50) / 1e3);
      figures.add("lag p99 ms", histogram.getValueAtPercentile(99) / 1e3);
      figures.add("lag max ms", histogram.getMaxValue() / 1e3);
    }
  }
}

package dev.lapse.jcache.reaper;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What all passes of a reaper did, added up. Written by one pass at a time, read by anybody;
 * guarded by its monitor.
 */
final class ReaperCounters {

  /**
   * The weight of a new control sample in the moving average, where it comes a tick after the last.
   */
  private static final double NEW_WEIGHT = 0.05;

  /** What that is a tick of. Samples that come later weigh more, as they stand for more time. */
  private static final double TICK_NANOS = 1 << 26;

  private final Map<StopReason, Long> passes = new EnumMap<>(StopReason.class);
  private long expired;
  private long inspected;
  private long rehomed;
  private long passedOver;
  private long errors;
  private long latePasses;
  private long lastNanos;
  private long totalNanos;
  private long maxNanos;
  private long cpuNanos;
  private double staleShare;
  private long lastSampleAt;

  /** What operations have expired in caches that are gone. */
  private long lazilyExpiredBefore;

  ReaperCounters() {
    for (StopReason reason : StopReason.values()) {
      passes.put(reason, 0L);
    }
  }

  synchronized void add(PassResult pass) {
    passes.merge(pass.stop(), 1L, Long::sum);
    expired += pass.expired();
    inspected += pass.inspected();
    rehomed += pass.rehomed();
    passedOver += pass.passedOver();
    errors += pass.errors();
    lastNanos = pass.nanos();
    totalNanos += pass.nanos();
    maxNanos = Math.max(maxNanos, pass.nanos());
    if (pass.stop() == StopReason.EMPTY) {
      staleShare = 0;
    } else if (pass.controlShare().isPresent()) {
      double ticks = Math.max(1, (pass.startedAt() - lastSampleAt) / TICK_NANOS);
      double weight = 1 - Math.pow(1 - NEW_WEIGHT, ticks);
      staleShare += weight * (pass.controlShare().getAsDouble() - staleShare);
      lastSampleAt = pass.startedAt();
    }
  }

  synchronized void addCpu(long nanos) {
    cpuNanos += nanos;
  }

  synchronized void addError() {
    errors++;
  }

  synchronized void addLatePass() {
    latePasses++;
  }

  synchronized void addLazilyExpired(long number) {
    lazilyExpiredBefore += number;
  }

  /**
   * The figures at this moment.
   *
   * @param state what the counters do not know
   */
  synchronized ReaperSnapshot snapshot(CacheFigures state, ExpireBudget budget, boolean active) {
    long all = passes.values().stream().mapToLong(Long::longValue).sum();
    return new ReaperSnapshot(
        lazilyExpiredBefore + state.lazilyExpired(),
        expired,
        inspected,
        rehomed,
        Collections.unmodifiableMap(new EnumMap<>(passes)),
        passedOver,
        state.withDeadline(),
        state.withDeadline() == 0 ? 0 : staleShare,
        state.lagNanos(),
        state.undelivered(),
        lastNanos,
        all == 0 ? 0 : totalNanos / all,
        maxNanos,
        cpuNanos,
        latePasses,
        errors,
        budget.effort(),
        active);
  }

  /**
   * What is read from the caches.
   *
   * @param lazilyExpired how many entries operations have expired
   * @param withDeadline how many entries carry a deadline
   * @param undelivered how many events are undelivered
   * @param lagNanos how late the oldest due slot is
   */
  record CacheFigures(long lazilyExpired, long withDeadline, long undelivered, long lagNanos) {}
}

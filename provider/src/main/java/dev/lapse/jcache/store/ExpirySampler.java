package dev.lapse.jcache.store;

import dev.lapse.jcache.expiry.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A store as the reaper sees it: draws from the strata and has the store decide about each entry
 * that is due.
 *
 * @param <K> the type of keys
 */
final class ExpirySampler<K> implements Expirable {

  private final Strata<K> strata;
  private final Expirer<K> expirer;

  /** Entries drawn and not decided about yet; empty between rounds, so that it pins nothing. */
  private final List<StoredEntry<K>> drawn = new ArrayList<>();

  /**
   * Creates the reaper's view.
   *
   * @param strata the store's index of deadlines
   * @param expirer the store
   */
  ExpirySampler(Strata<K> strata, Expirer<K> expirer) {
    this.strata = strata;
    this.expirer = expirer;
  }

  @Override
  public boolean expireDue(long now, int limit, RandomGenerator random, RoundCounts counts) {
    int inspected = strata.draw(now, limit, random, drawn, counts);
    bury(now, counts);
    expirer.roundIsOver();
    return inspected == limit;
  }

  @Override
  public void expireCurrent(long now, int limit, RandomGenerator random, RoundCounts counts) {
    strata.drawCurrent(now, limit, random, drawn, counts);
    bury(now, counts);
    expirer.roundIsOver();
  }

  private void bury(long now, RoundCounts counts) {
    try {
      while (!drawn.isEmpty()) {
        StoredEntry<K> entry = drawn.get(drawn.size() - 1);
        switch (expirer.expireIfDue(entry, now)) {
          case EXPIRED -> {
            counts.addExpired(1);
            // Somebody may have given it another deadline, and linked it for that, between the draw
            // and the verdict.
            strata.unlink(entry);
          }
          case KEPT -> strata.ensureLinked(entry, now);
          case LEFT_TO_STEP -> {}
        }
        drawn.remove(drawn.size() - 1);
      }
    } finally {
      linkRest(now);
    }
  }

  /** What is left after something was thrown is met again in a later pass. */
  private void linkRest(long now) {
    if (!drawn.isEmpty()) {
      try {
        strata.ensureLinked(drawn.remove(drawn.size() - 1), now);
      } finally {
        linkRest(now);
      }
    }
  }

  @Override
  public double currentStaleShare(long now) {
    return strata.currentStaleShare(now);
  }

  @Override
  public double sampleStaleShare(long at, int number, RandomGenerator random) {
    List<StoredEntry<K>> sample = new ArrayList<>(number);
    strata.sample(number, random, sample);
    int due = 0;
    for (StoredEntry<K> entry : sample) {
      long deadline = entry.deadlineAcquire();
      if (Deadline.isFinite(deadline) && Deadline.isDue(deadline, at)) {
        due++;
      }
    }
    return sample.isEmpty() ? 0 : (double) due / sample.size();
  }

  @Override
  public long nextDue() {
    return strata.nextDue();
  }

  @Override
  public long oldestDue() {
    return strata.oldestDue();
  }

  @Override
  public long withDeadline() {
    return strata.size();
  }

  @Override
  public boolean isBehind() {
    return expirer.isBehind();
  }

  @Override
  public long undelivered() {
    return expirer.undelivered();
  }

  @Override
  public long lazilyExpired() {
    return expirer.lazilyExpired();
  }

  /** For logs. */
  @Override
  public String toString() {
    return expirer.toString();
  }
}

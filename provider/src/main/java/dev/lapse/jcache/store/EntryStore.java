package dev.lapse.jcache.store;

import dev.lapse.jcache.expiry.CoarseClock;
import dev.lapse.jcache.expiry.Deadline;
import dev.lapse.jcache.expiry.ExpiryRules;
import dev.lapse.jcache.stats.Occupancy;
import dev.lapse.jcache.store.Decision.Plain;
import dev.lapse.jcache.store.Decision.Store;
import dev.lapse.jcache.waiting.WaitGraph;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import javax.cache.CacheException;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one cache. Every verb of the cache is a decision about one live-or-absent entry,
 * and this class alone carries decisions out: it settles a value whose deadline has passed, asks
 * the verb, makes the deadline, commits and publishes the events in order. So whether an entry is
 * dead is decided here and nowhere else.
 *
 * @param <K> the type of keys
 * @param <V> the type of values, as listeners see them; in here they are objects in stored form
 */
public final class EntryStore<K, V> {
  /*
   * The protocol. See docs/concurrency.md for the table of fields and the accepted races.
   *
   * 1. States of an entry. LIVE: a value and a deadline. STEP: a RunningStep in place of the value; its prior value, if
   *    any, is still shown under the entry's deadline. RETIRED: no value, deadline CLAIMED, out of the table for good.
   *    All transitions happen under the entry's monitor. A new entry enters the table without a value, with its monitor held;
   *    or with a RunningStep in it; or, where no event tells of it, with its value. An entry that is met RETIRED is looked up again.
   *
   * 2. Two kinds of step. A short step runs no user code and holds the monitor from look-up to commit. A long step holds
   *    it only to park the RunningStep and to commit; in between user code runs and every other mutation of that key
   *    waits for it through the WaitGraph, which refuses a wait that could never end. No thread ever blocks for user code
   *    inside a monitor.
   *
   * 3. Reads take no lock: the deadline first, then the value. Writers write the value first, then the deadline. So a
   *    reader can pair a newer value with an older deadline, never an older value with a newer deadline. The clock is
   *    read last, so whoever passes the check was live when it was read. Where the deadline is beyond the clock's
   *    horizon, a moment that has not come yet, the clock need not be read. Steps see from the horizon, too, that a value is
   *    alive, and read the clock once at most: for the deadline that they make.
   *
   * 4. Readers move a deadline by compare-and-set, and lose to any writer. Whoever wants to end an entry must bring its
   *    deadline to CLAIMED: expiry by a compare-and-set from the deadline that was seen to be due, so that a touch that
   *    came in time wins; a removal by an exchange.
   *
   * 5. The end of an entry is published before the entry leaves the table, so before any event of a successor.
   *
   * 6. A step that found its value live holds it alive: a deadline that passes while user code runs is settled when the
   *    step ends. Readers meanwhile find nothing, and the reaper leaves the entry to the step.
   */

  /** In place of a reading of the clock that nothing depends on. */
  private static final long NO_MATTER_WHEN = 0;

  private final String cacheName;
  private final ExpiryRules<K> rules;
  private final boolean touchesOnAccess;
  private final CoarseClock clock;
  private final UnaryOperator<K> keyIn;
  private final EntryTable<K> table = new EntryTable<>();
  private final Strata<K> strata;
  private final ExpirySampler<K> sampler;
  private final @Nullable SizeBound<K> bound;
  private final @Nullable StaleShelf<K> stale;
  private @Nullable DeadlineWatch<K> watch;

  /** Every step that stores runs code of the user: the expiry policy, or the weigher. */
  private final boolean alwaysLong;

  private final EntryCommitter<K, V> committer;

  /**
   * Whether a reader of a live entry has nothing more to do than to hand out the value as it is.
   * Not if an access moves the deadline, or is noted by the bound, or may start a refresh; nor as
   * soon as a step was parked in place of a value. Until then nobody even looks at the class of the
   * value, which is often all of it that would have to be fetched from memory. Never set again once
   * reset.
   */
  private volatile boolean readsAreSimple;

  /**
   * Creates an empty store.
   *
   * @param setup what it works with
   */
  public EntryStore(StoreSetup<K, V> setup) {
    this.cacheName = setup.cacheName();
    this.rules = setup.rules();
    this.touchesOnAccess = rules.followsAccess();
    this.clock = setup.clock();
    this.keyIn = setup.keyIn();
    this.stale = setup.stale();
    this.strata = new Strata<>(setup.onEarlierSlot());
    BoundSetup<K> boundSetup = setup.bound();
    this.bound = boundSetup == null ? null : new SizeBound<>(boundSetup, strata, cacheName);
    this.readsAreSimple = !touchesOnAccess && bound == null;
    this.alwaysLong = rules.callsOut() || (bound != null && bound.isWeighed());
    this.committer = new EntryCommitter<>(rules, setup.events(), strata, table, bound, stale);
    this.sampler = new ExpirySampler<>(strata, new ReaperSide<>(committer, setup.events(), table));
  }

  /**
   * Sets who is told of reads near a deadline. To be called before the first read.
   *
   * @param newWatch told from then on
   */
  public void watchDeadlines(DeadlineWatch<K> newWatch) {
    watch = newWatch;
    readsAreSimple = false;
  }

  /**
   * Looks for a value that has expired but is kept for the case that its loader fails.
   *
   * @param key the caller's key
   * @return the value in stored form, or null
   */
  public @Nullable Object stale(K key) {
    return stale == null ? null : stale.get(key);
  }

  /**
   * Looks up a deadline, as no access.
   *
   * @param key the caller's key
   * @return the deadline; {@link Deadline#CLAIMED} where there is no live value
   */
  public long deadline(K key) {
    for (; ; ) {
      StoredEntry<K> entry = table.get(key);
      if (entry == null) {
        return Deadline.CLAIMED;
      }
      long deadline = entry.deadlineAcquire();
      if (!Deadline.isDue(deadline, clock.nanos())) {
        return deadline;
      }
      if (settle(entry)) {
        return Deadline.CLAIMED;
      }
    }
  }

  // ---- reading

  /**
   * Reads a value, as an access.
   *
   * @param key the caller's key
   * @return the live value in stored form, or null
   */
  public @Nullable Object read(K key) {
    return read(key, true);
  }

  /**
   * Reads a value without being an access.
   *
   * @param key the caller's key
   * @return the live value in stored form, or null
   */
  public @Nullable Object peek(K key) {
    return read(key, false);
  }

  /**
   * The flag is read after the value was read with acquire semantics, and whoever parks a step
   * resets it before the step is released into the entry, or has seen it reset: so who has read a
   * step from an entry finds the flag reset.
   */
  private @Nullable Object read(K key, boolean access) {
    StoredEntry<K> entry = table.get(key);
    if (entry == null) {
      return null;
    }
    long deadline = entry.deadlineAcquire();
    Object value = entry.valueAcquire();
    return deadline > clock.horizon() && readsAreSimple ? value : readWithCare(key, entry, access);
  }

  private @Nullable Object readWithCare(K key, StoredEntry<K> found, boolean access) {
    for (StoredEntry<K> entry = found; entry != null; entry = table.get(key)) {
      long deadline = entry.deadlineAcquire();
      Object value = entry.valueAcquire();
      boolean moves = access && (touchesOnAccess || watch != null);
      long now = moves || deadline <= clock.horizon() ? clock.nanos() : NO_MATTER_WHEN;
      if (Deadline.isDue(deadline, now)) {
        if (settle(entry)) {
          return null;
        }
        continue;
      }
      Object resting = resting(value);
      if (resting != null && access) {
        accessed(entry, resting, deadline, now);
      }
      return resting;
    }
    return null;
  }

  /** Does what an access to a live value leads to. */
  private void accessed(StoredEntry<K> entry, Object value, long deadline, long now) {
    if (touchesOnAccess) {
      touch(entry, value, deadline, now);
    }
    if (bound != null) {
      bound.touch(entry);
    }
    DeadlineWatch<K> watched = watch;
    if (watched != null && deadline - now < watched.horizon()) {
      watched.near(entry.key, deadline - now);
    }
  }

  private static @Nullable Object resting(@Nullable Object value) {
    return value instanceof RunningStep<?> step ? step.prior() : value;
  }

  private void touch(StoredEntry<K> entry, Object value, long deadline, long now) {
    long moved = rules.afterAccess(entry.key, value, now);
    if (moved == ExpiryRules.UNCHANGED
        || moved == deadline
        || !entry.casDeadline(deadline, moved)) {
      return;
    }
    if (Deadline.isDue(moved, now)) {
      settle(entry);
    } else if (moved < deadline) {
      strata.ensureLinked(entry, now);
    } else if (moved == Deadline.ETERNAL) {
      strata.unlink(entry); // not to be counted, nor evicted, as one with a deadline
    }
  }

  /**
   * Expires an entry that a reader found due.
   *
   * @return whether there is no live value
   */
  private boolean settle(StoredEntry<K> entry) {
    if (entry.deadlineAcquire() == Deadline.CLAIMED) {
      return true;
    }
    Outbox outbox = committer.outbox();
    synchronized (entry) {
      Object value = entry.valuePlain();
      if (value == null || value instanceof RunningStep) {
        return true;
      }
      if (!committer.claimIfDue(entry, value, clock.nanos())) {
        return false;
      }
      committer.expire(entry, value, outbox);
      committer.retireIfAbsent(entry);
    }
    Outbox.complete(outbox);
    return true;
  }

  /**
   * Starts a walk over the live entries.
   *
   * @return a cursor before the first one; weakly consistent, for one thread
   */
  public EntryCursor<K> cursor() {
    return new EntryCursor<>(this, table.iterator());
  }

  /** The live value of an entry, or null. */
  @Nullable Object live(StoredEntry<K> entry) {
    for (; ; ) {
      long deadline = entry.deadlineAcquire();
      Object value = entry.valueAcquire();
      if (!Deadline.isDue(deadline, clock.nanos())) {
        return resting(value);
      }
      if (settle(entry)) {
        return null;
      }
    }
  }

  /**
   * Lists the keys of all entries, also of those that are dead or just being made.
   *
   * @return a copy
   */
  public List<K> keys() {
    return table.keys();
  }

  /**
   * Told that all entries were removed: forgets what is kept of expired ones too, and gives memory
   * back. Where entries expire, the reaper sees to that.
   */
  public void emptied() {
    if (stale != null) {
      stale.clear();
    }
    table.giveBack();
  }

  /**
   * Counts the entries, dead ones that nobody has met yet among them.
   *
   * @return their number
   */
  public long size() {
    return table.size();
  }

  /**
   * Measures what is in here.
   *
   * @return estimates while others are at work
   */
  public Occupancy occupancy() {
    long entries = size();
    long withDeadline = strata.size();
    long evictions = bound == null ? 0 : bound.evictions();
    boolean weighed = bound != null && bound.isWeighed();
    return new Occupancy(
        entries,
        withDeadline,
        bound == null ? entries : bound.total(),
        weighed ? 0 : evictions,
        weighed ? evictions : 0,
        HeapEstimate.of(table.iterator(), table.bins(), entries, withDeadline, bound != null));
  }

  /**
   * Lets go of everything, silently. For a cache that takes no more calls, but may be held for long
   * by somebody.
   */
  public void drop() {
    table.iterator().forEachRemaining(committer::forget);
    table.clear();
    if (stale != null) {
      stale.drop();
    }
  }

  /** Makes a visit of a cursor an access, unless the entry has died since. */
  void visit(StoredEntry<K> entry, Object value) {
    long deadline = entry.deadlineAcquire();
    long now = clock.nanos();
    if (touchesOnAccess && !Deadline.isDue(deadline, now)) {
      touch(entry, value, deadline, now);
    }
  }

  // ---- short steps

  /**
   * Runs a verb that calls no user code, unless the expiry policy is the user's.
   *
   * @param key the caller's key
   * @param argument for the transition
   * @param transition the verb; must not call user code
   * @param <A> the type of the argument
   * @return what became of the entry
   * @throws javax.cache.event.CacheEntryListenerException if a synchronous listener failed; the
   *     change stands
   */
  public <A> Effect step(K key, A argument, Transition<? super K, ? super A> transition) {
    if (alwaysLong) {
      return longStep(key, argument, transition);
    }
    for (; ; ) {
      StoredEntry<K> entry = table.get(key);
      if (entry == null) {
        Decision decision = transition.decide(key, null, argument);
        if (!(decision instanceof Store store)) {
          committer.forgetStale(decision, key);
          return Effect.NONE;
        }
        Effect effect = createFirst(key, store, argument, transition);
        if (effect == null) {
          continue;
        }
        return effect;
      }
      RunningStep<?> running;
      Effect effect = Effect.NONE;
      Outbox outbox = committer.outbox();
      try {
        synchronized (entry) {
          Object value = entry.valuePlain();
          if (value == null) {
            continue;
          }
          running = value instanceof RunningStep<?> step ? step : null;
          if (running == null) {
            effect = shortStep(entry, value, key, argument, transition, outbox);
          }
        }
      } catch (Throwable e) { // a failing JVM; what was published must be delivered all the same
        Outbox.complete(outbox, e);
        throw e;
      }
      if (running == null) {
        conclude(entry, effect, argument, transition, outbox);
        return effect;
      }
      await(running, key);
    }
  }

  /** Under the monitor of a live entry. */
  private <A> Effect shortStep(
      StoredEntry<K> entry,
      Object value,
      K key,
      A argument,
      Transition<? super K, ? super A> transition,
      @Nullable Outbox outbox) {
    boolean near = mayBeDue(entry);
    long now = near ? clock.nanos() : NO_MATTER_WHEN;
    Object prior = value;
    if (near && committer.claimIfDue(entry, value, now)) {
      committer.expire(entry, value, outbox);
      prior = null;
    }
    try {
      Decision decision = transition.decide(key, prior, argument);
      if (!near && makesDeadline(decision)) {
        now = clock.nanos();
      }
      return committer.commit(
          entry, prior, decision, committer.plan(decision, entry.key, prior, now), now, 1, outbox);
    } finally {
      committer.retireIfAbsent(entry);
    }
  }

  /**
   * Whether it takes a reading of the clock to tell if the value is alive; see rule 3. Under the
   * monitor, so that the deadline can only be moved by readers.
   */
  private boolean mayBeDue(StoredEntry<K> entry) {
    return entry.deadlineAcquire() <= clock.horizon();
  }

  /** Whether what was decided about a live value depends on the time. */
  private boolean makesDeadline(Decision decision) {
    return !(decision instanceof Plain) || decision == Plain.TOUCH && touchesOnAccess;
  }

  /**
   * Publishes a first value for a key.
   *
   * @return null if somebody else was faster
   */
  private <A> @Nullable Effect createFirst(
      K key, Store store, A argument, Transition<? super K, ? super A> transition) {
    long now = clock.nanos();
    long deadline = committer.plan(store, key, null, now);
    if (EntryCommitter.isStillborn(store, deadline, now)) {
      committer.forgetStale(key);
      transition.committed(argument, Effect.STILLBORN);
      return Effect.STILLBORN;
    }
    StoredEntry<K> fresh = newEntry(key);
    if (bound == null
        && stale == null
        && !committer.hasListeners()
        && !Deadline.isDue(deadline, now)) {
      return createQuietly(fresh, store.value(), deadline, now, argument, transition);
    }
    Outbox outbox = committer.outbox();
    if (bound != null) {
      bound.prepare(1, committer, now, outbox);
    }
    Effect effect = null;
    synchronized (fresh) {
      if (table.add(fresh)) {
        effect = committer.create(fresh, store, deadline, now, 1, outbox);
        committer.retireIfAbsent(fresh);
      }
    }
    if (effect == null) {
      Outbox.complete(outbox); // of dead entries that had to go first
      return null;
    }
    conclude(fresh, effect, argument, transition, outbox);
    return effect;
  }

  /**
   * Where there is nobody to tell first, an entry can come in with its value, and no monitor is
   * needed. It may have been changed, or ended, before it is linked; linking looks at the deadline.
   */
  private <A> @Nullable Effect createQuietly(
      StoredEntry<K> fresh,
      Object value,
      long deadline,
      long now,
      A argument,
      Transition<? super K, ? super A> transition) {
    fresh.begin(value, deadline);
    if (!table.add(fresh)) {
      return null;
    }
    strata.ensureLinked(fresh, now);
    transition.committed(argument, Effect.CREATED);
    return Effect.CREATED;
  }

  private StoredEntry<K> newEntry(K key) {
    K kept = keyIn.apply(key);
    return bound == null ? new StoredEntry<>(kept) : bound.newEntry(kept);
  }

  /** Ends a step for its caller, with no monitor held any more. */
  private <A> void conclude(
      StoredEntry<K> entry,
      Effect effect,
      A argument,
      Transition<? super K, ? super A> transition,
      @Nullable Outbox outbox) {
    transition.committed(argument, effect);
    keepBound(entry, effect, outbox);
    if (effect == Effect.REFUSED) {
      throw refusal(entry.key, outbox);
    }
    Outbox.complete(outbox);
  }

  private void keepBound(StoredEntry<K> entry, Effect effect, @Nullable Outbox outbox) {
    if (bound != null && effect.isPut() && bound.isExceeded()) {
      bound.keep(entry, committer, clock.nanos(), outbox);
    }
  }

  /**
   * Tells why a step was {@linkplain Effect#REFUSED refused}, in place of {@link #deliver}.
   *
   * @param step a finished step
   * @return an exception to throw; what synchronous listeners threw meanwhile is suppressed in it
   */
  public CacheException refusal(RunningStep<K> step) {
    return refusal(step.entry.key, step.outbox);
  }

  private CacheException refusal(K key, @Nullable Outbox outbox) {
    CacheException refusal = Objects.requireNonNull(bound).refusal(key);
    Outbox.complete(outbox, refusal);
    return refusal;
  }

  // ---- long steps

  /**
   * Runs a verb that calls user code: a loader, a writer, a comparison of values. Nobody else can
   * change the entry while it runs, and only this key waits for it.
   *
   * @param key the caller's key
   * @param argument for the transition
   * @param transition the verb; what it throws leaves the entry as it was
   * @param <A> the type of the argument
   * @return what became of the entry
   * @throws CacheException if waiting for the key could never end
   * @throws javax.cache.event.CacheEntryListenerException if a synchronous listener failed; the
   *     change stands
   */
  public <A> Effect longStep(K key, A argument, Transition<? super K, ? super A> transition) {
    RunningStep<K> step = begin(key);
    Decision decision;
    try {
      decision = transition.decide(key, step.prior(), argument);
    } catch (Throwable e) {
      abandon(step, e);
      throw e;
    }
    Effect effect = finish(step, decision);
    transition.committed(argument, effect);
    if (effect == Effect.REFUSED) {
      throw refusal(step);
    }
    deliver(step);
    return effect;
  }

  /**
   * Begins a long step, after any other of that key has ended. It must be ended by {@link #finish}
   * or {@link #abandon}.
   *
   * @param key the caller's key
   * @return the step
   * @throws CacheException if waiting for the key could never end
   */
  public RunningStep<K> begin(K key) {
    for (; ; ) {
      RunningStep<K> step = tryBegin(key);
      if (step != null) {
        return step;
      }
      awaitStep(key);
    }
  }

  /**
   * Begins a long step unless another of that key is running. Never waits, so any number of steps
   * can be held at once.
   *
   * @param key the caller's key
   * @return the step, or null
   */
  public @Nullable RunningStep<K> tryBegin(K key) {
    for (; ; ) {
      StoredEntry<K> entry = table.get(key);
      if (entry == null) {
        StoredEntry<K> fresh = newEntry(key);
        RunningStep<K> step = park(new RunningStep<>(fresh, null));
        if (table.add(fresh)) {
          return step;
        }
        continue;
      }
      synchronized (entry) {
        Object value = entry.valuePlain();
        if (value instanceof RunningStep) {
          return null;
        }
        if (value != null) {
          Outbox outbox = null;
          Object prior = value;
          if (mayBeDue(entry) && committer.claimIfDue(entry, value, clock.nanos())) {
            outbox = committer.outbox();
            committer.expire(entry, value, outbox);
            prior = null;
          }
          RunningStep<K> step = new RunningStep<>(entry, prior);
          step.outbox = outbox;
          return park(step);
        }
      }
    }
  }

  /** Shows a step in place of the value; with the monitor held, or while nobody knows the entry. */
  private RunningStep<K> park(RunningStep<K> step) {
    if (readsAreSimple) {
      readsAreSimple = false;
    }
    step.entry.setValueRelease(step);
    return step;
  }

  /**
   * Waits until the step that is running for a key has ended, if there is one.
   *
   * @param key the caller's key
   * @throws CacheException if waiting could never end
   */
  public void awaitStep(K key) {
    StoredEntry<K> entry = table.get(key);
    if (entry != null && entry.valueAcquire() instanceof RunningStep<?> running) {
      await(running, key);
    }
  }

  private void await(RunningStep<?> running, K key) {
    if (WaitGraph.await(running, false) == WaitGraph.Ending.CIRCLE) {
      String reason =
          running.owner() == Thread.currentThread()
              ? "is being changed by this very thread: a loader, writer, entry processor, expiry policy or equals method that"
                  + " runs for a key cannot change that key through the cache. Use the MutableEntry, or another key."
              : "is held by a thread that waits for a key held by this one. Let loaders and entry processors use each"
                  + " other's keys in one direction only.";
      throw new CacheException(
          "Cache " + cacheName + ": deadlock avoided; key " + key + " " + reason);
    }
  }

  /**
   * Ends a long step by carrying out a decision. Asks the expiry policy, outside any lock. {@link
   * #deliver} is due then.
   *
   * @param step the step
   * @param decision what to do
   * @return what became of the entry
   */
  public Effect finish(RunningStep<K> step, Decision decision) {
    StoredEntry<K> entry = step.entry;
    Object prior = step.prior();
    int weight = weigh(step, decision);
    long now = clock.nanos();
    long planned = plan(step, decision, now);
    if (step.outbox == null) {
      step.outbox = committer.outbox();
    }
    if (bound != null && decision instanceof Store) {
      bound.prepare(weight, committer, now, step.outbox);
    }
    Effect effect;
    synchronized (entry) {
      effect = committer.commit(entry, prior, decision, planned, now, weight, step.outbox);
      if (entry.valuePlain() == step) { // nothing came of it, and nothing was there
        entry.setValueRelease(null);
      }
      if (effect == Effect.NONE && prior != null && committer.claimIfDue(entry, prior, now)) {
        committer.expire(entry, prior, step.outbox);
      }
      if (entry.placeVolatile() == StoredEntry.UNLINKED) {
        strata.ensureLinked(entry, now); // the reaper may have drawn it and left it to this step
      }
      committer.retireIfAbsent(entry);
    }
    step.end();
    keepBound(entry, effect, step.outbox);
    return effect;
  }

  private long plan(RunningStep<K> step, Decision decision, long now) {
    try {
      return committer.plan(decision, step.entry.key, step.prior(), now);
    } catch (Throwable e) {
      abandon(step, e);
      throw e;
    }
  }

  private int weigh(RunningStep<K> step, Decision decision) {
    if (bound == null || !(decision instanceof Store store)) {
      return 1;
    }
    try {
      return bound.weigh(step.entry.key, store.value());
    } catch (Throwable e) {
      abandon(step, e);
      throw e;
    }
  }

  /**
   * Runs, or waits for, the synchronous listeners of what a step has published.
   *
   * @param step a finished step
   * @throws javax.cache.event.CacheEntryListenerException if one of them failed
   */
  public void deliver(RunningStep<K> step) {
    Outbox.complete(step.outbox);
  }

  /**
   * Ends a long step whose user code failed: the entry stays as it was.
   *
   * @param step the step
   * @param failure what the user code threw; a listener's failure is added to it
   */
  public void abandon(RunningStep<K> step, Throwable failure) {
    if (!step.isOver()) {
      finish(step, Plain.KEEP);
      Outbox.complete(step.outbox, failure);
    }
  }

  /**
   * This store as the reaper sees it.
   *
   * @return always the same object
   */
  public Expirable expirable() {
    return sampler;
  }
}

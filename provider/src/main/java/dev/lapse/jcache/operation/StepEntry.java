package dev.lapse.jcache.operation;

import dev.lapse.jcache.copy.Boundary;
import dev.lapse.jcache.expiry.Deadline;
import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpiringEntry;
import dev.lapse.jcache.expiry.Lifetime;
import dev.lapse.jcache.integration.Loading;
import dev.lapse.jcache.integration.Writing;
import dev.lapse.jcache.store.Decision;
import dev.lapse.jcache.store.Decision.Plain;
import dev.lapse.jcache.store.RunningStep;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The entry that a processor works on. It gathers what the processor wants, and only the net effect
 * is carried out when it has returned (JSR-107 1.1.1, {@code EntryProcessor}): a value set and
 * removed again on an absent key is nothing at all, one removed and set again is an update. Asking
 * {@code exists()} is no access and loads nothing.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class StepEntry<K, V> implements ExpiringEntry<K, V> {

  private enum State {
    UNTOUCHED,
    ACCESSED,
    LOADED,
    SET,
    /** Set, then removed, and there was nothing before. */
    UNDONE,
    REMOVED
  }

  private final CacheContext<K, V> context;
  private final Boundary<K, V> boundary;
  private final K key;
  private final RunningStep<K> step;
  private final @Nullable Object prior;
  private State state = State.UNTOUCHED;
  private boolean concluded;

  /** The value as the processor sees it, once it has seen or set one. */
  private @Nullable V current;

  /** The loaded or set value in stored form. */
  private @Nullable Object stored;

  /** What the processor asks for; null for what the rules say. */
  private @Nullable Expiration expiration;

  StepEntry(CacheContext<K, V> context, K key, RunningStep<K> step) {
    this.context = context;
    this.boundary = context.boundary();
    this.key = key;
    this.step = step;
    this.prior = step.prior();
  }

  @Override
  public K getKey() {
    return key;
  }

  @Override
  public boolean exists() {
    return switch (state) {
      case LOADED, SET -> true;
      case REMOVED, UNDONE -> false;
      case UNTOUCHED, ACCESSED -> prior != null;
    };
  }

  @Override
  @SuppressWarnings(
      "NullAway") // the specification's MutableEntry answers null where there is no value
  public V getValue() {
    if (state == State.UNTOUCHED) {
      if (prior != null) {
        state = State.ACCESSED;
        current = boundary.valueOut(prior);
      } else {
        load();
      }
    }
    return current;
  }

  private void load() {
    Loading<K, V> loading = context.missLoader();
    V loaded = loading == null ? null : loading.load(key);
    if (loaded != null) {
      stored = boundary.valueIn(loaded);
      current = boundary.valueOut(stored);
      state = State.LOADED;
    }
  }

  @Override
  public void setValue(V value) {
    set(value, null);
  }

  @Override
  public void setValue(V value, Expiration expires) {
    set(value, context.present(expires, key));
  }

  private void set(V value, @Nullable Expiration expires) {
    requireRunning();
    stored = boundary.valueIn(context.types().value(value));
    current = value;
    state = State.SET;
    expiration = expires;
  }

  @Override
  public boolean expire(Expiration expires) {
    requireRunning();
    context.requireMoving(expires, key);
    if (exists()) {
      expiration = expires;
    }
    return exists();
  }

  @Override
  public Lifetime lifetime() {
    requireRunning();
    return Lifetime.of(prior == null ? Deadline.CLAIMED : step.deadline(), context.ticker());
  }

  @Override
  public void remove() {
    requireRunning();
    current = null;
    expiration = null;
    boolean nothingBefore = prior == null && (state == State.SET || state == State.UNDONE);
    state = nothingBefore ? State.UNDONE : State.REMOVED;
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    return Unwrapping.of(this, type);
  }

  private void requireRunning() {
    if (concluded) {
      throw new IllegalStateException(
          "Cache "
              + context.cacheName()
              + ": the MutableEntry of key "
              + key
              + " was used after its entry processor had returned");
    }
  }

  boolean wasSet() {
    return state == State.SET;
  }

  /**
   * Calls the writer where the net effect asks for it, and says what is to be done with the entry.
   */
  Decision conclude() {
    concluded = true;
    Writing<K, V> writing = context.writing();
    switch (state) {
      case SET -> {
        if (writing != null) {
          writing.write(new LapseEntry<>(key, Objects.requireNonNull(current)));
        }
        return new Decision.Store(Objects.requireNonNull(stored), expiration, false);
      }
      case LOADED -> {
        return new Decision.Store(Objects.requireNonNull(stored), expiration, false);
      }
      case REMOVED -> {
        if (writing != null) {
          writing.delete(key);
        }
        return Plain.REMOVE;
      }
      case ACCESSED -> {
        return expiration == null ? Plain.TOUCH : new Decision.Move(expiration, Set.of());
      }
      case UNTOUCHED -> {
        return expiration == null ? Plain.KEEP : new Decision.Move(expiration, Set.of());
      }
      default -> {
        return Plain.KEEP;
      }
    }
  }
}

package dev.lapse.jcache.event;

import dev.lapse.jcache.eviction.CacheEntryEvictedListener;
import dev.lapse.jcache.eviction.EvictedEntryEvent;
import dev.lapse.jcache.eviction.EvictionReason;
import java.io.Closeable;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.cache.CacheException;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.Factory;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryEventFilter;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.event.CacheEntryListener;
import javax.cache.event.CacheEntryListenerException;
import javax.cache.event.CacheEntryRemovedListener;
import javax.cache.event.CacheEntryUpdatedListener;
import org.jspecify.annotations.Nullable;

/**
 * One listener with its filter: the only caller of both.
 *
 * <p>Its life: it receives events until it is <em>retired</em>, which is when it has left the
 * audience and nothing that was published for it is undelivered any more (see {@link Departures});
 * then it is closed, once.
 */
final class Registration<K, V> {

  private final EventSource<K, V> source;
  private final CacheEntryListenerConfiguration<K, V> configuration;
  private final CacheEntryListener<? super K, ? super V> listener;
  private final @Nullable CacheEntryEventFilter<? super K, ? super V> filter;
  private final boolean isOldValueRequired;
  private final boolean isSynchronous;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CompletableFuture<@Nullable Void> gone = new CompletableFuture<>();
  private final List<Mailbox> mailboxes;
  private final AtomicLong failures = new AtomicLong();
  private volatile boolean retired;

  private Registration(
      EventSource<K, V> source,
      CacheEntryListenerConfiguration<K, V> configuration,
      CacheEntryListener<? super K, ? super V> listener,
      @Nullable CacheEntryEventFilter<? super K, ? super V> filter,
      Bookkeeping bookkeeping) {
    this.source = source;
    this.configuration = configuration;
    this.listener = listener;
    this.filter = filter;
    this.isOldValueRequired = configuration.isOldValueRequired();
    this.isSynchronous = configuration.isSynchronous();
    this.mailboxes = isSynchronous ? List.of() : Mailbox.stripesFor(this, bookkeeping);
  }

  /**
   * Asks the factories of a configuration for its listener and filter, once each.
   *
   * @throws IllegalArgumentException if there is no factory of listeners, or the listener is of
   *     none of the kinds that can hear anything
   * @throws CacheException if a factory throws or returns null; what the other one made is closed
   *     by then
   */
  static <K, V> Registration<K, V> create(
      EventSource<K, V> source,
      CacheEntryListenerConfiguration<K, V> configuration,
      Bookkeeping bookkeeping) {
    var listenerFactory = configuration.getCacheEntryListenerFactory();
    if (listenerFactory == null) {
      throw new IllegalArgumentException(
          "A listener configuration for "
              + source.describe()
              + " has no listener factory; give it one");
    }
    CacheEntryListener<? super K, ? super V> listener = make(listenerFactory, "listener", source);
    CacheEntryEventFilter<? super K, ? super V> filter = null;
    boolean complete = false;
    try {
      refuseIfDeaf(listener, source);
      var filterFactory = configuration.getCacheEntryEventFilterFactory();
      filter = filterFactory == null ? null : make(filterFactory, "filter", source);
      var registration = new Registration<>(source, configuration, listener, filter, bookkeeping);
      complete = true;
      return registration;
    } finally {
      if (!complete) {
        closeQuietly(listener, source);
        closeQuietly(filter, source);
      }
    }
  }

  private static <T> T make(Factory<? extends T> factory, String what, EventSource<?, ?> source) {
    T made;
    try {
      made = factory.create();
    } catch (RuntimeException | Error e) {
      throw new CacheException(
          "The " + what + " factory of " + source.describe() + " failed: " + e, e);
    }
    if (made == null) {
      throw new CacheException(
          "The "
              + what
              + " factory "
              + factory.getClass().getName()
              + " of "
              + source.describe()
              + " returned null");
    }
    return made;
  }

  private static void refuseIfDeaf(CacheEntryListener<?, ?> listener, EventSource<?, ?> source) {
    for (Happening happening : Happening.values()) {
      if (hears(listener, happening)) {
        return;
      }
    }
    throw new IllegalArgumentException(
        listener.getClass().getName()
            + " listens to nothing in "
            + source.describe()
            + ": it implements none of CacheEntryCreatedListener, CacheEntryUpdatedListener,"
            + " CacheEntryRemovedListener, CacheEntryExpiredListener and CacheEntryEvictedListener");
  }

  private static boolean hears(CacheEntryListener<?, ?> listener, Happening happening) {
    return switch (happening) {
      case CREATED -> listener instanceof CacheEntryCreatedListener;
      case UPDATED -> listener instanceof CacheEntryUpdatedListener;
      case REMOVED -> listener instanceof CacheEntryRemovedListener;
      case EXPIRED -> listener instanceof CacheEntryExpiredListener;
      case EVICTED_FOR_SIZE, EVICTED_FOR_WEIGHT -> listener instanceof CacheEntryEvictedListener;
    };
  }

  boolean hears(Happening happening) {
    return hears(listener, happening);
  }

  boolean isSynchronous() {
    return isSynchronous;
  }

  /** By stripe of keys; none for a synchronous listener. */
  List<Mailbox> mailboxes() {
    return mailboxes;
  }

  /** The deliveries of an asynchronous listener that are not over. */
  long undelivered() {
    long sum = 0;
    for (Mailbox mailbox : mailboxes) {
      sum += mailbox.undelivered();
    }
    return sum;
  }

  /** Whether no mailbox holds anything, nor is being emptied. */
  boolean isIdle() {
    for (Mailbox mailbox : mailboxes) {
      if (!mailbox.isIdle()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether this was made from an equal configuration. Asks both sides, since either may be of a
   * user's own class.
   */
  boolean isOf(CacheEntryListenerConfiguration<?, ?> other) {
    return configuration.equals(other) || other.equals(configuration);
  }

  /**
   * Asks the filter, and hands the event to the listener where it agrees. Throws whatever either of
   * them throws.
   */
  void deliver(
      Happening happening,
      Object storedKey,
      @Nullable Object newStored,
      @Nullable Object oldStored) {
    if (retired) {
      return;
    }
    CacheEntryEvent<K, V> event =
        copyOut(happening, storedKey, newStored, isOldValueRequired ? oldStored : null);
    if (filter == null || filter.evaluate(event)) {
      hand(happening, event);
    }
  }

  private CacheEntryEvent<K, V> copyOut(
      Happening happening,
      Object storedKey,
      @Nullable Object newStored,
      @Nullable Object oldStored) {
    @SuppressWarnings("unchecked") // events and listeners of one cache
    K key = source.keyOut((K) storedKey);
    V oldValue = oldStored == null ? null : source.valueOut(oldStored);
    V value = newStored == null ? oldValue : source.valueOut(newStored);
    var event = new DeliveredEvent<>(source.cache(), happening.type(), key, value, oldValue);
    EvictionReason reason = happening.reason();
    return reason == null ? event : new DeliveredEviction<>(source.cache(), event, reason);
  }

  @SuppressWarnings(
      "unchecked") // of these keys and values, and of the kind that the audience has sorted it by
  private void hand(Happening happening, CacheEntryEvent<K, V> event) {
    Iterable<CacheEntryEvent<? extends K, ? extends V>> events =
        Collections.singleton(event); // less than a list
    switch (happening) {
      case CREATED -> ((CacheEntryCreatedListener<K, V>) listener).onCreated(events);
      case UPDATED -> ((CacheEntryUpdatedListener<K, V>) listener).onUpdated(events);
      case REMOVED -> ((CacheEntryRemovedListener<K, V>) listener).onRemoved(events);
      case EXPIRED -> ((CacheEntryExpiredListener<K, V>) listener).onExpired(events);
      case EVICTED_FOR_SIZE, EVICTED_FOR_WEIGHT ->
          ((CacheEntryEvictedListener<K, V>) listener)
              .onEvicted(List.of((EvictedEntryEvent<K, V>) event));
    }
  }

  /**
   * What to tell about a listener or filter that has thrown: the exception itself where it is what
   * JSR-107 asks for.
   */
  CacheEntryListenerException describeFailure(Happening happening, Throwable thrown) {
    return Failures.asListenerException(
        "Listener "
            + listener.getClass().getName()
            + " of "
            + source.describe()
            + " failed on "
            + happening,
        thrown);
  }

  /**
   * For failures that no caller can be told of: logs the first one and then fewer and fewer, since
   * a broken listener fails each time.
   */
  void logFailure(Happening happening, Throwable thrown) {
    long number = failures.incrementAndGet();
    if (Long.bitCount(number) == 1) {
      Failures.log(
          "Nobody waits for what failed here; failure "
              + number
              + " of this listener, of which ever fewer are logged",
          describeFailure(happening, thrown));
    }
  }

  /** From now on events that are still under way reach nobody. */
  void retire() {
    retired = true;
  }

  boolean isRetired() {
    return retired;
  }

  /**
   * Closes listener and filter if they are {@link Closeable}; the first call alone does anything.
   */
  void close() {
    retired = true;
    if (closed.compareAndSet(false, true)) {
      closeQuietly(listener, source);
      if (filter != listener) {
        closeQuietly(filter, source);
      }
      gone.complete(null);
    }
  }

  /** Completed once listener and filter are closed. */
  CompletableFuture<@Nullable Void> gone() {
    return gone;
  }

  private static void closeQuietly(@Nullable Object customization, EventSource<?, ?> source) {
    if (customization instanceof Closeable closeable) {
      try {
        closeable.close();
      } catch (Throwable e) { // whatever it is, the rest has to be closed too
        Failures.log(
            "Closing " + closeable.getClass().getName() + " of " + source.describe() + " failed",
            e);
      }
    }
  }
}

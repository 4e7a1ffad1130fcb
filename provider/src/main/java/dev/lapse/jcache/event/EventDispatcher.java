package dev.lapse.jcache.event;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import javax.cache.CacheException;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of one cache, and the way of its events to them.
 *
 * <p>What is promised:
 *
 * <ul>
 *   <li>Each listener gets each event that was published after its registration and before its
 *       deregistration, once. The events of one key come in the order of publishing, one after the
 *       other; events of different keys may come at the same time.
 *   <li>Synchronous listeners are called by the thread of the operation, or, where several threads
 *       are at the same key, perhaps by another one of them; {@link Deliveries#complete} returns
 *       when that is done. Asynchronous listeners, and synchronous ones for events that nobody
 *       waits for, are called by the workers. No listener, filter or copier is ever called under a
 *       lock.
 *   <li>A listener may do anything with the cache, from any thread that it is called by. What it
 *       changes under its own key is delivered when it has returned.
 *   <li>A listener or filter that throws, anything, harms no other listener and no later event.
 *   <li>A synchronous listener that does not return holds up its own key, an asynchronous one a
 *       quarter of the keys and no other listener.
 * </ul>
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class EventDispatcher<K, V> {

  /**
   * Long enough for a worker to come to the end of what it is doing, where that takes no time worth
   * mentioning.
   */
  private static final Duration PATIENCE_ON_DEREGISTERING = Duration.ofMillis(50);

  private final EventSource<K, V> source;
  private final Bookkeeping bookkeeping;
  private final Backlog backlog;
  private final Departures departures = new Departures();
  private volatile Audience audience = Audience.NOBODY;

  /** There from the first synchronous listener on. */
  private volatile @Nullable SynchronousSide synchronousSide;

  /** Written under the monitor. */
  private volatile boolean closed;

  private record SynchronousSide(Lanes lanes, Crew crew) {}

  /**
   * Makes a dispatcher without listeners.
   *
   * @param source the cache
   * @param workers runs the tasks that deliver; must not run them in the thread that submits them,
   *     which holds a lock
   * @param undeliveredBound from how many undelivered events on {@link #isBehind} is true; above
   *     zero
   */
  public EventDispatcher(EventSource<K, V> source, Executor workers, int undeliveredBound) {
    this.source = source;
    this.backlog = new Backlog(undeliveredBound, this::undeliveredInMailboxes);
    this.bookkeeping = new Bookkeeping(source, new Submitter(workers, source), backlog, departures);
  }

  /**
   * Whether publishing can reach anybody; one volatile read.
   *
   * @return false if {@link #publish} need not be called
   */
  public boolean hasListeners() {
    return audience != Audience.NOBODY;
  }

  /**
   * Whether an operation may have to {@linkplain Deliveries#complete complete} what it publishes.
   *
   * @return false if {@link #publishUnattended} will do
   */
  public boolean hasSynchronousListeners() {
    return audience.hasSynchronous();
  }

  /**
   * Publishes an event while its entry is locked, which fixes its place in the order. Calls no user
   * code but the key's {@code hashCode} and {@code equals}.
   *
   * @param operation what has to be completed when the operation holds no lock any more
   * @param happening what has happened
   * @param key the key that the store keeps
   * @param newStored the stored form of the new value; null for entries that have gone
   * @param oldStored the stored form of the former value; null for created entries
   */
  public void publish(
      Deliveries operation,
      Happening happening,
      K key,
      @Nullable Object newStored,
      @Nullable Object oldStored) {
    Audience audience = this.audience;
    Registration<?, ?>[] synchronous = audience.synchronous(happening);
    Registration<?, ?>[] asynchronous = audience.asynchronous(happening);
    int hash = spread(key);
    if (synchronous.length > 0) {
      Lanes lanes = synchronousSide().lanes();
      Delivery delivery =
          new Delivery(
              happening, key, newStored, oldStored, Lanes.laneOf(hash), synchronous, operation);
      lanes.add(delivery);
      operation.add(delivery, lanes);
    }
    post(happening, key, newStored, oldStored, asynchronous, hash);
  }

  /**
   * Publishes an event that no operation waits for, while its entry is locked. Synchronous
   * listeners are called by the workers, or by an operation on the same key, in order with its own
   * events.
   *
   * @param happening what has happened
   * @param key the key that the store keeps
   * @param newStored as for {@link #publish}
   * @param oldStored as for {@link #publish}
   */
  public void publishUnattended(
      Happening happening, K key, @Nullable Object newStored, @Nullable Object oldStored) {
    Audience audience = this.audience;
    Registration<?, ?>[] synchronous = audience.synchronous(happening);
    Registration<?, ?>[] asynchronous = audience.asynchronous(happening);
    int hash = spread(key);
    if (synchronous.length > 0) {
      Delivery delivery =
          new Delivery(happening, key, newStored, oldStored, Lanes.laneOf(hash), synchronous, null);
      SynchronousSide side = synchronousSide();
      backlog.add(delivery.size());
      side.lanes().add(delivery);
      side.crew().add(delivery);
    }
    post(happening, key, newStored, oldStored, asynchronous, hash);
  }

  private static void post(
      Happening happening,
      Object key,
      @Nullable Object newStored,
      @Nullable Object oldStored,
      Registration<?, ?>[] recipients,
      int hash) {
    for (Registration<?, ?> recipient : recipients) {
      recipient.mailboxes().get(Mailbox.stripeOf(hash)).post(happening, key, newStored, oldStored);
    }
  }

  /** So that the upper bits and the lower ones, which choose slot and stripe, depend on all. */
  private static int spread(Object key) {
    int hash = key.hashCode() * 0x9E3779B9;
    return hash ^ hash >>> 16;
  }

  private SynchronousSide synchronousSide() {
    SynchronousSide side = synchronousSide;
    if (side == null) {
      throw new AssertionError("A synchronous listener without its lanes");
    }
    return side;
  }

  /**
   * Whether listeners have fallen so far behind that nothing should be published that can be put
   * off.
   *
   * @return true if {@link #undelivered} has reached the bound
   */
  public boolean isBehind() {
    retryRefused();
    return backlog.isBehind();
  }

  private void retryRefused() {
    for (Registration<?, ?> registration : audience.all()) {
      registration.mailboxes().forEach(Mailbox::retry);
    }
    SynchronousSide side = synchronousSide;
    if (side != null) {
      side.crew().retry();
    }
  }

  /**
   * Counts what is on its way to listeners while no operation waits for it.
   *
   * @return deliveries that are not over, one for each listener of an event
   */
  public long undelivered() {
    return backlog.undelivered();
  }

  private long undeliveredInMailboxes() {
    long sum = 0;
    for (Registration<?, ?> registration : audience.all()) {
      sum += registration.undelivered();
    }
    for (Registration<?, ?> registration : departures.leaving()) {
      sum += registration.undelivered();
    }
    return sum;
  }

  /**
   * Sets what is to be told, once each time, when {@link #undelivered} has fallen below half of the
   * bound after {@link #isBehind} was true.
   *
   * @param wakeUp called by any thread; must be short and must not throw
   */
  public void whenCaughtUp(Runnable wakeUp) {
    backlog.whenCaughtUp(wakeUp);
  }

  /**
   * Adds a listener: asks the factories of its configuration for it and its filter, once.
   *
   * @param configuration what to register
   * @throws IllegalArgumentException if an equal configuration is registered already, or this one
   *     is of no use
   * @throws IllegalStateException if this is closed
   * @throws CacheException if a factory fails or returns null; nothing is registered then, and what
   *     was made is closed
   */
  public void register(CacheEntryListenerConfiguration<K, V> configuration) {
    Objects.requireNonNull(configuration, "configuration");
    refuseUnfit(audience, configuration);
    Registration<K, V> registration = Registration.create(source, configuration, bookkeeping);
    boolean registered = false;
    try {
      Audience present;
      do {
        present = audience;
        refuseUnfit(present, configuration);
      } while (!replace(present, present.with(registration)));
      registered = true;
    } finally {
      if (!registered) {
        registration.close();
      }
    }
  }

  private void refuseUnfit(Audience present, CacheEntryListenerConfiguration<?, ?> configuration) {
    if (closed) {
      throw new IllegalStateException("Nobody can listen to the closed " + source.describe());
    }
    if (find(present, configuration) != null) {
      throw new IllegalArgumentException(
          "An equal listener configuration is registered with "
              + source.describe()
              + " already; deregister it first");
    }
  }

  private static @Nullable Registration<?, ?> find(
      Audience audience, CacheEntryListenerConfiguration<?, ?> configuration) {
    for (Registration<?, ?> registration : audience.all()) {
      if (registration.isOf(configuration)) {
        return registration;
      }
    }
    return null;
  }

  private synchronized boolean replace(Audience expected, Audience next) {
    if (closed || audience != expected) {
      return false;
    }
    if (synchronousSide == null && next.all().stream().anyMatch(Registration::isSynchronous)) {
      Lanes lanes = new Lanes(bookkeeping);
      departures.lookInto(lanes);
      synchronousSide = new SynchronousSide(lanes, new Crew(lanes, bookkeeping.workers()));
    }
    audience = next;
    return true;
  }

  /**
   * Removes the listener that was registered with an equal configuration. Events that were
   * published for it before are still delivered; it is closed after them, by this call where that
   * takes no time worth mentioning, else by the thread that delivers the last.
   *
   * @param configuration equal to the one registered, in the eyes of either
   * @return whether there was one; false if this is closed
   */
  public boolean deregister(CacheEntryListenerConfiguration<K, V> configuration) {
    Objects.requireNonNull(configuration, "configuration");
    Audience present;
    Registration<?, ?> registration;
    do {
      present = audience;
      registration = find(present, configuration);
      if (registration == null) {
        return false;
      }
    } while (!replace(present, present.without(registration)));
    departures.begin(registration);
    if (!registration.gone().isDone() && !isDeliveringOn(Thread.currentThread())) {
      departures.await(List.of(registration), PATIENCE_ON_DEREGISTERING);
    }
    return true;
  }

  private boolean isDeliveringOn(Thread thread) {
    SynchronousSide side = synchronousSide;
    return (side != null && side.lanes().involves(thread))
        || emptiesMailbox(thread, audience.all())
        || emptiesMailbox(thread, departures.leaving());
  }

  private static boolean emptiesMailbox(Thread thread, List<Registration<?, ?>> registrations) {
    return registrations.stream()
        .flatMap(registration -> registration.mailboxes().stream())
        .anyMatch(mailbox -> mailbox.isEmptiedBy(thread));
  }

  /**
   * Ends delivery: nothing is published any more, and every listener and filter is closed. Where
   * events are undelivered, it waits for them first, unless called from a listener; what is left
   * then is dropped and logged, and the threads that wait for it go on. Does nothing the second
   * time.
   *
   * @param grace how long to wait at most; a listener that is running after it is closed
   *     nevertheless
   */
  public void close(Duration grace) {
    List<Registration<?, ?>> all;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      all = audience.all();
      audience = Audience.NOBODY;
    }
    all.forEach(departures::begin);
    List<Registration<?, ?>> left = departures.leaving();
    boolean mayWait = !left.isEmpty() && !isDeliveringOn(Thread.currentThread());
    if (mayWait) {
      departures.await(left, grace);
    }
    if (!departures.leaving().isEmpty()) {
      long dropped = dropRest();
      departures.finishAll();
      if (mayWait || dropped > 0) {
        Failures.log(
            "Closing "
                + source.describe()
                + " waits no longer for its listeners; events dropped: "
                + dropped,
            null);
      }
    }
  }

  private long dropRest() {
    long dropped = 0;
    SynchronousSide side = synchronousSide;
    if (side != null) {
      side.crew().drop();
      dropped += side.lanes().drop();
    }
    for (Registration<?, ?> registration : departures.leaving()) {
      registration.retire();
      for (Mailbox mailbox : registration.mailboxes()) {
        dropped += mailbox.drop();
      }
    }
    return dropped;
  }
}

package dev.lapse.jcache.event;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The registrations that have left the audience. Each is closed as soon as all that was published
 * for it before is delivered: at once where nothing is under way, else by the thread that ends its
 * last delivery.
 *
 * <p>Nothing counts the deliveries of a synchronous listener, as that would cost every event; they
 * are looked for in the lanes, and only while somebody is leaving. Both sides write first and look
 * then (leaving, then lanes; lanes, then leaving), so that one of them sees the other.
 */
final class Departures {

  private volatile List<Registration<?, ?>> leaving = List.of();
  private volatile @Nullable Lanes lanes;

  /** Where the deliveries to synchronous listeners are; before the first of them is registered. */
  void lookInto(Lanes newLanes) {
    lanes = newLanes;
  }

  /** Closes a registration that is no longer in the audience, now or later. */
  void begin(Registration<?, ?> registration) {
    synchronized (this) {
      List<Registration<?, ?>> more = new ArrayList<>(leaving);
      more.add(registration);
      leaving = List.copyOf(more);
    }
    advance(registration);
  }

  List<Registration<?, ?>> leaving() {
    return leaving;
  }

  /** A delivery to synchronous listeners is over. */
  void afterwards(Delivery done) {
    List<Registration<?, ?>> present = leaving;
    if (!present.isEmpty()) {
      for (Registration<?, ?> registration : present) {
        if (done.isFor(registration)) {
          advance(registration);
        }
      }
    }
  }

  /** A batch for an asynchronous listener is over. */
  void afterwards(Registration<?, ?> registration) {
    if (leaving.contains(registration)) {
      advance(registration);
    }
  }

  private void advance(Registration<?, ?> registration) {
    if (!registration.isRetired()) {
      if (hasUndelivered(registration, false)) {
        return;
      }
      registration.retire();
    }
    // A publisher that read the audience long ago may have come after the look above; now it finds
    // a retired
    // one, unless its delivery had begun.
    if (!hasUndelivered(registration, true)) {
      finish(registration);
    }
  }

  private boolean hasUndelivered(Registration<?, ?> registration, boolean runningOnly) {
    Lanes lanes = this.lanes;
    return registration.isSynchronous()
        ? lanes != null && lanes.involves(registration, runningOnly)
        : !registration.isIdle();
  }

  private void finish(Registration<?, ?> registration) {
    registration.close();
    synchronized (this) {
      List<Registration<?, ?>> fewer = new ArrayList<>(leaving);
      fewer.remove(registration);
      leaving = List.copyOf(fewer);
    }
  }

  /** Closes all of them, whatever is under way. */
  void finishAll() {
    leaving.forEach(this::finish);
  }

  /**
   * Waits until all of these are closed, but not longer than this. An interrupt ends the waiting
   * and is kept.
   */
  void await(List<Registration<?, ?>> registrations, Duration atMost) {
    CompletableFuture<?>[] gone =
        registrations.stream().map(Registration::gone).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(gone).get(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // whoever is left will be seen by the caller
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }
}

package dev.lapse.jcache.store;

import dev.lapse.jcache.event.Deliveries;
import org.jspecify.annotations.Nullable;

/** What one step has published, for as long as its synchronous listeners are still to be served. */
final class Outbox extends Deliveries {

  /** Serves them; outside of every lock. */
  static void complete(@Nullable Outbox outbox) {
    if (outbox != null) {
      outbox.complete();
    }
  }

  /** Serves them after a failure, which is told of theirs. */
  static void complete(@Nullable Outbox outbox, Throwable failure) {
    try {
      complete(outbox);
    } catch (Throwable e) {
      failure.addSuppressed(e);
    }
  }
}

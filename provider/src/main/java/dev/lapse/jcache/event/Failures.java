package dev.lapse.jcache.event;

import java.lang.System.Logger.Level;
import javax.cache.event.CacheEntryListenerException;
import org.jspecify.annotations.Nullable;

/**
 * What happens to what listeners throw. Has no static initializer, so no field for the logger: its
 * first use may be at the end of a stack, and a class whose initialization has failed is of no use
 * any more.
 */
final class Failures {

  private Failures() {}

  /**
   * Joins two failures.
   *
   * @return the first one, with the next one suppressed in it; the other one where one is null
   */
  static @Nullable Throwable join(@Nullable Throwable first, @Nullable Throwable next) {
    if (first == null) {
      return next;
    }
    if (next != null && next != first) { // a listener may throw the same object again and again
      first.addSuppressed(next);
    }
    return first;
  }

  /** The exception that JSR-107 asks for: the failure itself if it is one already. */
  static CacheEntryListenerException asListenerException(String where, Throwable failure) {
    return failure instanceof CacheEntryListenerException already
        ? already
        : new CacheEntryListenerException(where + ": " + failure.getClass().getName(), failure);
  }

  /**
   * Tells the log what nobody else can be told. Never throws, as that would stop the delivery of
   * the rest.
   */
  static void log(String message, @Nullable Throwable failure) {
    try {
      System.getLogger(EventDispatcher.class.getName()).log(Level.WARNING, message, failure);
    } catch (Throwable loggerFailed) {
      // It may be the failure's own toString that throws. There is nobody left to tell.
    }
  }
}

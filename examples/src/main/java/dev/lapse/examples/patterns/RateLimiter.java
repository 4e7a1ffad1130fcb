package dev.lapse.examples.patterns;

import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpiringEntry;
import java.time.Duration;
import java.util.List;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.processor.MutableEntry;

/**
 * So many requests of a client in a window of time, which begins with the first of them. What Redis
 * users write as {@code INCR} and {@code EXPIRE}, and in a script, so that nothing comes between.
 *
 * <p>Clients that stay away cost nothing: their windows leave the cache by themselves.
 */
public final class RateLimiter {

  private final Cache<String, Integer> requests;
  private final int limit;
  private final Duration window;

  /**
   * Creates a limiter that has seen nobody yet.
   *
   * @param manager gets the cache "rate-limiter"
   * @param limit how many requests are allowed in a window
   * @param window how long a window is
   */
  public RateLimiter(CacheManager manager, int limit, Duration window) {
    this.requests =
        manager.createCache("rate-limiter", new MutableConfiguration<String, Integer>());
    this.limit = limit;
    this.window = window;
  }

  /**
   * The answer to a request.
   *
   * @param allowed whether it may go on
   * @param left how many more are allowed in this window
   * @param windowEndsIn when there is a new window: what to send as {@code Retry-After}
   */
  public record Verdict(boolean allowed, int left, Duration windowEndsIn) {}

  /**
   * Counts a request.
   *
   * @param client whose it is
   * @return whether it may go on
   */
  public Verdict request(String client) {
    return requests.invoke(client, this::count);
  }

  private Verdict count(MutableEntry<String, Integer> entry, Object... arguments) {
    ExpiringEntry<String, Integer> expiring = ExpiringEntry.of(entry);
    if (!expiring.exists()) {
      expiring.setValue(1, Expiration.after(window));
      return new Verdict(true, limit - 1, window);
    }
    int before = expiring.getValue();
    Duration windowEndsIn = expiring.lifetime().timeToLive().orElse(window);
    if (before == limit) {
      return new Verdict(false, 0, windowEndsIn);
    }
    expiring.setValue(before + 1, Expiration.keep()); // the window does not move
    return new Verdict(true, limit - before - 1, windowEndsIn);
  }

  /**
   * Shows it.
   *
   * @param args none
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    Patterns.show(List.of(RateLimiter::demonstrate));
  }

  static void demonstrate(CacheManager manager, Stage stage) throws InterruptedException {
    stage.begin("Rate limiter: 5 requests in 800 ms");
    RateLimiter limiter = new RateLimiter(manager, 5, Duration.ofMillis(800));
    int allowed = Patterns.winners(20, () -> limiter.request("alice").allowed());
    stage.say("20 requests at once; allowed: " + allowed);
    Verdict late = limiter.request("alice");
    stage.say("one more: " + (late.allowed() ? "allowed" : "refused until the window ends"));
    stage.letPass(late.windowEndsIn());
    stage.say("and when it has ended: " + limiter.request("alice").left() + " more are allowed");
  }
}

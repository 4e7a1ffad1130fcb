package dev.lapse.examples;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.PrintStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.cache.configuration.Factory;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.expiry.AccessedExpiryPolicy;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.EternalExpiryPolicy;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.expiry.ModifiedExpiryPolicy;
import javax.cache.expiry.TouchedExpiryPolicy;
import javax.cache.spi.CachingProvider;
import org.jspecify.annotations.Nullable;

/**
 * Expiry in JCache: which policy does what, and what happens to an entry that nobody reads again.
 * Nothing in here but {@link #withoutReaper} is special to Lapse.
 */
public final class Quickstart {

  private static final Duration TTL = new Duration(MILLISECONDS, 900);

  private final CacheManager manager;
  private final Timeline timeline;

  private Quickstart(CacheManager manager, PrintStream out) {
    this.manager = manager;
    this.timeline = new Timeline(out);
  }

  /**
   * Runs all of it, in about four seconds.
   *
   * @param args none
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    run(System.out);
  }

  static void run(PrintStream out) throws InterruptedException {
    // With Lapse as the only provider on the class path, this is Lapse.
    try (CachingProvider provider = Caching.getCachingProvider()) {
      try (CacheManager manager = provider.getCacheManager()) {
        Quickstart quickstart = new Quickstart(manager, out);
        quickstart.policies();
        quickstart.activeExpiry();
      }
      try (CacheManager manager = withoutReaper(provider)) {
        new Quickstart(manager, out).lazyExpiry();
      }
    }
  }

  /** What a policy does to an entry that is only read, and to one that is only updated. */
  private void policies() throws InterruptedException {
    Map<String, Factory<ExpiryPolicy>> policies = new LinkedHashMap<>();
    policies.put("created", CreatedExpiryPolicy.factoryOf(TTL));
    policies.put("modified", ModifiedExpiryPolicy.factoryOf(TTL));
    policies.put("accessed", AccessedExpiryPolicy.factoryOf(TTL));
    policies.put("touched", TouchedExpiryPolicy.factoryOf(TTL));
    policies.put("eternal", EternalExpiryPolicy.factoryOf());
    policies.put("jittered", Jittered::new);
    Map<String, Cache<String, String>> caches = new LinkedHashMap<>();
    policies.forEach(
        (name, policy) ->
            caches.put(
                name,
                manager.createCache(
                    name,
                    new MutableConfiguration<String, String>().setExpiryPolicyFactory(policy))));

    for (Cache<String, String> cache : caches.values()) {
      cache.put("A", "first value");
      cache.put("B", "first value");
    }
    timeline.begin("Six expiry policies, each with 900 ms to live");
    timeline.say("put A and B into each of six caches");
    timeline.waitUntil(600);
    for (Cache<String, String> cache : caches.values()) {
      cache.get("A");
      cache.put("B", "second value");
    }
    timeline.say("read A, updated B");
    for (long moment : new long[] {1200, 1800}) {
      timeline.waitUntil(moment);
      caches.forEach((name, cache) -> timeline.say(state(name, cache)));
    }
  }

  private static String state(String policy, Cache<String, String> cache) {
    // containsKey is no access: it moves no deadline.
    return String.format(
        "%-8s  A is %-5s  B is %s",
        policy,
        cache.containsKey("A") ? "alive" : "gone",
        cache.containsKey("B") ? "alive" : "gone");
  }

  /** A policy of one's own: entries made together do not expire together. */
  private static final class Jittered implements ExpiryPolicy {

    @Override
    public Duration getExpiryForCreation() {
      return new Duration(MILLISECONDS, ThreadLocalRandom.current().nextLong(800, 1000));
    }

    @Override
    public @Nullable Duration getExpiryForAccess() {
      return null; // the deadline stays as it is
    }

    @Override
    public Duration getExpiryForUpdate() {
      return getExpiryForCreation();
    }
  }

  /** The entry leaves by itself, and the listener is told. */
  private void activeExpiry() throws InterruptedException {
    CountDownLatch expired = new CountDownLatch(1);
    Cache<String, String> cache = cacheWithListener(expired);
    timeline.begin("Active expiry: nobody reads the entry again");
    cache.put("session", "alice");
    timeline.say("put session=alice, with 900 ms to live");
    expired.await();
    timeline.say("it is gone, and nobody had to ask");
  }

  /** With the reaper switched off an entry stays until somebody comes across it. */
  private void lazyExpiry() throws InterruptedException {
    CountDownLatch expired = new CountDownLatch(1);
    Cache<String, String> cache = cacheWithListener(expired);
    timeline.begin("Lazy expiry alone: the reaper is switched off");
    cache.put("session", "bob");
    timeline.say("put session=bob, with 900 ms to live");
    timeline.waitUntil(1200);
    timeline.say(
        expired.getCount() == 1
            ? "its time is up, and the listener has heard nothing"
            : "it left early");
    String found = cache.get("session");
    expired.await();
    timeline.say("get has returned " + found + ", and so the listener was told");
  }

  private Cache<String, String> cacheWithListener(CountDownLatch expired) {
    CacheEntryExpiredListener<String, String> listener =
        events -> {
          events.forEach(
              event ->
                  timeline.say("expired event: " + event.getKey() + "=" + event.getOldValue()));
          expired.countDown();
        };
    boolean oldValueRequired = true;
    boolean synchronous = false;
    return manager.createCache(
        "sessions",
        new MutableConfiguration<String, String>()
            .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(TTL))
            .addCacheEntryListenerConfiguration(
                new MutableCacheEntryListenerConfiguration<>(
                    () -> listener, null, oldValueRequired, synchronous)));
  }

  /** Settings of Lapse are properties of the manager; another URI makes it another manager. */
  private static CacheManager withoutReaper(CachingProvider provider) {
    Properties settings = new Properties();
    settings.setProperty("lapse.reaper.enabled", "false");
    return provider.getCacheManager(URI.create("urn:lazy"), null, settings);
  }
}

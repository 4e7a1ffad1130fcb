package dev.lapse.examples.patterns;

import dev.lapse.jcache.config.LapseConfiguration;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.integration.CacheLoader;
import org.jspecify.annotations.Nullable;

/**
 * Prices from a slow source that is down at times. A price that is asked for often is fetched anew
 * before its time is up, so that nobody waits for it; while the source is down old ones do for a
 * while; and prices that came together do not expire together.
 */
public final class PriceList {

  private final Cache<String, BigDecimal> prices;

  /**
   * Creates an empty list.
   *
   * @param manager gets the cache "price-list"
   * @param source tells the price of an article; may be slow, and may fail; null for none
   * @param fresh how long a price is good, give or take a tenth
   * @param stale how much longer it is better than none
   */
  public PriceList(
      CacheManager manager,
      Function<String, @Nullable BigDecimal> source,
      Duration fresh,
      Duration stale) {
    prices =
        manager.createCache(
            "price-list",
            LapseConfiguration.builder(String.class, BigDecimal.class)
                .readThrough(true)
                .cacheLoaderFactory(() -> new Loader(source))
                .expiryPolicyFactory(
                    CreatedExpiryPolicy.factoryOf(
                        new javax.cache.expiry.Duration(TimeUnit.MILLISECONDS, fresh.toMillis())))
                .expiryJitter(0.1)
                .earlyRefresh(1)
                .staleOnError(stale)
                .maximumEntries(10_000)
                .build());
  }

  private record Loader(Function<String, @Nullable BigDecimal> source)
      implements CacheLoader<String, BigDecimal> {

    @Override
    public @Nullable BigDecimal load(String article) {
      return source.apply(article);
    }

    @Override
    public Map<String, BigDecimal> loadAll(Iterable<? extends String> articles) {
      Map<String, BigDecimal> found = new HashMap<>();
      for (String article : articles) {
        BigDecimal price = load(article);
        if (price != null) {
          found.put(article, price);
        }
      }
      return found;
    }
  }

  /**
   * Looks up a price.
   *
   * @param article any
   * @return its price, or null if the source knows none
   * @throws javax.cache.integration.CacheLoaderException if the source has failed and there is no
   *     old price
   */
  public @Nullable BigDecimal price(String article) {
    return prices.get(article);
  }

  /**
   * Shows it.
   *
   * @param args none
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    Patterns.show(List.of(PriceList::demonstrate));
  }

  static void demonstrate(CacheManager manager, Stage stage) throws InterruptedException {
    stage.begin("Prices, good for 500 ms, from a source that takes 50 ms and fails at the end");
    AtomicBoolean down = new AtomicBoolean();
    AtomicInteger fetched = new AtomicInteger();
    Function<String, @Nullable BigDecimal> source =
        article -> {
          pause(stage);
          if (down.get()) {
            throw new IllegalStateException("the source is down");
          }
          return BigDecimal.valueOf(fetched.incrementAndGet());
        };
    PriceList list = new PriceList(manager, source, Duration.ofMillis(500), Duration.ofMinutes(1));
    long slowest = 0;
    list.price("tea");
    for (int reads = 0; reads < 300; reads++) {
      stage.letPass(Duration.ofMillis(5));
      long start = System.nanoTime();
      list.price("tea");
      slowest = Math.max(slowest, System.nanoTime() - start);
    }
    stage.say(
        "300 reads; prices fetched: "
            + fetched
            + "; the slowest read has taken "
            + TimeUnit.NANOSECONDS.toMillis(slowest)
            + " ms");
    down.set(true);
    stage.letPass(Duration.ofSeconds(1));
    stage.say("the source has been down for 1 s, and the price is " + list.price("tea"));
  }

  private static void pause(Stage stage) {
    try {
      stage.letPass(Duration.ofMillis(50));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

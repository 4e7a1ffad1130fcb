package dev.lapse.examples.patterns;

import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpiringCache;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.event.CacheEntryExpiredListener;

/**
 * Pieces of an article that are kept for an order until it is paid, or its time is up.
 *
 * <p>A hold ends once: by {@link #confirm}, by {@link #cancel} or by expiry, since a cache entry is
 * removed once, or expires once. So the pieces come back once, or never if they are sold.
 */
public final class InventoryHolds {

  private final AtomicInteger available;
  private final ExpiringCache<String, Integer> holds;

  /**
   * Creates a stock without holds.
   *
   * @param manager gets the cache "inventory-holds"
   * @param pieces how many there are
   */
  public InventoryHolds(CacheManager manager, int pieces) {
    available = new AtomicInteger(pieces);
    CacheEntryExpiredListener<String, Integer> putBack =
        events -> events.forEach(event -> available.addAndGet(event.getOldValue()));
    boolean oldValueRequired = true;
    boolean synchronous = false;
    holds =
        ExpiringCache.of(
            manager.createCache(
                "inventory-holds",
                new MutableConfiguration<String, Integer>()
                    .addCacheEntryListenerConfiguration(
                        new MutableCacheEntryListenerConfiguration<>(
                            () -> putBack, null, oldValueRequired, synchronous))));
  }

  /**
   * Tells how many pieces nobody has bought or holds.
   *
   * @return their number
   */
  public int available() {
    return available.get();
  }

  /**
   * Keeps pieces for an order.
   *
   * @param order which has no hold yet
   * @param pieces how many
   * @param howLong until they are given back
   * @return false if there are not enough, or the order has a hold already
   */
  public boolean hold(String order, int pieces, Duration howLong) {
    int before = available.getAndUpdate(now -> now < pieces ? now : now - pieces);
    if (before < pieces) {
      return false;
    }
    boolean held = holds.putIfAbsent(order, pieces, Expiration.after(howLong));
    if (!held) {
      available.addAndGet(pieces);
    }
    return held;
  }

  /**
   * Sells what an order holds.
   *
   * @param order any
   * @return false if it holds nothing, or no more
   */
  public boolean confirm(String order) {
    return holds.remove(order);
  }

  /**
   * Gives back what an order holds.
   *
   * @param order any
   * @return false if it holds nothing, or no more
   */
  public boolean cancel(String order) {
    Integer pieces = holds.getAndRemove(order);
    if (pieces != null) {
      available.addAndGet(pieces);
    }
    return pieces != null;
  }

  /**
   * Shows it.
   *
   * @param args none
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    Patterns.show(List.of(InventoryHolds::demonstrate));
  }

  static void demonstrate(CacheManager manager, Stage stage) throws InterruptedException {
    stage.begin("Inventory: 10 pieces, held for 800 ms");
    InventoryHolds stock = new InventoryHolds(manager, 10);
    stock.hold("A", 4, Duration.ofMillis(800));
    stock.hold("B", 5, Duration.ofMillis(800));
    stage.say("A holds 4, B holds 5; available: " + stock.available());
    stage.say("C gets 2: " + stock.hold("C", 2, Duration.ofMillis(800)));
    stage.say("A pays: " + stock.confirm("A") + "; available: " + stock.available());
    stage.letPass(Duration.ofMillis(1200));
    stage.say("1.2 s later available: " + stock.available());
    stage.say("B pays: " + stock.confirm("B") + "; available: " + stock.available());
  }
}

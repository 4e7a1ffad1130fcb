package dev.lapse.examples.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import javax.cache.integration.CacheLoaderException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PriceListTest extends PatternTest {

  private static final Duration FRESH = Duration.ofMinutes(10);
  private static final Duration STALE = Duration.ofHours(1);
  private static final Duration LOAD = Duration.ofSeconds(1);

  /** What the cache wants done in the background; done when the test says so. */
  private final Queue<Runnable> background = new ConcurrentLinkedQueue<>();

  private PriceList list;
  private boolean down;
  private int fetched;
  private int fetchedInBackground;
  private boolean inBackground;

  @Override
  Properties settings() {
    Properties properties = new Properties();
    Executor executor = background::add;
    properties.put("lapse.executor", executor);
    properties.put("lapse.random.seed", "1");
    return properties;
  }

  @BeforeEach
  void create() {
    list = new PriceList(manager, this::source, FRESH, STALE);
  }

  private @Nullable BigDecimal source(String article) {
    clock.advance(LOAD);
    if (down) {
      throw new IllegalStateException("the source is down");
    }
    if (article.equals("unknown")) {
      return null;
    }
    fetched++;
    fetchedInBackground += inBackground ? 1 : 0;
    return BigDecimal.valueOf(fetched);
  }

  private void workInBackground() {
    inBackground = true;
    for (Runnable task = background.poll(); task != null; task = background.poll()) {
      task.run();
    }
    inBackground = false;
  }

  @Test
  void ofAPriceThatIsAskedForOftenOnlyTheFirstReaderWaits() {
    for (int read = 0; read < 100_000; read++) {
      list.price("tea");
      workInBackground();
      clock.advance(Duration.ofMillis(100));
    }
    assertEquals(1, fetched - fetchedInBackground);
    int least = (int) (Duration.ofMillis(100).multipliedBy(100_000).dividedBy(FRESH) * 10 / 11);
    assertTrue(fetched >= least, "fetched " + fetched);
  }

  @Test
  void aPriceThatIsAskedForRarelyIsFetchedWhenItIsWanted() {
    for (int read = 0; read < 10; read++) {
      list.price("tea");
      workInBackground();
      clock.advance(FRESH.multipliedBy(2));
    }
    assertEquals(10, fetched);
    assertEquals(0, fetchedInBackground);
  }

  @Test
  void aPriceIsGoodForItsTimeGiveOrTakeATenth() {
    list.price("tea");
    clock.advance(FRESH.multipliedBy(8).dividedBy(10));
    assertEquals(BigDecimal.ONE, list.price("tea"));
    clock.advance(FRESH.multipliedBy(31).dividedBy(100));
    assertEquals(BigDecimal.valueOf(2), list.price("tea"));
  }

  @Test
  void whileTheSourceIsDownAnOldPriceDoesForAWhile() {
    assertEquals(BigDecimal.ONE, list.price("tea"));
    down = true;
    letPass(FRESH.multipliedBy(2));
    assertEquals(BigDecimal.ONE, list.price("tea"));
    assertThrows(CacheLoaderException.class, () -> list.price("coffee"));
    down = false;
    assertEquals(BigDecimal.valueOf(2), list.price("tea"));
  }

  @Test
  void andIsGoneAfterThat() {
    list.price("tea");
    down = true;
    letPass(FRESH.multipliedBy(11).dividedBy(10).plus(STALE));
    assertThrows(CacheLoaderException.class, () -> list.price("tea"));
  }

  @Test
  void anArticleWithoutAPriceIsNoFailure() {
    assertEquals(null, list.price("unknown"));
  }
}

package dev.lapse.examples.patterns;

import dev.lapse.jcache.LapseCacheManager;
import dev.lapse.jcache.expiry.ReaperMXBean;
import java.net.URI;
import java.time.Duration;
import java.util.Properties;
import javax.cache.CacheManager;
import javax.cache.Caching;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A manager whose clock and whose reaper are moved by hand. */
abstract class PatternTest {

  final HandMovedClock clock = new HandMovedClock();
  CacheManager manager;
  private ReaperMXBean reaper;

  /** More settings of the manager. */
  Properties settings() {
    return new Properties();
  }

  @BeforeEach
  void openManager() {
    Properties properties = settings();
    properties.put("lapse.ticker", clock);
    properties.put("lapse.reaper.enabled", "false");
    manager =
        Caching.getCachingProvider()
            .getCacheManager(URI.create("urn:" + getClass().getName()), null, properties);
    reaper = manager.unwrap(LapseCacheManager.class).reaper();
  }

  @AfterEach
  void closeManager() {
    manager.close();
  }

  /** Moves the clock and has the reaper take out what is dead by then. */
  void letPass(Duration time) {
    clock.advance(time);
    reaper.runPass();
  }

  /** How many entries with a deadline are in memory, whether dead or alive. */
  long entriesInMemory() {
    return reaper.getEntriesWithDeadline();
  }

  /** Comes back when the listeners have been told of all that has happened so far. */
  void awaitListeners() {
    Awaitility.await()
        .pollDelay(Duration.ZERO)
        .atMost(Duration.ofSeconds(30))
        .until(() -> reaper.getUndeliveredEvents() == 0);
  }
}

package dev.lapse.jcache.suite;

import dev.lapse.jcache.LapseCacheManager;
import java.util.Properties;
import javax.cache.CacheManager;

/**
 * The one place of this suite that knows more of the provider than {@code javax.cache}: how a
 * reaper is driven by hand.
 */
final class ReaperByHand {

  private ReaperByHand() {}

  /** The manager's properties for a reaper that works only when it is told to. */
  static Properties properties() {
    Properties properties = new Properties();
    properties.put("lapse.reaper.enabled", "false");
    return properties;
  }

  static void runPass(CacheManager manager) {
    manager.unwrap(LapseCacheManager.class).reaper().runPass();
  }
}

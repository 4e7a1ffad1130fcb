package dev.lapse.jcache.config;

import dev.lapse.jcache.expiry.Ticker;
import java.net.URI;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a cache manager, read from the {@link Properties} given to {@code
 * CachingProvider.getCacheManager(URI, ClassLoader, Properties)}. A setting that is not there has
 * its default.
 *
 * @param ticker the manager's clock, {@code lapse.ticker}, a {@link Ticker}; the JVM's by default
 * @param exactClock whether the clock is read even for entries whose deadline is far away, {@code
 *     lapse.clock.exact}; false by default, true with a ticker of the user's own, see {@link
 *     dev.lapse.jcache.expiry.CoarseClock}
 * @param executor what runs asynchronous listeners and {@code loadAll}, {@code lapse.executor}, an
 *     {@link Executor}; null (the default) for the provider's own choice. It must not run a task in
 *     the thread that submits it, which holds an entry's lock
 * @param randomSeed what chance starts from, {@code lapse.random.seed}, so that a run can be
 *     repeated; null (the default) for another one each time
 * @param reaperEnabled whether expired entries are removed without being asked for, {@code
 *     lapse.reaper.enabled}; true by default
 * @param reaperEffort how much the reaper does for it, {@code lapse.reaper.effort}, 1 (the default)
 *     to 10
 * @param eventsBound how many events of one cache may be undelivered before the reaper passes the
 *     cache over, {@code lapse.events.bound}, at least 1; 16384 by default
 */
public record ManagerSettings(
    Ticker ticker,
    boolean exactClock,
    @Nullable Executor executor,
    @Nullable Long randomSeed,
    boolean reaperEnabled,
    int reaperEffort,
    int eventsBound) {

  private static final String TICKER = "lapse.ticker";
  private static final String EXACT_CLOCK = "lapse.clock.exact";
  private static final String EXECUTOR = "lapse.executor";
  private static final String RANDOM_SEED = "lapse.random.seed";
  private static final String REAPER_ENABLED = "lapse.reaper.enabled";
  private static final String REAPER_EFFORT = "lapse.reaper.effort";
  private static final String EVENTS_BOUND = "lapse.events.bound";

  /** Where the settings file is; read before everything else, by those who look for the file. */
  private static final String CONFIG = "lapse.config";

  private static final String[] KEYS = {
    TICKER, EXACT_CLOCK, EXECUTOR, RANDOM_SEED, REAPER_ENABLED, REAPER_EFFORT, EVENTS_BOUND, CONFIG
  };

  /**
   * Reads the settings. A number or truth value may be given as such or as text; keys that do not
   * start with {@code lapse.} belong to others and are ignored.
   *
   * @param properties the user's, not changed; their defaults count too
   * @param manager the manager's URI, for messages
   * @return the settings
   * @throws IllegalArgumentException if a value is wrong or a key that starts with {@code lapse.}
   *     is unknown, with the manager, the key, the value and what would be right
   */
  public static ManagerSettings read(Properties properties, URI manager) {
    PropertiesReader reader = new PropertiesReader(properties, manager);
    reader.refuseUnknown("lapse.", KEYS);
    Ticker ticker = reader.object(TICKER, Ticker.class);
    return new ManagerSettings(
        ticker == null ? Ticker.system() : ticker,
        reader.truth(EXACT_CLOCK, ticker != null),
        reader.object(EXECUTOR, Executor.class),
        reader.wholeNumber(RANDOM_SEED, Long.MIN_VALUE, Long.MAX_VALUE),
        reader.truth(REAPER_ENABLED, true),
        (int) reader.wholeNumber(REAPER_EFFORT, 1, 10, 1),
        (int) reader.wholeNumber(EVENTS_BOUND, 1, Integer.MAX_VALUE, 16384));
  }
}

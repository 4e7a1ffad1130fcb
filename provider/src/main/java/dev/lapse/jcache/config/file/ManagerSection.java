package dev.lapse.jcache.config.file;

import static java.util.Objects.requireNonNull;

import dev.lapse.jcache.config.ManagerSettings;
import dev.lapse.jcache.expiry.Ticker;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads what the caches of a manager share. The keys are those of {@link ManagerSettings} without
 * {@code lapse.}; what the manager's properties say counts more.
 */
final class ManagerSection {

  private static final String PREFIX = "lapse.";

  private static final Map<String, Function<Setting, Value>> READERS = readers();

  static final List<String> KEYS = List.copyOf(READERS.keySet());

  private static Map<String, Function<Setting, Value>> readers() {
    Map<String, Function<Setting, Value>> readers = new LinkedHashMap<>();
    readers.put("reaper.enabled", setting -> value(setting.truth()));
    readers.put("reaper.effort", setting -> value(setting.wholeNumber(1, 10)));
    readers.put("events.bound", setting -> value(setting.wholeNumber(1, Integer.MAX_VALUE)));
    readers.put("executor", setting -> object(setting, Executor.class));
    readers.put(
        "random.seed", setting -> value(setting.wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE)));
    readers.put("clock.exact", setting -> value(setting.truth()));
    readers.put("ticker", setting -> object(setting, Ticker.class));
    return readers;
  }

  private final Map<String, Value> values = new LinkedHashMap<>();

  static ManagerSection read(Setting setting) {
    ManagerSection section = new ManagerSection();
    setting
        .entries(KEYS)
        .forEach(
            (key, value) ->
                section.values.put(PREFIX + key, requireNonNull(READERS.get(key)).apply(value)));
    return section;
  }

  /** What a key comes to; where it names a class, only once that is needed. */
  private record Value(Supplier<?> supplier, boolean isMade) {}

  private static Value value(Object value) {
    return new Value(() -> value, false);
  }

  private static <T> Value object(Setting setting, Class<T> type) {
    NamedClass<T> named = setting.classes().named(setting, type);
    return new Value(named::create, true);
  }

  /**
   * Puts them together with the manager's properties.
   *
   * @param properties the user's
   * @param manager for messages
   * @param made gets the objects that are made for it
   */
  ManagerSettings under(Properties properties, URI manager, List<Object> made) {
    Properties both = new Properties(properties);
    both.putAll(properties);
    values.forEach(
        (key, value) -> {
          if (both.get(key) == null && both.getProperty(key) == null) {
            Object object = value.supplier().get();
            if (value.isMade()) {
              made.add(object);
            }
            both.put(key, object);
          }
        });
    return ManagerSettings.read(both, manager);
  }
}

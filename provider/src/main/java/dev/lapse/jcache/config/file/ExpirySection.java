package dev.lapse.jcache.config.file;

import dev.lapse.jcache.expiry.EntryExpiry;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.cache.configuration.Factory;
import javax.cache.expiry.AccessedExpiryPolicy;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.expiry.ModifiedExpiryPolicy;
import javax.cache.expiry.TouchedExpiryPolicy;

/** Reads when entries expire. */
final class ExpirySection {

  private static final String ETERNAL = "eternal";
  private static final String POLICY = "policy";
  private static final String ENTRY = "entry";

  /** One of them alone. */
  static final List<String> KEYS =
      List.of("created", "modified", "accessed", "touched", POLICY, ENTRY);

  private static final Map<String, Function<Duration, Factory<ExpiryPolicy>>> STANDARD =
      Map.of(
          "created", CreatedExpiryPolicy::factoryOf,
          "modified", ModifiedExpiryPolicy::factoryOf,
          "accessed", AccessedExpiryPolicy::factoryOf,
          "touched", TouchedExpiryPolicy::factoryOf);

  private ExpirySection() {}

  static Stated read(Setting setting) {
    if (setting.isText()) {
      if (!setting.is(ETERNAL)) {
        throw setting.wrong(
            "%s, or one of the keys %s with its value, such as {created: 10m}"
                .formatted(ETERNAL, String.join(", ", KEYS)));
      }
      return Stated.on(setting, builder -> builder.expiryPolicyFactory(null));
    }
    Map<String, Setting> entries = setting.entries(KEYS);
    if (entries.isEmpty()) {
      throw setting.wrong("one of the keys %s with its value".formatted(String.join(", ", KEYS)));
    }
    Iterator<Setting> values = entries.values().iterator();
    Setting value = values.next();
    if (values.hasNext()) {
      Setting second = values.next();
      throw second.fail(
          "%s contradicts %s in line %d: entries expire in one way. Take one of them out"
              .formatted(second, value, value.line()),
          null);
    }
    return read(setting, entries.keySet().iterator().next(), value);
  }

  private static Stated read(Setting setting, String key, Setting value) {
    Function<Duration, Factory<ExpiryPolicy>> standard = STANDARD.get(key);
    if (standard != null) {
      Factory<ExpiryPolicy> factory = standard.apply(Units.duration(value));
      return Stated.on(setting, builder -> builder.expiryPolicyFactory(factory));
    }
    if (key.equals(ENTRY)) {
      NamedClass<EntryExpiry<Object, Object>> entry =
          value.classes().named(value, EntryExpiry.class);
      return Stated.on(setting, builder -> builder.entryExpiryFactory(entry.factory()));
    }
    NamedClass<ExpiryPolicy> policy = value.classes().named(value, ExpiryPolicy.class);
    return Stated.on(setting, builder -> builder.expiryPolicyFactory(policy.factory()));
  }
}

package dev.lapse.jcache.config.file;

import dev.lapse.jcache.config.LapseConfigurationBuilder;
import dev.lapse.jcache.config.file.Stated.Kind;
import dev.lapse.jcache.eviction.EvictionPolicy;
import dev.lapse.jcache.eviction.Weigher;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads how large a cache may become, and what goes when it is. */
final class BoundSection {

  private static final String ENTRIES = "entries";
  private static final String WEIGHT = "weight";
  private static final String WEIGHER = "weigher";
  private static final String EVICTION = "eviction";
  private static final String WHEN_NONE_EXPIRES = "when-none-expires";

  static final List<String> KEYS = List.of(ENTRIES, WEIGHT, WEIGHER, EVICTION, WHEN_NONE_EXPIRES);

  private static final String REFUSE = "refuse";
  private static final String EVICT_ANY = "evict-any";

  private static final List<String> POLICIES =
      Arrays.stream(EvictionPolicy.values()).map(EvictionPolicy::configName).toList();

  private BoundSection() {}

  static Stated read(Setting setting) {
    if (setting.isText()) {
      if (!setting.is("none")) {
        throw setting.wrong("none, or a group of keys, such as {entries: 10k}");
      }
      return Stated.off(setting);
    }
    Map<String, Setting> entries = setting.entries(KEYS);
    Consumer<LapseConfigurationBuilder<Object, Object>> bound = bound(setting, entries);
    Setting eviction = entries.get(EVICTION);
    EvictionPolicy policy =
        eviction == null ? null : EvictionPolicy.named(eviction.oneOf(POLICIES));
    boolean evictAny = evictAny(entries.get(WHEN_NONE_EXPIRES), policy);
    return new Stated(
        setting,
        entries.containsKey(WEIGHT) ? Kind.BY_WEIGHT : Kind.ON,
        builder -> {
          bound.accept(builder);
          if (policy != null) {
            builder.evictionPolicy(policy).evictAnyWhereNoneExpires(evictAny);
          }
        });
  }

  private static Consumer<LapseConfigurationBuilder<Object, Object>> bound(
      Setting setting, Map<String, Setting> entries) {
    Setting number = entries.get(ENTRIES);
    Setting weight = entries.get(WEIGHT);
    Setting weigher = entries.get(WEIGHER);
    if (weight == null && weigher != null) {
      throw weigher.fail(
          "%s weighs for nothing. Set %s too, or take it out".formatted(weigher, WEIGHT), null);
    }
    if (weight != null) {
      if (number != null) {
        throw weight.fail(
            "%s contradicts %s in line %d. Take one of them out"
                .formatted(weight, number, number.line()),
            null);
      }
      if (weigher == null) {
        throw weight.fail(
            "%s needs a %s beside it, a class that weighs entries".formatted(weight, WEIGHER),
            null);
      }
      long most = Units.size(weight);
      NamedClass<Weigher<Object, Object>> named = weigher.classes().named(weigher, Weigher.class);
      return builder -> builder.maximumWeight(most, named.create());
    }
    if (number == null) {
      throw setting.wrong("none, or it needs %s or %s".formatted(ENTRIES, WEIGHT));
    }
    long most = Units.size(number);
    return builder -> builder.maximumEntries(most);
  }

  private static boolean evictAny(@Nullable Setting setting, @Nullable EvictionPolicy policy) {
    if (setting == null) {
      return false;
    }
    boolean any = setting.oneOf(List.of(REFUSE, EVICT_ANY)).equals(EVICT_ANY);
    if (policy == null || !policy.isVolatile()) {
      throw setting.fail(
          "%s has no meaning: the eviction policy takes entries that never expire anyway. Take it out, or choose a volatile policy"
              .formatted(setting),
          null);
    }
    return any;
  }
}

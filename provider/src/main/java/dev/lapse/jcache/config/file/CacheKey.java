package dev.lapse.jcache.config.file;

import dev.lapse.jcache.config.LapseConfigurationBuilder;
import dev.lapse.jcache.config.SettingsException;
import dev.lapse.jcache.config.file.Stated.Kind;
import dev.lapse.jcache.copy.Copier;
import java.io.ObjectInputFilter;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import javax.cache.expiry.Duration;
import javax.cache.integration.CacheLoader;
import javax.cache.integration.CacheWriter;

/** The keys of a cache, and of what caches are made after. */
enum CacheKey {
  KEY_TYPE("key-type", CacheKey::type),
  VALUE_TYPE("value-type", CacheKey::type),
  EXPIRY("expiry", ExpirySection::read),
  EXPIRY_JITTER("expiry-jitter", CacheKey::jitter),
  BOUND("bound", BoundSection::read),
  STORE_BY_VALUE(
      "store-by-value", setting -> truth(setting, LapseConfigurationBuilder::storeByValue)),
  COPIER("copier", CacheKey::copier),
  INPUT_FILTER("input-filter", CacheKey::inputFilter),
  LOADER("loader", CacheKey::loader),
  READ_THROUGH("read-through", setting -> truth(setting, LapseConfigurationBuilder::readThrough)),
  EARLY_REFRESH("early-refresh", CacheKey::earlyRefresh),
  STALE_ON_ERROR("stale-on-error", CacheKey::staleOnError),
  WRITER("writer", CacheKey::writer),
  WRITE_THROUGH(
      "write-through", setting -> truth(setting, LapseConfigurationBuilder::writeThrough)),
  LISTENERS("listeners", ListenerSection::read),
  STATISTICS("statistics", setting -> truth(setting, LapseConfigurationBuilder::statisticsEnabled)),
  MANAGEMENT("management", setting -> truth(setting, LapseConfigurationBuilder::managementEnabled));

  /** All of them, as they are written. */
  static final List<String> NAMES = Arrays.stream(values()).map(key -> key.written).toList();

  private static final String NONE = "none";

  private final String written;

  @SuppressWarnings("ImmutableEnumChecker") // the readers keep nothing
  private final Function<Setting, Stated> reader;

  CacheKey(String written, Function<Setting, Stated> reader) {
    this.written = written;
    this.reader = reader;
  }

  /** As it stands in the file. */
  String written() {
    return written;
  }

  /** Reads what is said about this key. */
  Stated read(Setting setting) {
    return reader.apply(setting);
  }

  private static Stated type(Setting setting) {
    setting.classes().type(setting);
    return Stated.on(setting, builderHasItsTypes -> {});
  }

  private static Stated truth(
      Setting setting, BiConsumer<LapseConfigurationBuilder<Object, Object>, Boolean> setter) {
    boolean on = setting.truth();
    return new Stated(setting, on ? Kind.ON : Kind.OFF, builder -> setter.accept(builder, on));
  }

  private static Stated copier(Setting setting) {
    if (setting.is(NONE)) {
      return Stated.off(setting);
    }
    NamedClass<Copier> named = setting.classes().named(setting, Copier.class);
    return Stated.on(setting, builder -> builder.copier(named.create()));
  }

  private static Stated loader(Setting setting) {
    if (setting.is(NONE)) {
      return Stated.off(setting);
    }
    NamedClass<CacheLoader<Object, Object>> named =
        setting.classes().named(setting, CacheLoader.class);
    return Stated.on(setting, builder -> builder.cacheLoaderFactory(named.factory()));
  }

  private static Stated writer(Setting setting) {
    if (setting.is(NONE)) {
      return Stated.off(setting);
    }
    NamedClass<CacheWriter<Object, Object>> named =
        setting.classes().named(setting, CacheWriter.class);
    return Stated.on(setting, builder -> builder.cacheWriterFactory(named.factory()));
  }

  private static Stated jitter(Setting setting) {
    double share = Units.share(setting);
    return Stated.on(setting, builder -> builder.expiryJitter(share));
  }

  private static Stated earlyRefresh(Setting setting) {
    double factor = Units.factor(setting);
    return factor == 0
        ? Stated.off(setting)
        : Stated.on(setting, builder -> builder.earlyRefresh(factor));
  }

  private static Stated staleOnError(Setting setting) {
    Duration howLong = Units.finiteDuration(setting);
    return howLong.isZero()
        ? Stated.off(setting)
        : Stated.on(
            setting,
            builder ->
                builder.staleOnError(
                    java.time.Duration.of(
                        howLong.getDurationAmount(), howLong.getTimeUnit().toChronoUnit())));
  }

  private static Stated inputFilter(Setting setting) {
    if (setting.is(NONE)) {
      return Stated.off(setting);
    }
    ObjectInputFilter filter;
    try {
      filter = ObjectInputFilter.Config.createFilter(setting.text());
    } catch (IllegalArgumentException e) {
      throw notAPattern(setting, e.toString());
    }
    if (filter == null) {
      throw notAPattern(setting, "it is empty");
    }
    return Stated.on(setting, builder -> builder.inputFilter(filter));
  }

  private static SettingsException notAPattern(Setting setting, String problem) {
    return setting.wrong(
        "a pattern as java.io.ObjectInputFilter.Config.createFilter takes it, such as com.example.*;java.base/*;!* (%s)"
            .formatted(problem));
  }
}

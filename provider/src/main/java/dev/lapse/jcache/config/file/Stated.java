package dev.lapse.jcache.config.file;

import dev.lapse.jcache.config.LapseConfigurationBuilder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What somebody said about one key of a cache.
 *
 * @param where where it stands in the file; null if it was said by code
 * @param kind what it comes to, as far as other keys are concerned
 * @param effect does it
 */
record Stated(
    @Nullable Setting where,
    Kind kind,
    Consumer<LapseConfigurationBuilder<Object, Object>> effect) {

  enum Kind {
    /** The thing is there. */
    ON,
    /** It is not, as {@code none} and {@code false} say. */
    OFF,
    /** It is a bound by weight. */
    BY_WEIGHT
  }

  /** Something that code has put into the configuration already. */
  static Stated byCode(Kind kind) {
    return new Stated(null, kind, unchanged -> {});
  }

  static Stated on(Setting where, Consumer<LapseConfigurationBuilder<Object, Object>> effect) {
    return new Stated(where, Kind.ON, effect);
  }

  static Stated off(Setting where) {
    return new Stated(where, Kind.OFF, unchanged -> {});
  }

  boolean isOff() {
    return kind == Kind.OFF;
  }
}

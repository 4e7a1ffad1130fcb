package dev.lapse.jcache.config.file;

import dev.lapse.jcache.config.LapseConfigurationBuilder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What somebody said about one key of a cache.
 *
 * @param where where it stands in the file; null if it was said by code
 * @param isOff whether it switches the thing off, as {@code none} and {@code false} do
 * @param effect does it
 */
record Stated(
    @Nullable Setting where,
    boolean isOff,
    Consumer<LapseConfigurationBuilder<Object, Object>> effect) {

  /** Something that code has put into the configuration already. */
  static Stated byCode(boolean isOff) {
    return new Stated(null, isOff, unchanged -> {});
  }

  static Stated on(Setting where, Consumer<LapseConfigurationBuilder<Object, Object>> effect) {
    return new Stated(where, false, effect);
  }

  static Stated off(Setting where) {
    return new Stated(where, true, unchanged -> {});
  }
}

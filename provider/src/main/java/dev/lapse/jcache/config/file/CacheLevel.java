package dev.lapse.jcache.config.file;

import static dev.lapse.jcache.config.file.CacheKey.BOUND;
import static dev.lapse.jcache.config.file.CacheKey.COPIER;
import static dev.lapse.jcache.config.file.CacheKey.EARLY_REFRESH;
import static dev.lapse.jcache.config.file.CacheKey.INPUT_FILTER;
import static dev.lapse.jcache.config.file.CacheKey.LOADER;
import static dev.lapse.jcache.config.file.CacheKey.READ_THROUGH;
import static dev.lapse.jcache.config.file.CacheKey.STALE_ON_ERROR;
import static dev.lapse.jcache.config.file.CacheKey.STORE_BY_VALUE;
import static dev.lapse.jcache.config.file.CacheKey.WRITER;
import static dev.lapse.jcache.config.file.CacheKey.WRITE_THROUGH;
import static dev.lapse.jcache.config.file.Stated.Kind.BY_WEIGHT;
import static dev.lapse.jcache.config.file.Stated.Kind.OFF;
import static dev.lapse.jcache.config.file.Stated.Kind.ON;

import dev.lapse.jcache.config.file.Stated.Kind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one place says about a cache: the defaults, a template, the cache itself, or code. A closer
 * place is one that is more particular. Each key is taken from the closest place that says anything
 * about it, as a whole; and what a closer place has ruled out is not taken from farther ones.
 */
final class CacheLevel {

  /** What makes no sense with what. */
  private static final List<Contradiction> CONTRADICTIONS =
      List.of(
          new Contradiction(STORE_BY_VALUE, OFF, COPIER, ON, "storing by reference copies nothing"),
          new Contradiction(
              STORE_BY_VALUE, OFF, INPUT_FILTER, ON, "storing by reference deserializes nothing"),
          new Contradiction(COPIER, ON, INPUT_FILTER, ON, "with a copier nothing is deserialized"),
          new Contradiction(
              BOUND, BY_WEIGHT, STALE_ON_ERROR, ON, "stale values are counted, not weighed"));

  /** What is nothing without something else. */
  private static final Map<CacheKey, CacheKey> NEEDS = needs();

  private static Map<CacheKey, CacheKey> needs() {
    Map<CacheKey, CacheKey> needs = new EnumMap<>(CacheKey.class);
    needs.put(READ_THROUGH, LOADER);
    needs.put(EARLY_REFRESH, READ_THROUGH);
    needs.put(STALE_ON_ERROR, READ_THROUGH);
    needs.put(WRITE_THROUGH, WRITER);
    return needs;
  }

  /** The first key with one outcome, and the second one with another. */
  private record Contradiction(
      CacheKey first, Kind firstKind, CacheKey second, Kind secondKind, String why) {

    boolean isBetween(@Nullable Stated one, @Nullable Stated other) {
      return one != null && one.kind() == firstKind && other != null && other.kind() == secondKind;
    }
  }

  private final Map<CacheKey, Stated> stated = new EnumMap<>(CacheKey.class);

  /** Reads a group of keys, which must not contradict each other. */
  static CacheLevel read(Map<String, Setting> entries) {
    CacheLevel level = new CacheLevel();
    for (CacheKey key : CacheKey.values()) {
      Setting setting = entries.get(key.written());
      if (setting != null) {
        level.put(key, key.read(setting));
      }
    }
    for (Contradiction each : CONTRADICTIONS) {
      Setting first = entries.get(each.first().written());
      Setting second = entries.get(each.second().written());
      if (first != null
          && second != null
          && each.isBetween(level.get(each.first()), level.get(each.second()))) {
        throw second.fail(
            "%s contradicts %s in line %d: %s. Take one of them out"
                .formatted(second, first, first.line(), each.why()),
            null);
      }
    }
    return level;
  }

  void put(CacheKey key, Stated what) {
    stated.put(key, what);
  }

  @Nullable Stated get(CacheKey key) {
    return stated.get(key);
  }

  boolean says(CacheKey key) {
    return stated.containsKey(key);
  }

  /**
   * Puts places together.
   *
   * @param closestFirst the places
   * @return what they say together
   */
  static CacheLevel merged(List<CacheLevel> closestFirst) {
    CacheLevel merged = new CacheLevel();
    for (CacheLevel level : closestFirst) {
      Map<CacheKey, Stated> added = new EnumMap<>(CacheKey.class);
      level.stated.forEach(
          (key, what) -> {
            if (!merged.says(key) && !merged.rulesOut(key, what)) {
              added.put(key, what);
            }
          });
      merged.stated.putAll(added);
    }
    return merged;
  }

  private boolean rulesOut(CacheKey key, Stated what) {
    return CONTRADICTIONS.stream()
        .anyMatch(
            each ->
                each.first() == key && each.isBetween(what, get(each.second()))
                    || each.second() == key && each.isBetween(get(each.first()), what));
  }

  /** Whether a key is switched on without what it needs. */
  boolean isInVain(CacheKey key) {
    CacheKey needed = NEEDS.get(key);
    Stated what = get(key);
    if (needed == null || what == null || what.isOff()) {
      return false;
    }
    Stated there = get(needed);
    return there == null || there.isOff() || isInVain(needed);
  }

  /** What a key needs; null for nothing. */
  static @Nullable CacheKey neededBy(CacheKey key) {
    return NEEDS.get(key);
  }
}

package dev.lapse.jcache.config.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What caches are made after whose names match one of some patterns.
 *
 * @param patterns the patterns
 * @param level what it says
 * @param setting where it stands
 */
record Template(List<NamePattern> patterns, CacheLevel level, Setting setting) {

  static final String NAMES = "names";

  /** The keys of a template. */
  static final List<String> KEYS = keys();

  private static List<String> keys() {
    List<String> keys = new ArrayList<>(List.of(NAMES));
    keys.addAll(CacheKey.NAMES);
    return List.copyOf(keys);
  }

  boolean matches(String name) {
    return patterns.stream().anyMatch(pattern -> pattern.matches(name));
  }

  /** Reads all of them; each has to be able to match something that the earlier ones do not. */
  static List<Template> readAll(Setting setting) {
    List<Template> templates = new ArrayList<>();
    if (setting.isAbsent()) {
      return templates;
    }
    for (Setting item : setting.items()) {
      templates.add(read(item, templates));
    }
    return templates;
  }

  private static Template read(Setting setting, List<Template> earlier) {
    Map<String, Setting> entries = new LinkedHashMap<>(setting.entries(KEYS));
    Setting names = entries.remove(NAMES);
    if (names == null) {
      throw setting.wrong(
          "a group of keys with the key %s, a pattern or a list of patterns".formatted(NAMES));
    }
    List<NamePattern> patterns = new ArrayList<>();
    for (Setting each : names.isText() ? List.of(names) : names.items()) {
      NamePattern pattern = new NamePattern(each.text());
      earlier.forEach(template -> template.refuse(pattern, each));
      patterns.add(pattern);
    }
    if (patterns.isEmpty()) {
      throw names.wrong("a pattern or a list of patterns with at least one");
    }
    return new Template(List.copyOf(patterns), CacheLevel.read(entries), setting);
  }

  private void refuse(NamePattern later, Setting setting) {
    for (NamePattern pattern : patterns) {
      if (pattern.covers(later)) {
        throw setting.fail(
            "%s is \"%s\" and never counts, because the pattern \"%s\" of the template in line %d comes first and matches all of its names. Put the more particular template first"
                .formatted(setting, later, pattern, this.setting.line()),
            null);
      }
    }
  }
}

package dev.lapse.jcache.config;

import java.net.URI;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Typed values out of a manager's properties, and messages for those that are wrong. */
final class PropertiesReader {

  private final Properties properties;
  private final URI manager;

  PropertiesReader(Properties properties, URI manager) {
    this.properties = properties;
    this.manager = manager;
  }

  /**
   * Refuses keys with the prefix that are not known, and suggests the one that was probably meant.
   */
  void refuseUnknown(String prefix, String... known) {
    Set<Object> keys = new HashSet<>(properties.keySet());
    keys.addAll(properties.stringPropertyNames());
    for (Object key : keys) {
      if (key instanceof String name && name.startsWith(prefix) && !List.of(known).contains(name)) {
        String nearest =
            Arrays.stream(known)
                .min(Comparator.comparingInt(each -> distance(name, each)))
                .orElseThrow();
        throw new IllegalArgumentException(
            "The properties of cache manager %s have an unknown key '%s'. Did you mean '%s'? Known are %s."
                .formatted(manager, name, nearest, String.join(", ", known)));
      }
    }
  }

  <T> @Nullable T object(String key, Class<T> type) {
    Object value = find(key);
    if (value == null || type.isInstance(value)) {
      return type.cast(value);
    }
    throw wrong(
        key,
        value,
        "an object that implements %s, set with Properties.put".formatted(type.getName()));
  }

  boolean truth(String key, boolean otherwise) {
    Object value = find(key);
    if (value == null) {
      return otherwise;
    }
    return switch (value.toString().trim()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(key, value, "true or false");
    };
  }

  long wholeNumber(String key, long least, long most, long otherwise) {
    Long number = wholeNumber(key, least, most);
    return number == null ? otherwise : number;
  }

  @Nullable Long wholeNumber(String key, long least, long most) {
    Object value = find(key);
    if (value == null) {
      return null;
    }
    try {
      long number = Long.parseLong(value.toString().trim());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException notWhole) {
      // told below, together with what is out of range
    }
    throw wrong(key, value, "a whole number from %d to %d".formatted(least, most));
  }

  private @Nullable Object find(String key) {
    Object value = properties.get(key);
    return value == null ? properties.getProperty(key) : value;
  }

  private IllegalArgumentException wrong(String key, Object value, String right) {
    return new IllegalArgumentException(
        "The property '%s' of cache manager %s is '%s' (%s). It has to be %s."
            .formatted(key, manager, value, value.getClass().getName(), right));
  }

  /**
   * How much has to be done to turn what was typed into what was meant. Something left out is more
   * likely than something wrong, so it counts for half as much.
   */
  private static int distance(String typed, String meant) {
    int[] row = new int[meant.length() + 1];
    Arrays.setAll(row, inserted -> inserted);
    for (int i = 1; i <= typed.length(); i++) {
      int diagonal = row[0];
      row[0] = 2 * i;
      for (int j = 1; j <= meant.length(); j++) {
        int replaced = diagonal + (typed.charAt(i - 1) == meant.charAt(j - 1) ? 0 : 2);
        int deleted = row[j] + 2;
        int inserted = row[j - 1] + 1;
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(deleted, inserted));
      }
    }
    return row[meant.length()];
  }
}

package dev.lapse.jcache.config;

import dev.lapse.jcache.config.text.Nearest;
import java.net.URI;
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
        throw new IllegalArgumentException(
            "The properties of cache manager %s have an unknown key '%s'. Did you mean '%s'? Known are %s."
                .formatted(
                    manager, name, Nearest.of(name, List.of(known)), String.join(", ", known)));
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
}

package dev.lapse.jcache.config.file;

import dev.lapse.jcache.config.file.Stated.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.event.CacheEntryEventFilter;
import javax.cache.event.CacheEntryListener;
import org.jspecify.annotations.Nullable;

/** Reads the listeners of a cache. */
final class ListenerSection {

  private static final String CLASS = "class";
  private static final String FILTER = "filter";
  private static final String OLD_VALUE_REQUIRED = "old-value-required";
  private static final String SYNCHRONOUS = "synchronous";

  static final List<String> KEYS = List.of(CLASS, FILTER, OLD_VALUE_REQUIRED, SYNCHRONOUS);

  private record Listener(
      NamedClass<CacheEntryListener<Object, Object>> named,
      @Nullable NamedClass<CacheEntryEventFilter<Object, Object>> filter,
      boolean oldValueRequired,
      boolean synchronous) {

    MutableCacheEntryListenerConfiguration<Object, Object> configuration() {
      return new MutableCacheEntryListenerConfiguration<>(
          named.factory(), filter == null ? null : filter.factory(), oldValueRequired, synchronous);
    }
  }

  private ListenerSection() {}

  static Stated read(Setting setting) {
    List<Listener> listeners = new ArrayList<>();
    for (Setting item : setting.items()) {
      listeners.add(listener(item));
    }
    return new Stated(
        setting,
        listeners.isEmpty() ? Kind.OFF : Kind.ON,
        builder -> listeners.forEach(listener -> builder.listener(listener.configuration())));
  }

  private static Listener listener(Setting setting) {
    Map<String, Setting> entries = setting.entries(KEYS);
    Setting named = entries.get(CLASS);
    if (named == null) {
      throw setting.wrong("a group of keys with the key %s".formatted(CLASS));
    }
    Setting filter = entries.get(FILTER);
    Setting oldValueRequired = entries.get(OLD_VALUE_REQUIRED);
    Setting synchronous = entries.get(SYNCHRONOUS);
    return new Listener(
        named.classes().named(named, CacheEntryListener.class),
        filter == null ? null : filter.classes().named(filter, CacheEntryEventFilter.class),
        oldValueRequired != null && oldValueRequired.truth(),
        synchronous != null && synchronous.truth());
  }
}

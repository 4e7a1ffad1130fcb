package dev.lapse.jcache.suite;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.Set;
import java.util.stream.Collectors;
import javax.cache.Cache;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The counters of a cache as its statistics bean shows them. */
record Counters(long hits, long misses, long puts, long removals, long evictions) {

  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
  private static final String[] ATTRIBUTES = {
    "CacheHits", "CacheMisses", "CachePuts", "CacheRemovals", "CacheEvictions"
  };

  static Counters of(Cache<?, ?> cache) {
    return of(statisticsBean(cache));
  }

  static Counters of(ObjectName bean) {
    try {
      AttributeList list = SERVER.getAttributes(bean, ATTRIBUTES);
      long[] values = new long[ATTRIBUTES.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = (Long) ((Attribute) list.get(i)).getValue();
      }
      return new Counters(values[0], values[1], values[2], values[3], values[4]);
    } catch (JMException e) {
      throw new AssertionError("cannot read " + bean, e);
    }
  }

  Counters minus(Counters before) {
    return new Counters(
        hits - before.hits,
        misses - before.misses,
        puts - before.puts,
        removals - before.removals,
        evictions - before.evictions);
  }

  /** Hits, misses, puts, removals. */
  String four() {
    return hits + " " + misses + " " + puts + " " + removals;
  }

  static Object attribute(Cache<?, ?> cache, String name) {
    return attribute(statisticsBean(cache), name);
  }

  static Object attribute(ObjectName bean, String name) {
    try {
      return SERVER.getAttribute(bean, name);
    } catch (JMException e) {
      throw new AssertionError("cannot read " + name + " of " + bean, e);
    }
  }

  static ObjectName statisticsBean(Cache<?, ?> cache) {
    Set<ObjectName> found = beans("CacheStatistics", cache);
    if (found.size() != 1) {
      throw new AssertionError(
          "one statistics bean expected for " + cache.getName() + ", found " + found);
    }
    return found.iterator().next();
  }

  /** The beans of that type for the cache's name and its manager's URI. */
  static Set<ObjectName> beans(String type, Cache<?, ?> cache) {
    return beans(type, cache.getCacheManager().getURI()).stream()
        .filter(name -> cache.getName().equals(plain(name, "Cache")))
        .collect(Collectors.toSet());
  }

  /** The beans of that type for managers of a URI. */
  static Set<ObjectName> beans(String type, URI manager) {
    return beans(type).stream()
        .filter(name -> manager.toString().equals(plain(name, "CacheManager")))
        .collect(Collectors.toSet());
  }

  /** All beans of that type in this JVM. */
  static Set<ObjectName> beans(String type) {
    try {
      return SERVER.queryNames(new ObjectName("javax.cache:type=" + type + ",*"), null);
    } catch (JMException e) {
      throw new AssertionError(e);
    }
  }

  private static String plain(ObjectName name, String property) {
    String value = name.getKeyProperty(property);
    return value != null && value.startsWith("\"") ? ObjectName.unquote(value) : value;
  }

  /** Resets the statistics by the bean's operation. */
  static void clear(Cache<?, ?> cache) {
    try {
      SERVER.invoke(statisticsBean(cache), "clear", null, null);
    } catch (JMException e) {
      throw new AssertionError("cannot clear the statistics of " + cache.getName(), e);
    }
  }
}

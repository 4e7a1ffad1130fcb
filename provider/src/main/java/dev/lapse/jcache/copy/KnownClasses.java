package dev.lapse.jcache.copy;

import java.io.ObjectStreamClass;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Numbers for the classes that have been serialized, to be written in place of their descriptions: what is serialized is
 * read in the same JVM, so the description need not be in it. That makes the serialized form several times smaller and
 * reading it about twice as fast.
 *
 * <p>Only a class that the manager's class loader finds by its name has a number. The others are not held here, so that
 * their class loaders stay free, and are looked for by name when read.
 */
final class KnownClasses {

  /** The number of a class that has none. */
  static final int NONE = -1;

  private final ClassLoader loader;
  private final Map<Class<?>, Integer> numbers = new ConcurrentHashMap<>();

  /** By number. Only ever replaced by a longer one, under this object's monitor. */
  private volatile ObjectStreamClass[] descriptions = {};

  KnownClasses(ClassLoader loader) {
    this.loader = loader;
  }

  int numberOf(ObjectStreamClass description) {
    Class<?> type = description.forClass();
    Integer number = numbers.get(type);
    return number != null ? number : enter(type, description);
  }

  ObjectStreamClass description(int number) {
    return descriptions[number];
  }

  private int enter(Class<?> type, ObjectStreamClass description) {
    if (!isFoundByName(type)) {
      return NONE;
    }
    synchronized (this) {
      Integer meanwhile = numbers.get(type);
      if (meanwhile != null) {
        return meanwhile;
      }
      int number = descriptions.length;
      ObjectStreamClass[] longer = Arrays.copyOf(descriptions, number + 1);
      longer[number] = description;
      descriptions = longer;
      numbers.put(type, number);
      return number;
    }
  }

  private boolean isFoundByName(Class<?> type) {
    try {
      return Class.forName(type.getName(), false, loader) == type;
    } catch (ClassNotFoundException | LinkageError notThere) {
      return false;
    }
  }
}

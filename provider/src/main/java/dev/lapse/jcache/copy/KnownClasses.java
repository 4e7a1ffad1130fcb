package dev.lapse.jcache.copy;

import java.io.ObjectStreamClass;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Numbers for the classes that have been serialized, to be written in place of their descriptions:
 * what is serialized is read in the same JVM, so the description need not be in it. That makes the
 * serialized form several times smaller and reading it about twice as fast.
 *
 * <p>Only a class that the manager's class loader finds by its name has a number. If it finds
 * another one by that name, the description is written, and the other one is read. So no class
 * loader is held here but the manager's.
 */
final class KnownClasses {

  /** The number of a class that has none. */
  static final int NONE = -1;

  private final Supplier<ClassLoader> loader;
  private final Map<Class<?>, Integer> numbers = new ConcurrentHashMap<>();

  /** By number. Only ever replaced by a longer one, under this object's monitor. */
  private volatile ObjectStreamClass[] descriptions = {};

  KnownClasses(Supplier<ClassLoader> loader) {
    this.loader = loader;
  }

  /**
   * The number to write for a class.
   *
   * @param description the description of the class
   * @return its number, or {@link #NONE} if the description has to be written
   * @throws ClassNotFoundException if there is no class of that name for the manager's class
   *     loader, so that what is written could not be read
   */
  int numberOf(ObjectStreamClass description) throws ClassNotFoundException {
    Class<?> type = description.forClass();
    Integer number = numbers.get(type);
    if (number != null) {
      return number;
    }
    boolean found =
        !type.isPrimitive() && Class.forName(type.getName(), false, loader.get()) == type;
    return found ? enter(type, description) : NONE;
  }

  /**
   * The class of a number.
   *
   * @param number what {@link #numberOf} returned, not {@link #NONE}
   * @return the description of the class
   */
  ObjectStreamClass description(int number) {
    return descriptions[number];
  }

  private synchronized int enter(Class<?> type, ObjectStreamClass description) {
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

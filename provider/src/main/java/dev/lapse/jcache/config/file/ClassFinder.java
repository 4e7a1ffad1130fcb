package dev.lapse.jcache.config.file;

import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import javax.cache.configuration.Factory;
import org.jspecify.annotations.Nullable;

/**
 * Finds the classes that a file names, by the manager's class loader. It refers to the loader
 * weakly, as the manager does.
 */
final class ClassFinder {

  private static final Map<String, Class<?>> PRIMITIVES =
      Map.of(
          "boolean", boolean.class,
          "byte", byte.class,
          "char", char.class,
          "double", double.class,
          "float", float.class,
          "int", int.class,
          "long", long.class,
          "short", short.class);

  private static final String ARRAY = "[]";

  private final WeakReference<ClassLoader> loader;

  ClassFinder(ClassLoader loader) {
    this.loader = new WeakReference<>(loader);
  }

  /** The type of a cache's keys or values; arrays are written as in Java. */
  Class<?> type(Setting setting) {
    String name = setting.text();
    if (name.endsWith(ARRAY)) {
      String component = name;
      int dimensions = 0;
      while (component.endsWith(ARRAY) && dimensions < 4) {
        component = component.substring(0, component.length() - ARRAY.length());
        dimensions++;
      }
      Class<?> type = PRIMITIVES.get(component);
      if (type == null) {
        type = find(component, setting);
      }
      for (int i = 0; i < dimensions; i++) {
        type = type.arrayType();
      }
      return type;
    }
    return find(name, setting);
  }

  /**
   * A class that is of a type, or makes objects of it.
   *
   * @param setting names the class
   * @param wanted the type
   */
  <T> NamedClass<T> named(Setting setting, Class<? super T> wanted) {
    Class<?> found = find(setting.text(), setting);
    boolean isFactory = !wanted.isAssignableFrom(found);
    if (isFactory && !Factory.class.isAssignableFrom(found)) {
      throw setting.wrong(
          "a class that implements %s, or a %s of it".formatted(name(wanted), name(Factory.class)));
    }
    requireConstructor(found, setting);
    return new NamedClass<>(setting, found.getName(), wanted, isFactory);
  }

  /** A factory that makes objects of a class that was found before. */
  <T> InstanceFactory<T> factory(NamedClass<T> named) {
    Class<?> found = find(named.name(), named.setting());
    return new InstanceFactory<>(found, named.wanted(), named.isFactory(), named.setting());
  }

  private static String name(Class<?> type) {
    return type.getName();
  }

  private static void requireConstructor(Class<?> found, Setting setting) {
    String remedy = "a public class with a public constructor without parameters; ";
    if (found.isInterface() || Modifier.isAbstract(found.getModifiers())) {
      throw setting.wrong(remedy + "this one is abstract");
    }
    if (!hasConstructor(found, setting)) {
      boolean inner = found.getEnclosingClass() != null && !Modifier.isStatic(found.getModifiers());
      throw setting.wrong(
          remedy + (inner ? "this one is an inner class, make it static" : "this one has none"));
    }
    if (!isPublic(found)) {
      throw setting.wrong(remedy + "this one is not public");
    }
    if (!found.getModule().isExported(found.getPackageName(), ClassFinder.class.getModule())) {
      throw setting.wrong(
          remedy
              + "the module %s has to export its package to %s"
                  .formatted(found.getModule().getName(), ClassFinder.class.getModule().getName()));
    }
  }

  private static boolean hasConstructor(Class<?> found, Setting setting) {
    try {
      return Arrays.stream(found.getConstructors())
          .anyMatch(constructor -> constructor.getParameterCount() == 0);
    } catch (LinkageError e) {
      throw setting.wrong("a class that can be loaded together with those that it uses", e);
    }
  }

  private static boolean isPublic(Class<?> found) {
    for (Class<?> type = found; type != null; type = type.getEnclosingClass()) {
      if (!Modifier.isPublic(type.getModifiers())) {
        return false;
      }
    }
    return true;
  }

  private Class<?> find(String name, Setting setting) {
    ClassLoader present = loader.get();
    ClassLoader used = present == null ? ClassFinder.class.getClassLoader() : present;
    try {
      return Class.forName(name, false, used);
    } catch (ClassNotFoundException | LinkageError e) {
      String meant = meant(name, used);
      throw setting.wrong(
          "the full name of a class that the manager's class loader finds"
              + (meant == null ? "" : ", such as " + meant),
          e);
    }
  }

  /** Finds what was meant where a nested class is named as in Java, or without its package. */
  private static @Nullable String meant(String name, @Nullable ClassLoader loader) {
    String nested = name;
    for (int dot = nested.lastIndexOf('.'); dot > 0; dot = nested.lastIndexOf('.')) {
      nested = nested.substring(0, dot) + '$' + nested.substring(dot + 1);
      if (isThere(nested, loader)) {
        return nested;
      }
    }
    Class<?> primitive = PRIMITIVES.get(name);
    if (primitive != null) {
      return MethodType.methodType(primitive).wrap().returnType().getName();
    }
    String inLang = "java.lang." + name;
    return isThere(inLang, loader) ? inLang : null;
  }

  private static boolean isThere(String name, @Nullable ClassLoader loader) {
    try {
      Class.forName(name, false, loader);
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}

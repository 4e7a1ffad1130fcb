package dev.lapse.jcache.copy;

import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies beans field by field, many times faster than by writing and reading them, where both come
 * to the same: a class that is serializable up to {@code Object}, takes no part in its own
 * serialization, and whose fields hold nothing that would have to be copied in turn. As with
 * serialization no constructor of it runs, and transient fields are left at their defaults.
 */
final class PlainBean {

  private final Constructor<?> maker;
  private final Field[] fields;

  private PlainBean(Constructor<?> maker, List<Field> fields) {
    this.maker = maker;
    this.fields = fields.toArray(Field[]::new);
  }

  /**
   * Looks at a class.
   *
   * @param type the class of an object, not an immutable one
   * @return how to copy objects of exactly this class; null where that is left to serialization
   */
  static @Nullable PlainBean of(Class<?> type) {
    if (!Serializable.class.isAssignableFrom(type)
        || type.isArray()
        || type.isHidden()
        || type.isRecord()) {
      return null;
    }
    List<Field> fields = new ArrayList<>();
    try {
      for (Class<?> level = type; level != Object.class; level = level.getSuperclass()) {
        if (!leavesItselfAlone(level)) {
          return null;
        }
        for (Field field : level.getDeclaredFields()) {
          if (Modifier.isStatic(field.getModifiers())
              || Modifier.isTransient(field.getModifiers())) {
            continue;
          }
          if (!ImmutableTypes.coversAllOf(field.getType())) {
            return null;
          }
          field.setAccessible(true);
          fields.add(field);
        }
      }
      return new PlainBean(maker(type), fields);
    } catch (ReflectiveOperationException | RuntimeException e) { // a closed module, for example
      return null;
    }
  }

  private static boolean leavesItselfAlone(Class<?> level) {
    return Serializable.class.isAssignableFrom(level) // else a constructor of it would run
        && !Externalizable.class.isAssignableFrom(level)
        && !declares(level, "writeObject", ObjectOutputStream.class)
        && !declares(level, "readObject", ObjectInputStream.class)
        && !declares(level, "readObjectNoData")
        && !declares(level, "writeReplace")
        && !declares(level, "readResolve")
        && !declaresFieldsToSerialize(level);
  }

  private static boolean declares(Class<?> level, String name, Class<?>... parameters) {
    for (Method method : level.getDeclaredMethods()) {
      if (method.getName().equals(name)
          && List.of(method.getParameterTypes()).equals(List.of(parameters))) {
        return true;
      }
    }
    return false;
  }

  private static boolean declaresFieldsToSerialize(Class<?> level) {
    for (Field field : level.getDeclaredFields()) {
      if (field.getName().equals("serialPersistentFields")) {
        return true;
      }
    }
    return false;
  }

  /**
   * What makes an object as deserialization does, by the constructor of {@code Object} alone. The
   * JDK has it in a module that is there for such uses, but need not be there.
   */
  private static Constructor<?> maker(Class<?> type) throws ReflectiveOperationException {
    Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
    Object instance = factory.getMethod("getReflectionFactory").invoke(null);
    Method method =
        factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
    Object made = method.invoke(instance, type, Object.class.getDeclaredConstructor());
    return (Constructor<?>) made;
  }

  Object copy(Object original) {
    try {
      Object copy = maker.newInstance();
      for (Field field : fields) {
        Class<?> type = field.getType();
        if (type == int.class) {
          field.setInt(copy, field.getInt(original));
        } else if (type == long.class) {
          field.setLong(copy, field.getLong(original));
        } else if (type == boolean.class) {
          field.setBoolean(copy, field.getBoolean(original));
        } else if (type == double.class) {
          field.setDouble(copy, field.getDouble(original));
        } else {
          field.set(copy, field.get(original));
        }
      }
      return copy;
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
      throw new LinkageError("What was accessible is so no longer", e);
    }
  }
}

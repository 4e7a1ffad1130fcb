package dev.lapse.jcache.copy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Defines {@link Values} and its nested classes itself, as the class loader of an application does
 * with its classes.
 */
final class IsolatedLoader extends ClassLoader {

  IsolatedLoader() {
    super(IsolatedLoader.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(Values.class.getName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One of the classes nested in {@link Values}, as this loader knows it. */
  Class<?> nested(String name) {
    try {
      return loadClass(Values.class.getName() + "$" + name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  Object note(String text) {
    try {
      return nested("Note").getConstructor(String.class).newInstance(text);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}

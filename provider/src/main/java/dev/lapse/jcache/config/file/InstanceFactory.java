package dev.lapse.jcache.config.file;

import dev.lapse.jcache.config.SettingsException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import javax.cache.configuration.Factory;
import org.jspecify.annotations.Nullable;

/**
 * Makes objects of a class that a settings file names. Two are equal if they make objects of the
 * same class.
 *
 * @param <T> what it makes
 */
final class InstanceFactory<T> implements Factory<T> {

  private static final long serialVersionUID = 1L;

  private final Class<?> named;
  private final Class<? super T> wanted;
  private final boolean isFactory;
  private final String file;
  private final int line;
  private final int column;

  InstanceFactory(Class<?> named, Class<? super T> wanted, boolean isFactory, Setting where) {
    this.named = named;
    this.wanted = wanted;
    this.isFactory = isFactory;
    this.file = where.file().name();
    this.line = where.position().line();
    this.column = where.position().column();
  }

  /**
   * {@inheritDoc}
   *
   * @throws SettingsException if the constructor or the factory throws, or the factory makes
   *     something else, with the place in the file
   */
  @Override
  public T create() {
    Object made = construct();
    if (!isFactory) {
      return cast(made);
    }
    Object product;
    try {
      product = ((Factory<?>) made).create();
    } catch (Throwable e) {
      throw failed("its create() threw " + e, e);
    }
    if (!wanted.isInstance(product)) {
      throw failed(
          "its create() returned %s, not a %s"
              .formatted(product == null ? null : product.getClass().getName(), wanted.getName()),
          null);
    }
    return cast(product);
  }

  @SuppressWarnings("unchecked") // whoever names a class vouches for its type parameters
  private T cast(Object object) {
    return (T) wanted.cast(object);
  }

  private Object construct() {
    try {
      Constructor<?> constructor = named.getConstructor();
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      Throwable thrown = e.getCause();
      throw failed("its constructor threw " + thrown, thrown);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw failed("no object of it can be made: " + e, e);
    }
  }

  private SettingsException failed(String problem, @Nullable Throwable cause) {
    return new SettingsException(
        file,
        line,
        column,
        "%s, which is named here, cannot be used: %s.".formatted(named.getName(), problem),
        cause);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof InstanceFactory<?> that && named == that.named;
  }

  @Override
  public int hashCode() {
    return named.hashCode();
  }

  @Override
  public String toString() {
    return "factory of " + named.getName();
  }
}

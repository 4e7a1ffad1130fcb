package dev.lapse.jcache.copy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Supplier;
import javax.cache.CacheException;
import org.jspecify.annotations.Nullable;

/** Java serialization for one cache: its class loader, its filter, and messages that name it. */
final class Serialization {

  private static final String REMEDY =
      " Set a Copier for the cache (LapseConfiguration.builder(...).copier(...)), or store by reference"
          + " (setStoreByValue(false)).";

  private final String cache;
  private final Supplier<ClassLoader> loader;
  private final @Nullable ObjectInputFilter filter;
  private final KnownClasses known;

  Serialization(String cache, Supplier<ClassLoader> loader, @Nullable ObjectInputFilter filter) {
    this.cache = cache;
    this.loader = loader;
    this.filter = filter;
    this.known = new KnownClasses(loader);
  }

  /**
   * Serializes.
   *
   * @param original a key or value
   * @param role which of both, for the message
   * @return the serialized form
   * @throws CacheException if that cannot be done
   */
  byte[] write(Object original, String role) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (ObjectOutputStream out = new Output(bytes)) {
      out.writeObject(original);
    } catch (NotSerializableException e) {
      throw new CacheException(
          ("%s: cannot copy a %s of class %s by value, as class %s is not serializable."
                      + " Let it implement java.io.Serializable.")
                  .formatted(cache, role, original.getClass().getName(), e.getMessage())
              + REMEDY,
          e);
    } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
      if (e.getCause() instanceof ClassNotFoundException unknown) {
        throw new CacheException(unknownClass(role, String.valueOf(unknown.getMessage())), unknown);
      }
      throw new CacheException(
          "%s: cannot copy a %s of class %s by value, as serializing it failed with %s."
                  .formatted(cache, role, original.getClass().getName(), e)
              + REMEDY,
          e);
    }
    return bytes.toByteArray();
  }

  /**
   * Deserializes.
   *
   * @param bytes what {@link #write} returned
   * @param role whether a key or a value, for the message
   * @return a fresh copy of the original
   * @throws CacheException if that cannot be done
   */
  Object read(byte[] bytes, String role) {
    Input in = null;
    try {
      in = new Input(new ByteArrayInputStream(bytes));
      Object copy = in.readObject();
      if (copy == null) {
        throw new InvalidClassException(in.latestClass, "its readResolve returned null");
      }
      return copy;
    } catch (IOException
        | ClassNotFoundException
        | RuntimeException
        | LinkageError
        | StackOverflowError e) {
      throw new CacheException(explain(in, role, e), e);
    }
  }

  private String explain(@Nullable Input in, String role, Throwable failure) {
    String type = in == null ? "unknown" : in.latestClass;
    if (in != null && in.rejected) {
      return ("%s: cannot copy a %s by value, as a filter for deserialization rejects it at class %s."
              + " Allow it in the JVM's filter (jdk.serialFilter) and in the cache's own, if it has one"
              + " (LapseConfiguration.builder(...).inputFilter(...)).")
          .formatted(cache, role, type);
    }
    if (failure instanceof ClassNotFoundException) {
      return unknownClass(role, type);
    }
    return "%s: cannot copy a %s by value, as deserializing it failed at class %s with %s."
            .formatted(cache, role, type, failure)
        + REMEDY;
  }

  private String unknownClass(String role, String type) {
    return ("%s: cannot copy a %s by value, as class %s is not known to the class loader of the cache manager, %s."
            + " Get the manager with a class loader that knows it.")
        .formatted(cache, role, type, loader.get());
  }

  /** Writes numbers for known classes. */
  private final class Output extends ObjectOutputStream {

    Output(OutputStream bytes) throws IOException {
      super(bytes);
    }

    @Override
    protected void writeClassDescriptor(ObjectStreamClass description) throws IOException {
      int number;
      try {
        number = known.numberOf(description);
      } catch (ClassNotFoundException e) {
        throw new IOException(new ClassNotFoundException(description.getName(), e));
      }
      writeInt(number);
      if (number == KnownClasses.NONE) {
        super.writeClassDescriptor(description);
      }
    }
  }

  /** Finds classes by the manager's class loader, and remembers enough to explain a failure. */
  private final class Input extends ObjectInputStream {

    private static final Map<String, Class<?>> PRIMITIVES =
        Map.of(
            "boolean", boolean.class,
            "byte", byte.class,
            "char", char.class,
            "short", short.class,
            "int", int.class,
            "long", long.class,
            "float", float.class,
            "double", double.class,
            "void", void.class);

    String latestClass = "unknown";
    boolean rejected;

    Input(InputStream bytes) throws IOException {
      super(bytes);
      ObjectInputFilter jvmFilter = getObjectInputFilter();
      if (filter != null || jvmFilter != null) {
        ObjectInputFilter merged =
            filter == null ? jvmFilter : ObjectInputFilter.merge(filter, jvmFilter);
        setObjectInputFilter(info -> noting(merged.checkInput(info), info.serialClass()));
      }
    }

    private ObjectInputFilter.Status noting(
        ObjectInputFilter.Status status, @Nullable Class<?> type) {
      if (status == ObjectInputFilter.Status.REJECTED) {
        rejected = true;
        latestClass = type == null ? latestClass : type.getName();
      }
      return status;
    }

    @Override
    protected ObjectStreamClass readClassDescriptor() throws IOException, ClassNotFoundException {
      int number = readInt();
      return number == KnownClasses.NONE ? super.readClassDescriptor() : known.description(number);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException {
      latestClass = description.getName();
      Class<?> type = description.forClass();
      if (type == null) {
        type = PRIMITIVES.get(latestClass);
      }
      return type != null ? type : Class.forName(latestClass, false, loader.get());
    }

    /**
     * As the JDK does it, but for the class loader: where an interface is not public, the proxy
     * lives next to it.
     */
    @Override
    protected Class<?> resolveProxyClass(String[] names) throws ClassNotFoundException {
      Class<?>[] interfaces = new Class<?>[names.length];
      ClassLoader home = loader.get();
      for (int i = 0; i < names.length; i++) {
        latestClass = names[i];
        interfaces[i] = Class.forName(names[i], false, loader.get());
        if (!Modifier.isPublic(interfaces[i].getModifiers())) {
          home = interfaces[i].getClassLoader();
        }
      }
      return Proxy.newProxyInstance(home, interfaces, (proxy, method, arguments) -> null)
          .getClass();
    }
  }
}

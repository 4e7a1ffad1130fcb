package dev.lapse.jcache.suite;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.processor.EntryProcessor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * By value, classes come from the manager's loader, whatever the context class loader of the thread
 * is.
 */
class ClassLoadingTest extends SuiteTest {

  /**
   * Has versions of its own of {@link Payload} and of the classes in it, and of the handler below.
   */
  private static final class Child extends ClassLoader {

    Child() {
      super(ClassLoadingTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      boolean own =
          name.startsWith(Payload.class.getName()) || name.equals(Handler.class.getName());
      if (!own) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** What proxies do. */
  public static final class Handler implements InvocationHandler, java.io.Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      return method.getName();
    }
  }

  private final ClassLoader former = Thread.currentThread().getContextClassLoader();
  private final Child child = new Child();
  private final CacheManager manager = world.open(child, null);

  @AfterEach
  void restoreContextLoader() {
    Thread.currentThread().setContextClassLoader(former);
  }

  private Object payload(String text) throws ReflectiveOperationException {
    return child.loadClass(Payload.class.getName()).getConstructor(String.class).newInstance(text);
  }

  private Object value(String kind) throws ReflectiveOperationException {
    Object payload = payload("x");
    Class<?> type = payload.getClass();
    return switch (kind) {
      case "object" -> payload;
      case "array" -> filled(Array.newInstance(type, 2), payload);
      case "array of arrays" ->
          filled(Array.newInstance(type, 1, 1), filled(Array.newInstance(type, 1), payload));
      case "enum" -> child.loadClass(Payload.Colour.class.getName()).getEnumConstants()[0];
      case "enum with a body" ->
          child.loadClass(Payload.Colour.class.getName()).getEnumConstants()[1];
      case "record" ->
          child
              .loadClass(Payload.Holder.class.getName())
              .getConstructors()[0]
              .newInstance("name", payload);
      case "proxy" ->
          Proxy.newProxyInstance(
              child,
              new Class<?>[] {child.loadClass(Payload.Face.class.getName())},
              (InvocationHandler)
                  child.loadClass(Handler.class.getName()).getConstructor().newInstance());
      case "list" -> new ArrayList<>(List.of(payload));
      case "immutable list" -> List.of(payload);
      case "map" -> new HashMap<>(Map.of("k", payload));
      default -> type;
    };
  }

  private static Object filled(Object array, Object item) {
    Array.set(array, 0, item);
    return array;
  }

  private static ClassLoader loaderOf(Object value) {
    if (value instanceof List<?> list) {
      return loaderOf(list.get(0));
    }
    if (value instanceof Map<?, ?> map) {
      return loaderOf(map.values().iterator().next());
    }
    Class<?> type = value instanceof Class<?> itself ? itself : value.getClass();
    while (type.isArray()) {
      type = type.getComponentType();
    }
    return Proxy.isProxyClass(type)
        ? type.getInterfaces()[0].getClassLoader()
        : type.getClassLoader();
  }

  static Stream<Arguments> kindsAndContexts() {
    return Stream.of(
            "object",
            "array",
            "array of arrays",
            "enum",
            "enum with a body",
            "record",
            "proxy",
            "list",
            "immutable list",
            "map",
            "class")
        .flatMap(
            kind ->
                Stream.of("none", "the application's").map(context -> Arguments.of(kind, context)));
  }

  @ParameterizedTest(name = "{0}, context class loader: {1}")
  @MethodSource("kindsAndContexts")
  void classesComeFromTheManagersLoader(String kind, String context) throws Exception {
    Cache<Object, Object> cache = manager.createCache("c", new MutableConfiguration<>());
    Object value = value(kind);
    Thread.currentThread().setContextClassLoader(context.equals("none") ? null : former);
    cache.put("k", value);
    Object back = cache.get("k");
    assertSame(child, loaderOf(back));
    assertEquals(value.getClass().getName(), back.getClass().getName());
  }

  private static <T> EntryProcessor<Object, Object, T> objects(
      EntryProcessor<Object, Object, T> processor) {
    return processor;
  }

  private static Arguments row(
      String name, BiFunction<Cache<Object, Object>, Object, Object> read) {
    return Arguments.of(name, read);
  }

  static Stream<Arguments> waysOut() {
    return Stream.of(
        row("getAll", (cache, key) -> cache.getAll(Set.of(key)).get(key)),
        row("iterator", (cache, key) -> cache.iterator().next().getValue()),
        row("key of the iterator", (cache, key) -> cache.iterator().next().getKey()),
        row("getAndPut", (cache, key) -> cache.getAndPut(key, "new")),
        row("getAndReplace", (cache, key) -> cache.getAndReplace(key, "new")),
        row("getAndRemove", (cache, key) -> cache.getAndRemove(key)),
        row(
            "invoke",
            (cache, key) -> cache.invoke(key, objects((entry, none) -> entry.getValue()))),
        row(
            "key of invoke",
            (cache, key) -> cache.invoke(key, objects((entry, none) -> entry.getKey()))),
        row(
            "invokeAll",
            (cache, key) ->
                cache
                    .invokeAll(Set.of(key), objects((entry, none) -> entry.getValue()))
                    .get(key)
                    .get()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("waysOut")
  void onEveryWayOut(String name, BiFunction<Cache<Object, Object>, Object, Object> read)
      throws Exception {
    Cache<Object, Object> cache = manager.createCache("c", new MutableConfiguration<>());
    Object key = payload("key");
    Object value = payload("value");
    Thread.currentThread().setContextClassLoader(null);
    cache.put(key, value);
    Object back = read.apply(cache, key);
    assertNotNull(back);
    assertSame(child, loaderOf(back));
    assertEquals(name.startsWith("key") ? "key" : "value", back.toString());
  }

  @Test
  void inListenersToo() throws Exception {
    RecordingListener<Object, Object> inOrder = new RecordingListener<>();
    RecordingListener<Object, Object> later = new RecordingListener<>();
    Cache<Object, Object> cache =
        manager.createCache(
            "c",
            new MutableConfiguration<Object, Object>()
                .addCacheEntryListenerConfiguration(synchronous(inOrder))
                .addCacheEntryListenerConfiguration(asynchronous(later)));
    Object key = payload("key");
    Thread.currentThread().setContextClassLoader(null);
    cache.put(key, payload("a"));
    cache.put(key, payload("b"));
    cache.remove(key);
    await().atMost(SOON).until(() -> later.all().size() == 3);
    for (RecordingListener<Object, Object> listener : List.of(inOrder, later)) {
      assertEquals(List.of("CREATED a", "UPDATED a>b", "REMOVED b"), listener.texts());
      for (RecordingListener.Seen event : listener.all()) {
        assertSame(child, loaderOf(event.key()));
        assertSame(child, loaderOf(event.value()));
        if (event.oldValue() != null) {
          assertSame(child, loaderOf(event.oldValue()));
        }
      }
    }
  }

  @Test
  void declaredTypesAreComparedAsClassesNotAsNames() throws Exception {
    @SuppressWarnings("unchecked")
    Class<Object> theirs = (Class<Object>) child.loadClass(Payload.class.getName());
    Cache<Object, Object> cache =
        manager.createCache(
            "c", new MutableConfiguration<Object, Object>().setTypes(theirs, theirs));
    Object key = payload("key");
    cache.put(key, payload("value"));
    assertSame(child, loaderOf(cache.get(key)));
    assertSame(cache, manager.getCache("c", theirs, theirs));
    assertThrows(
        ClassCastException.class, () -> manager.getCache("c", Payload.class, Payload.class));
  }
}

package dev.lapse.jcache.copy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.copy.Values.Bitter;
import dev.lapse.jcache.copy.Values.Chain;
import dev.lapse.jcache.copy.Values.Color;
import dev.lapse.jcache.copy.Values.Dated;
import dev.lapse.jcache.copy.Values.Exact;
import dev.lapse.jcache.copy.Values.HiddenGreeter;
import dev.lapse.jcache.copy.Values.Link;
import dev.lapse.jcache.copy.Values.Note;
import dev.lapse.jcache.copy.Values.Open;
import dev.lapse.jcache.copy.Values.Pair;
import dev.lapse.jcache.copy.Values.Plain;
import dev.lapse.jcache.copy.Values.Poison;
import dev.lapse.jcache.copy.Values.Price;
import dev.lapse.jcache.copy.Values.SerializableOperator;
import dev.lapse.jcache.copy.Values.Singleton;
import dev.lapse.jcache.copy.Values.Tagged;
import dev.lapse.jcache.copy.Values.Vanishing;
import java.io.ObjectInputFilter;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.cache.CacheException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BySerializationTest {

  private static final String CACHE = "Cache 'books' of manager urn:x";

  private final ClassLoader contextLoader = Thread.currentThread().getContextClassLoader();
  private final Boundary<Object, Object> boundary = of(BySerializationTest.class.getClassLoader());

  private static Boundary<Object, Object> of(ClassLoader loader) {
    return Boundary.bySerialization(CACHE, () -> loader, null);
  }

  private static Object passed(Boundary<Object, Object> boundary, Object value) {
    return boundary.valueOut(boundary.valueIn(value));
  }

  @AfterEach
  void restoreContextLoader() {
    Thread.currentThread().setContextClassLoader(contextLoader);
  }

  static List<Object> immutables() {
    Price price = new Price(5, Currency.getInstance("EUR"));
    return List.of(
        "text",
        1,
        2L,
        3.0,
        'c',
        true,
        (byte) 1,
        new BigInteger("12345678901234567890"),
        new BigDecimal("1.50"),
        new UUID(1, 2),
        URI.create("urn:x"),
        Locale.ROOT,
        Pattern.compile("a"),
        Duration.ofSeconds(1),
        LocalDate.EPOCH,
        ZoneId.of("Europe/Paris"),
        ZoneOffset.UTC,
        ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneId.of("Europe/Paris")),
        new javax.cache.expiry.Duration(TimeUnit.DAYS, 1),
        String.class,
        int.class,
        Color.RED,
        Color.GREEN,
        TimeUnit.SECONDS,
        price,
        new Dated(price, LocalDate.EPOCH, Color.GREEN),
        new Chain("a", new Chain("b", null)));
  }

  @ParameterizedTest
  @MethodSource("immutables")
  void whatCannotChangeIsShared(Object value) {
    assertSame(value, passed(boundary, value));
    assertSame(value, boundary.keyIn(value));
    assertSame(value, boundary.keyOut(value));
    assertTrue(boundary.holds(boundary.valueIn(value), value));
  }

  static List<Object> mutables() {
    return List.of(
        new Note("a"),
        new Date(5),
        new ArrayList<>(List.of("a")),
        List.of(1, "a", 2L),
        Map.of("a", 1),
        Arrays.asList("x", null),
        new Tagged("a", List.of("b")),
        new Exact(BigDecimal.ONE),
        new Pair("a", new Note("b")),
        new ArrayList<>(List.of(Color.values())),
        new BigDecimal("1") {});
  }

  @ParameterizedTest
  @MethodSource("mutables")
  void whatMayChangeIsCopiedBothWays(Object value) {
    Object stored = boundary.valueIn(value);
    Object first = boundary.valueOut(stored);
    assertEquals(value, first);
    assertNotSame(value, first);
    assertNotSame(first, boundary.valueOut(stored));
    assertEquals(value.getClass(), first.getClass());
    assertTrue(boundary.holds(stored, value));
    assertFalse(boundary.holds(stored, "other"));

    Object key = boundary.keyIn(value);
    assertEquals(value, key);
    assertNotSame(value, key);
    assertNotSame(key, boundary.keyOut(key));
  }

  @Test
  void changesOnOneSideAreNotSeenOnTheOther() {
    Note given = new Note("original");
    Object stored = boundary.valueIn(given);
    given.text = "changed";
    ((Note) boundary.valueOut(stored)).text = "changed too";
    assertEquals(new Note("original"), boundary.valueOut(stored));
  }

  static List<Object> singletons() {
    return List.of(Singleton.INSTANCE, Collections.emptyList(), Collections.emptyMap());
  }

  @ParameterizedTest
  @MethodSource("singletons")
  void singletonsKeepTheirIdentity(Object value) {
    assertSame(value, passed(boundary, value));
  }

  static Stream<Arguments> arrays() {
    return Stream.<Object>of(
            new byte[] {1, 2},
            new boolean[0],
            new double[] {0.5},
            new String[] {"a", null},
            new Color[] {Color.GREEN},
            new long[][] {{1}, {}},
            new Note[] {new Note("a"), null},
            new Object[] {1, "a", new Note("b")})
        .map(array -> Arguments.of(array));
  }

  @ParameterizedTest
  @MethodSource("arrays")
  void arraysAreCopiedAndComparedByContent(Object array) {
    Object stored = boundary.valueIn(array);
    Object copy = boundary.valueOut(stored);
    assertEquals(array.getClass(), copy.getClass());
    assertTrue(Objects.deepEquals(array, copy));
    assertNotSame(array, copy);
    assertNotSame(stored, copy);
    assertNotSame(copy, boundary.valueOut(stored));
    assertTrue(boundary.holds(stored, array));
    assertFalse(boundary.holds(stored, new byte[] {7}));
  }

  @Test
  void changingAnArrayDoesNotChangeTheCachedOne() {
    byte[] given = {1, 2};
    Object stored = boundary.valueIn(given);
    given[0] = 9;
    ((byte[]) boundary.valueOut(stored))[1] = 9;
    assertArrayEquals(new byte[] {1, 2}, (byte[]) boundary.valueOut(stored));
  }

  @Test
  void equalityIsTheUsersWhateverTheSerializedForm() {
    Map<String, Integer> wide = new HashMap<>(64);
    Map<String, Integer> narrow = new LinkedHashMap<>(2);
    for (int i = 0; i < 5; i++) {
      wide.put("k" + i, i);
      narrow.put("k" + (4 - i), 4 - i);
    }
    assertTrue(boundary.holds(boundary.valueIn(wide), narrow));
  }

  @Test
  void serializableLambdasWork() {
    String suffix = "!";
    SerializableOperator operator = text -> text + suffix;
    SerializableOperator copy = (SerializableOperator) passed(boundary, operator);
    assertEquals("a!", copy.apply("a"));
  }

  @Test
  void sharingAllocatesNothing() {
    var threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    Object price = new Price(5, Currency.getInstance("EUR"));
    long self = Thread.currentThread().getId();
    Object result = price;
    for (int i = 0; i < 10; i++) {
      result = passed(boundary, result);
    }
    long before = threads.getThreadAllocatedBytes(self);
    for (int i = 0; i < 100_000; i++) {
      result = passed(boundary, boundary.keyOut(boundary.keyIn(result)));
    }
    long allocated = threads.getThreadAllocatedBytes(self) - before;
    assertSame(price, result);
    assertTrue(allocated < 100_000, () -> allocated + " bytes in 100,000 rounds");
  }

  // Class loaders

  static Stream<Arguments> valuesOfAnIsolatedLoader() throws ReflectiveOperationException {
    IsolatedLoader loader = new IsolatedLoader();
    Object note = loader.note("a");
    Object row = Array.newInstance(note.getClass(), 1);
    Array.set(row, 0, note);
    Object table = Array.newInstance(row.getClass(), 1);
    Array.set(table, 0, row);
    InvocationHandler handler =
        (InvocationHandler) loader.nested("GreeterHandler").getConstructor().newInstance();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("object", note);
    values.put("array", row);
    values.put("nested array", table);
    values.put("enum", loader.nested("Color").getEnumConstants()[0]);
    values.put("enum with a body", loader.nested("Color").getEnumConstants()[1]);
    values.put("record", loader.nested("Pair").getConstructors()[0].newInstance("a", note));
    values.put(
        "proxy",
        Proxy.newProxyInstance(loader, new Class<?>[] {loader.nested("Greeter")}, handler));
    values.put(
        "hidden proxy",
        Proxy.newProxyInstance(loader, new Class<?>[] {loader.nested("HiddenGreeter")}, handler));
    values.put("class", note.getClass());
    values.put("list", new ArrayList<>(List.of(note)));
    values.put("unmodifiable list", List.of(note));
    values.put(
        "list of classes",
        new ArrayList<>(List.of(note.getClass(), int.class, void.class, int[].class)));
    values.put(
        "list of enums", new ArrayList<>(List.of(loader.nested("Color").getEnumConstants())));
    values.put(
        "list of proxies",
        new ArrayList<>(List.of(values.get("proxy"), values.get("hidden proxy"))));
    values.put("map", new HashMap<>(Map.of("k", note)));
    return values.entrySet().stream()
        .flatMap(
            each ->
                Stream.of(null, BySerializationTest.class.getClassLoader())
                    .map(context -> Arguments.of(each.getKey(), loader, each.getValue(), context)));
  }

  @ParameterizedTest(name = "{0}, context class loader {3}")
  @MethodSource("valuesOfAnIsolatedLoader")
  void classesAreFoundByTheManagersLoader(
      String kind, ClassLoader loader, Object value, ClassLoader context) {
    Thread.currentThread().setContextClassLoader(context);
    Object copy = passed(of(loader), value);
    assertEquals(value.getClass(), copy.getClass());
    assertTrue(Objects.deepEquals(value, copy));
  }

  @Test
  void aClassOfAnotherLoaderTurnsIntoTheManagersOne() throws Exception {
    Object copy = passed(boundary, new IsolatedLoader().note("a"));
    assertEquals(new Note("a"), copy);
  }

  @Test
  void aClassThatTheManagersLoaderDoesNotKnowIsNamed() {
    Boundary<Object, Object> blind = of(ClassLoader.getPlatformClassLoader());
    assertFailure(
        () -> blind.valueIn(new ArrayList<>(List.of(new Note("a")))),
        ClassNotFoundException.class,
        Note.class.getName(),
        "class loader");
  }

  @Test
  void classLoadersOfValuesAreNotHeld() {
    WeakReference<ClassLoader> loader = passThrough(new IsolatedLoader());
    Awaitility.await()
        .until(
            () -> {
              System.gc();
              return loader.get() == null;
            });
    assertEquals(new Note("a"), passed(boundary, new Note("a")));
  }

  private WeakReference<ClassLoader> passThrough(IsolatedLoader loader) {
    assertEquals(Note.class, passed(boundary, loader.note("a")).getClass());
    assertSame(
        loader.nested("Color").getEnumConstants()[0],
        passed(boundary, loader.nested("Color").getEnumConstants()[0]));
    return new WeakReference<>(loader);
  }

  @Test
  void proxiesWithHiddenInterfacesWork() {
    Object proxy =
        Proxy.newProxyInstance(
            Values.class.getClassLoader(),
            new Class<?>[] {HiddenGreeter.class},
            new Values.GreeterHandler());
    assertEquals("hello", ((HiddenGreeter) passed(boundary, proxy)).greet());
  }

  // Failures

  private static void assertFailure(
      Callable<?> call, Class<? extends Throwable> cause, String... parts) {
    CacheException failure = assertThrows(CacheException.class, call::call);
    assertInstanceOf(cause, failure.getCause());
    assertTrue(failure.getMessage().startsWith(CACHE), failure::getMessage);
    for (String part : parts) {
      assertTrue(failure.getMessage().contains(part), failure::getMessage);
    }
  }

  static List<Object> unserializable() {
    return List.of(
        new Plain("a"),
        new Plain[] {new Plain("a")},
        new ArrayList<>(List.of(new Plain("a"))),
        new Open("a", new Plain("a")),
        java.util.Optional.of("a"));
  }

  @ParameterizedTest
  @MethodSource("unserializable")
  void whatCannotBeSerializedIsRefusedWithTheRemedy(Object value) {
    for (Callable<?> call :
        List.<Callable<?>>of(() -> boundary.valueIn(value), () -> boundary.keyIn(value))) {
      assertFailure(
          call,
          java.io.NotSerializableException.class,
          value.getClass().getName(),
          "java.io.Serializable",
          "copier(...)",
          "setStoreByValue(false)");
    }
  }

  @Test
  void theClassThatIsNotSerializableIsNamed() {
    assertFailure(
        () -> boundary.valueIn(new ArrayList<>(List.of(new Plain("a")))),
        java.io.NotSerializableException.class,
        Plain.class.getName());
  }

  @Test
  void whatFailsWhileItIsWrittenOrReadIsNamed() {
    assertFailure(
        () -> boundary.valueIn(new Bitter()),
        IllegalStateException.class,
        Bitter.class.getName(),
        "bitter");
    assertFailure(
        () -> boundary.valueIn(Link.chain(100_000)),
        StackOverflowError.class,
        Link.class.getName());
    Object poison = boundary.valueIn(new Poison());
    assertFailure(
        () -> boundary.valueOut(poison),
        java.io.IOException.class,
        Poison.class.getName(),
        "poisoned");
    Object vanishing = boundary.valueIn(new Vanishing());
    assertFailure(
        () -> boundary.valueOut(vanishing),
        java.io.IOException.class,
        Vanishing.class.getName(),
        "null");
  }

  // Filters

  @ParameterizedTest
  @ValueSource(strings = {"!dev.lapse.jcache.copy.Values$Note", "java.base/*;!*"})
  void aFilterThatRejectsIsNamed(String pattern) {
    Boundary<Object, Object> filtered =
        Boundary.bySerialization(
            CACHE, Note.class::getClassLoader, ObjectInputFilter.Config.createFilter(pattern));
    Object stored = filtered.valueIn(new ArrayList<>(List.of(new Note("a"))));
    assertFailure(
        () -> filtered.valueOut(stored),
        java.io.InvalidClassException.class,
        "filter",
        Note.class.getName(),
        "jdk.serialFilter",
        "inputFilter(...)");
    assertEquals("text", passed(filtered, "text"));
    assertEquals(List.of(1), passed(filtered, List.of(1)));
  }

  @Test
  void aFilterMayRejectBySizeToo() {
    Boundary<Object, Object> filtered =
        Boundary.bySerialization(
            CACHE,
            Note.class::getClassLoader,
            ObjectInputFilter.Config.createFilter("maxbytes=20"));
    Object stored =
        filtered.valueIn(new ArrayList<>(List.of("some text that is longer than this")));
    assertFailure(
        () -> filtered.valueOut(stored),
        java.io.InvalidClassException.class,
        "filter",
        "inputFilter(...)");
  }

  @Test
  void theFilterOfTheJvmCountsToo() throws Exception {
    Process jvm =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                "-Djdk.serialFilter=!dev.lapse.jcache.copy.Values$Note",
                FilteredJvm.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(jvm.getInputStream().readAllBytes());
    assertEquals(0, jvm.waitFor(), output);
  }

  /** Ends with 0 if both filters are honoured. */
  static final class FilteredJvm {
    public static void main(String[] arguments) {
      ObjectInputFilter noPairs =
          ObjectInputFilter.Config.createFilter("!dev.lapse.jcache.copy.Values$Pair;java.base/*");
      for (ObjectInputFilter filter : Arrays.asList(null, noPairs)) {
        Boundary<Object, Object> filtered =
            Boundary.bySerialization(CACHE, Note.class::getClassLoader, filter);
        assertFailure(
            () -> passed(filtered, new Note("a")),
            java.io.InvalidClassException.class,
            Note.class.getName());
        assertEquals(new Date(1), passed(filtered, new Date(1)));
        if (filter != null) {
          assertFailure(
              () -> passed(filtered, new Pair("a", null)),
              java.io.InvalidClassException.class,
              Pair.class.getName());
        }
      }
    }
  }

  // Threads

  @Test
  void manyThreadsMeetingTheSameNewClassesAgree() throws Exception {
    List<Object> values =
        Stream.concat(mutables().stream(), arrays().map(each -> each.get()[0])).toList();
    ExecutorService workers = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 50; round++) {
        Boundary<Object, Object> fresh = of(BySerializationTest.class.getClassLoader());
        Callable<Object> passAll =
            () -> {
              values.forEach(value -> assertTrue(fresh.holds(fresh.valueIn(value), value)));
              return values;
            };
        for (Future<Object> done : workers.invokeAll(Collections.nCopies(4, passAll))) {
          done.get();
        }
      }
    } finally {
      workers.shutdown();
    }
  }
}

package dev.lapse.jcache.suite;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.integration.CacheLoader;
import javax.cache.processor.EntryProcessor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What crosses the boundary of a cache by value is a copy, in both directions; what need not be
 * copied is not.
 */
class ByValueTest extends SuiteTest {

  private static MutableConfiguration<Object, Object> byValue() {
    return new MutableConfiguration<Object, Object>().setStoreByValue(true);
  }

  private Cache<Object, Object> cache() {
    return world.create(byValue());
  }

  private static <T> EntryProcessor<Object, Object, T> objects(
      EntryProcessor<Object, Object, T> processor) {
    return processor;
  }

  private static void scribble(Object value) {
    ((Payload) value).text = "scribbled";
  }

  // ---- nobody's later changes reach the cache

  /** Something done with a cache and a payload. */
  interface Action extends BiConsumer<Cache<Object, Object>, Payload> {}

  private static Arguments row(String name, Action action) {
    return Arguments.of(name, action);
  }

  static Stream<Arguments> waysIn() {
    return Stream.of(
        row("put", (cache, value) -> cache.put("k", value)),
        row("getAndPut", (cache, value) -> cache.getAndPut("k", value)),
        row("putIfAbsent", (cache, value) -> cache.putIfAbsent("k", value)),
        row("putAll", (cache, value) -> cache.putAll(Map.of("k", value))),
        row("replace", (cache, value) -> over(cache, () -> cache.replace("k", value))),
        row(
            "replace a value",
            (cache, value) -> over(cache, () -> cache.replace("k", new Payload("old"), value))),
        row("getAndReplace", (cache, value) -> over(cache, () -> cache.getAndReplace("k", value))),
        row(
            "invoke",
            (cache, value) ->
                cache.invoke("k", objects((entry, arguments) -> setAndTell(entry, value)))),
        row(
            "invokeAll",
            (cache, value) ->
                cache.invokeAll(
                    Set.of("k"), objects((entry, arguments) -> setAndTell(entry, value)))));
  }

  private static Object setAndTell(
      javax.cache.processor.MutableEntry<Object, Object> entry, Object value) {
    entry.setValue(value);
    return "done";
  }

  private static void over(Cache<Object, Object> cache, Runnable replacing) {
    cache.put("k", new Payload("old"));
    replacing.run();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("waysIn")
  void whatWasGivenMayBeChangedAfterwards(String name, Action give) {
    Cache<Object, Object> cache = cache();
    Payload given = new Payload("original");
    give.accept(cache, given);
    scribble(given);
    assertEquals(new Payload("original"), cache.get("k"));
    assertTrue(cache.remove("k", new Payload("original")));
  }

  static Stream<Arguments> waysOut() {
    return Stream.of(
        row("get", (cache, given) -> scribble(cache.get("k"))),
        row("getAll", (cache, given) -> scribble(cache.getAll(Set.of("k")).get("k"))),
        row("iterator", (cache, given) -> scribble(cache.iterator().next().getValue())),
        row(
            "invoke",
            (cache, given) ->
                cache.invoke("k", objects((entry, arguments) -> touch(entry.getValue())))),
        row(
            "result of invoke",
            (cache, given) ->
                scribble(cache.invoke("k", objects((entry, none) -> entry.getValue())))),
        row(
            "result of invokeAll",
            (cache, given) ->
                scribble(
                    cache
                        .invokeAll(Set.of("k"), objects((entry, none) -> entry.getValue()))
                        .get("k")
                        .get())));
  }

  private static Object touch(Object value) {
    scribble(value);
    return "done";
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("waysOut")
  void whatWasGotMayBeChanged(String name, Action scribbling) {
    Cache<Object, Object> cache = cache();
    cache.put("k", new Payload("original"));
    scribbling.accept(cache, null);
    assertEquals(new Payload("original"), cache.get("k"));
    assertNotSame(cache.get("k"), cache.get("k"));
  }

  @Test
  void formerValuesAreIndependentOfWhatReplacedThem() {
    Cache<Object, Object> cache = cache();
    Payload a = new Payload("a");
    Payload b = new Payload("b");
    cache.put("k", a);
    scribble(a);
    assertEquals(new Payload("a"), cache.getAndPut("k", b));
    scribble(b);
    assertEquals(new Payload("b"), cache.getAndReplace("k", new Payload("c")));
    assertEquals(new Payload("c"), cache.getAndRemove("k"));
  }

  @Test
  void keysAreCopiedToo() {
    Cache<Object, Object> cache = cache();
    Payload key = new Payload("key");
    cache.put(key, "v");
    scribble(key);
    assertEquals("v", cache.get(new Payload("key")));
    assertEquals(null, cache.get(key));
    scribble(cache.iterator().next().getKey());
    assertEquals("v", cache.get(new Payload("key")));
    cache.invoke(new Payload("key"), objects((entry, arguments) -> touch(entry.getKey())));
    assertEquals("v", cache.get(new Payload("key")));
    scribble(cache.getAll(Set.of(new Payload("key"))).keySet().iterator().next());
    assertEquals("v", cache.get(new Payload("key")));
  }

  @Test
  void loadedValuesAreCopied() throws Exception {
    List<Payload> given = new ArrayList<>();
    RecordingLoader<Object, Object> loader =
        new RecordingLoader<>(
            key -> {
              Payload value = new Payload("original");
              given.add(value);
              return value;
            });
    Cache<Object, Object> cache =
        world.create(byValue().setCacheLoaderFactory(() -> loader).setReadThrough(true));
    scribble(cache.get("get"));
    scribble(cache.getAll(Set.of("getAll")).get("getAll"));
    cache.invoke("invoke", objects((entry, arguments) -> touch(entry.getValue())));
    loadAll(cache, Set.of("loadAll"), false);
    given.forEach(ByValueTest::scribble);
    for (String key : List.of("get", "getAll", "loadAll")) {
      assertEquals(new Payload("original"), cache.get(key), key);
    }
  }

  @Test
  void everyListenerHasItsOwnCopies() {
    RecordingListener<Object, Object> scribbling =
        new RecordingListener<>(
            event -> {
              scribble(event.key());
              scribble(event.value());
              if (event.oldValue() != null) {
                scribble(event.oldValue());
              }
            });
    List<String> seen = new ArrayList<>();
    RecordingListener<Object, Object> reading =
        new RecordingListener<>(event -> seen.add(event.key() + " " + event));
    Cache<Object, Object> cache =
        world.create(
            byValue()
                .addCacheEntryListenerConfiguration(synchronous(scribbling))
                .addCacheEntryListenerConfiguration(synchronous(reading)));
    cache.put(new Payload("k"), new Payload("a"));
    cache.put(new Payload("k"), new Payload("b"));
    assertEquals(new Payload("b"), cache.get(new Payload("k")));
    cache.remove(new Payload("k"));
    assertEquals(List.of("k CREATED a", "k UPDATED a>b", "k REMOVED b"), seen);
  }

  @Test
  void writerCannotChangeWhatIsStored() {
    RecordingWriter<Object, Object> writer = new RecordingWriter<>();
    Cache<Object, Object> cache =
        world.create(byValue().setCacheWriterFactory(() -> writer).setWriteThrough(true));
    cache.put("k", new Payload("original"));
    scribble(cache.get("k"));
    assertEquals(new Payload("original"), writer.stored.get("k"));
    scribble(writer.stored.get("k"));
    assertEquals(new Payload("original"), cache.get("k"));
  }

  // ---- what comes back

  static Stream<Object> sameObjects() {
    return Stream.of(
        "text",
        1_000_000,
        new BigDecimal("1.50"),
        new UUID(1, 2),
        LocalDate.of(2026, 1, 2),
        Payload.Colour.RED,
        Payload.Colour.GREEN,
        TimeUnit.SECONDS,
        Payload.Single.INSTANCE,
        Collections.emptyList(),
        Collections.emptyMap(),
        String.class,
        int.class,
        int[].class,
        void.class,
        new Payload.Point(1, "one"));
  }

  @ParameterizedTest
  @MethodSource("sameObjects")
  void singletonsStayOneAndImmutablesAreNotCopied(Object value) {
    Cache<Object, Object> cache = cache();
    cache.put("k", value);
    assertSame(value, cache.get("k"));
    assertSame(value, cache.getAll(Set.of("k")).get("k"));
    assertSame(value, cache.iterator().next().getValue());
    assertEquals(true, cache.invoke("k", objects((entry, arguments) -> entry.getValue() == value)));
    assertTrue(cache.replace("k", value, "other"));
  }

  static Stream<Object> equalObjects() {
    return Stream.of(
        List.of(1, "a", 2L),
        new ArrayList<>(List.of(new Payload("in a list"))),
        Map.of("a", 1),
        new HashMap<>(Map.of("k", new Payload("in a map"))),
        new Payload.Holder("holder", new Payload("held")),
        Arrays.asList("x", null),
        new Date(5),
        "s".repeat(100_000));
  }

  @ParameterizedTest
  @MethodSource("equalObjects")
  void equalObjectsComeBackAlsoAsKeys(Object value) {
    Cache<Object, Object> cache = cache();
    cache.put("k", value);
    assertEquals(value, cache.get("k"));
    cache.put(value, "by key");
    assertEquals("by key", cache.get(value));
    assertTrue(cache.remove("k", value));
  }

  @Test
  void recordsThatHoldSomethingMutableAreCopied() {
    Cache<Object, Object> cache = cache();
    Payload held = new Payload("held");
    cache.put("k", new Payload.Holder("holder", held));
    scribble(held);
    assertEquals(new Payload("held"), ((Payload.Holder) cache.get("k")).payload());
  }

  @Test
  void arraysAreCopied() {
    Cache<Object, Object> cache = cache();
    byte[] bytes = {1, 2, 3};
    cache.put("k", bytes);
    bytes[0] = 9;
    assertEquals(1, ((byte[]) cache.get("k"))[0]);
    ((byte[]) cache.get("k"))[0] = 9;
    assertEquals(1, ((byte[]) cache.get("k"))[0]);
  }

  // ---- what cannot be copied

  static Stream<Arguments> waysInForBadValues() {
    Payload.Plain bad = new Payload.Plain("cannot be serialized");
    Map<Object, Object> among = new LinkedHashMap<>();
    among.put("a", "1");
    among.put("k", bad);
    among.put("z", "2");
    return Stream.of(
        row("put", (cache, none) -> cache.put("k", bad)),
        row("getAndPut", (cache, none) -> cache.getAndPut("k", bad)),
        row("putIfAbsent", (cache, none) -> cache.putIfAbsent("k", bad)),
        row("putAll", (cache, none) -> cache.putAll(among)),
        row("replace", (cache, none) -> cache.replace("present", bad)),
        row("replace a value", (cache, none) -> cache.replace("present", "v", bad)),
        row("getAndReplace", (cache, none) -> cache.getAndReplace("present", bad)),
        row(
            "invoke",
            (cache, none) ->
                cache.invoke("k", objects((entry, arguments) -> setAndTell(entry, bad)))),
        row("a key", (cache, none) -> cache.put(bad, "v")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("waysInForBadValues")
  void whatCannotBeSerializedIsRefusedAndNamed(String name, Action give) {
    RecordingWriter<Object, Object> writer = new RecordingWriter<>();
    Cache<Object, Object> cache =
        world.create(byValue().setCacheWriterFactory(() -> writer).setWriteThrough(true));
    cache.put("present", "v");
    CacheException seen = assertThrows(CacheException.class, () -> give.accept(cache, null));
    String messages = messagesOf(seen);
    assertTrue(messages.contains(cache.getName()), () -> "the cache is named: " + messages);
    assertTrue(
        messages.contains(Payload.Plain.class.getName()), () -> "the class is named: " + messages);
    assertFalse(cache.containsKey("k"));
    assertEquals("v", cache.get("present"));
    if (!name.equals("putAll")) {
      assertEquals(
          Map.of("present", "v"), writer.stored, "what the cache cannot hold is not written");
    }
    assertTimeoutPreemptively(
        SOON, () -> cache.putAll(Map.of("k", "ok", "a", "ok", "z", "ok", "present", "ok")));
  }

  private static String messagesOf(Throwable failure) {
    StringBuilder messages = new StringBuilder();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      messages.append(each).append('\n');
    }
    return messages.toString();
  }

  @Test
  void invokeAllRefusesForTheKeyAlone() {
    Cache<Object, Object> cache = cache();
    var results =
        cache.invokeAll(
            Set.of("a", "bad", "z"),
            objects(
                (entry, none) ->
                    setAndTell(
                        entry, entry.getKey().equals("bad") ? new Payload.Plain("x") : "v")));
    assertEquals("done", results.get("a").get());
    assertThrows(CacheException.class, () -> results.get("bad").get());
    assertEquals(Map.of("a", "v", "z", "v"), cache.getAll(Set.of("a", "bad", "z")));
  }

  @Test
  void loadedValueThatCannotBeSerializedIsRefused() {
    CacheLoader<Object, Object> loader = new RecordingLoader<>(key -> new Payload.Plain("x"));
    Cache<Object, Object> cache =
        world.create(byValue().setCacheLoaderFactory(() -> loader).setReadThrough(true));
    assertThrows(CacheException.class, () -> cache.get("k"));
    assertFalse(cache.containsKey("k"));
    assertTimeoutPreemptively(SOON, () -> cache.put("k", "ok"));
  }

  @Test
  void valueThatCannotBeReadBackHarmsNothingElse() {
    Cache<Object, Object> cache = cache();
    cache.put("other", "v");
    List<Runnable> reads =
        List.of(
            () -> cache.get("k"),
            () -> cache.getAll(Set.of("k")),
            () -> cache.getAndPut("k", "new"),
            () -> cache.getAndReplace("k", "new"),
            () -> cache.getAndRemove("k"),
            () -> cache.invoke("k", objects((entry, arguments) -> entry.getValue())));
    for (Runnable read : reads) {
      try {
        cache.put("k", new Payload.Poison());
        assertThrows(CacheException.class, read::run);
      } catch (CacheException e) {
        // refused at once, which is as good
      }
      assertTimeoutPreemptively(
          SOON, () -> cache.put("k", "ok"), "another thread can work on the key");
      assertEquals("ok", cache.get("k"));
      assertEquals("v", cache.get("other"));
    }
  }

  // ---- by reference

  @Test
  void byReferenceTheSameObjectComesBack() {
    RecordingListener<Object, Object> listener = new RecordingListener<>();
    Cache<Object, Object> cache =
        world.create(
            World.<Object, Object>configuration()
                .addCacheEntryListenerConfiguration(asynchronous(listener)));
    Object value = new Payload.Plain("not serializable");
    cache.put("k", value);
    assertSame(value, cache.get("k"));
    assertSame(value, cache.getAll(Set.of("k")).get("k"));
    assertSame(value, cache.iterator().next().getValue());
    assertEquals(true, cache.invoke("k", objects((entry, arguments) -> entry.getValue() == value)));
    assertSame(value, cache.getAndPut("k", "x"));
    await().atMost(SOON).until(() -> listener.all().size() == 2);
    assertSame(value, listener.all().get(1).oldValue());
  }
}

package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.processor.EntryProcessor;
import javax.cache.processor.EntryProcessorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Nulls, closed caches and managers, wrong types, and collections of every kind. */
class ArgumentsTest extends SuiteTest {

  /** A call on a cache; the name of a row. */
  interface Call extends Consumer<Cache<Integer, String>> {}

  private static Arguments row(String name, Call call) {
    return Arguments.of(name, call);
  }

  private static <K, V> Map<K, V> mapWith(K key, V value) {
    Map<K, V> map = new HashMap<>();
    map.put(key, value);
    return map;
  }

  private static Set<Integer> setWithNull() {
    return new HashSet<>(Arrays.asList(1, null));
  }

  private static final EntryProcessor<Integer, String, Object> NOTHING = (entry, arguments) -> null;

  static Stream<Arguments> callsWithNulls() {
    return Stream.of(
        row("get", cache -> cache.get(null)),
        row("getAll", cache -> cache.getAll(null)),
        row("getAll of a null key", cache -> cache.getAll(setWithNull())),
        row("containsKey", cache -> cache.containsKey(null)),
        row("put null key", cache -> cache.put(null, "B")),
        row("put null value", cache -> cache.put(1, null)),
        row("getAndPut null key", cache -> cache.getAndPut(null, "B")),
        row("getAndPut null value", cache -> cache.getAndPut(1, null)),
        row("putAll", cache -> cache.putAll(null)),
        row("putAll of a null key", cache -> cache.putAll(mapWith(null, "B"))),
        row("putAll of a null value", cache -> cache.putAll(mapWith(1, null))),
        row("putIfAbsent null key", cache -> cache.putIfAbsent(null, "B")),
        row("putIfAbsent null value", cache -> cache.putIfAbsent(1, null)),
        row("putIfAbsent null value of a present key", cache -> cache.putIfAbsent(5, null)),
        row("remove", cache -> cache.remove(null)),
        row("remove null key of a value", cache -> cache.remove(null, "B")),
        row("remove null value", cache -> cache.remove(5, null)),
        row("remove null value of an absent key", cache -> cache.remove(1, null)),
        row("getAndRemove", cache -> cache.getAndRemove(null)),
        row("replace null key", cache -> cache.replace(null, "B")),
        row("replace null value", cache -> cache.replace(5, null)),
        row("replace null value of an absent key", cache -> cache.replace(1, null)),
        row("replace null key of a value", cache -> cache.replace(null, "A", "B")),
        row("replace null old value", cache -> cache.replace(5, null, "B")),
        row("replace null new value", cache -> cache.replace(5, "five", null)),
        row("replace null new value of an absent key", cache -> cache.replace(1, "A", null)),
        row("getAndReplace null key", cache -> cache.getAndReplace(null, "B")),
        row("getAndReplace null value", cache -> cache.getAndReplace(5, null)),
        row("removeAll", cache -> cache.removeAll(null)),
        row("removeAll of a null key", cache -> cache.removeAll(setWithNull())),
        row("invoke null key", cache -> cache.invoke(null, NOTHING)),
        row("invoke null processor", cache -> cache.invoke(1, null)),
        row("invokeAll null keys", cache -> cache.invokeAll(null, NOTHING)),
        row("invokeAll null processor", cache -> cache.invokeAll(Set.of(1), null)),
        row("loadAll", cache -> cache.loadAll(null, true, null)),
        row("loadAll of a null key", cache -> cache.loadAll(setWithNull(), true, null)),
        row("registerCacheEntryListener", cache -> cache.registerCacheEntryListener(null)),
        row("deregisterCacheEntryListener", cache -> cache.deregisterCacheEntryListener(null)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("callsWithNulls")
  void nullIsRefusedAndChangesNothing(String name, Call call) {
    RecordingListener<Integer, String> listener = new RecordingListener<>();
    RecordingLoader<Integer, String> loader = new RecordingLoader<>(key -> "L");
    RecordingWriter<Integer, String> writer = new RecordingWriter<>();
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .setStatisticsEnabled(true)
                .setCacheLoaderFactory(() -> loader)
                .setReadThrough(true)
                .setCacheWriterFactory(() -> writer)
                .setWriteThrough(true)
                .addCacheEntryListenerConfiguration(synchronous(listener)));
    cache.put(5, "five");
    listener.forget();
    writer.forget();
    assertThrows(NullPointerException.class, () -> call.accept(cache));
    assertEquals(List.of(), listener.texts());
    assertEquals(List.of(), loader.loaded());
    assertEquals(List.of(), writer.calls());
    assertEquals("five", cache.get(5));
    assertTimeoutPreemptively(SOON, () -> cache.put(1, "B"), "another thread can work on the key");
  }

  static Stream<Arguments> callsOnAClosedCache() {
    return Stream.of(
        row("get", cache -> cache.get(1)),
        row("get null", cache -> cache.get(null)),
        row("getAll", cache -> cache.getAll(Set.of(1))),
        row("getAll of nothing", cache -> cache.getAll(Set.of())),
        row("containsKey", cache -> cache.containsKey(1)),
        row("containsKey null", cache -> cache.containsKey(null)),
        row("put", cache -> cache.put(1, "B")),
        row("getAndPut", cache -> cache.getAndPut(1, "B")),
        row("putAll", cache -> cache.putAll(Map.of(1, "B"))),
        row("putAll of nothing", cache -> cache.putAll(Map.of())),
        row("putIfAbsent", cache -> cache.putIfAbsent(1, "B")),
        row("remove", cache -> cache.remove(1)),
        row("remove a value", cache -> cache.remove(1, "B")),
        row("getAndRemove", cache -> cache.getAndRemove(1)),
        row("replace", cache -> cache.replace(1, "B")),
        row("replace a value", cache -> cache.replace(1, "A", "B")),
        row("getAndReplace", cache -> cache.getAndReplace(1, "B")),
        row("removeAll of keys", cache -> cache.removeAll(Set.of(1))),
        row("removeAll of nothing", cache -> cache.removeAll(Set.of())),
        row("removeAll", Cache::removeAll),
        row("clear", Cache::clear),
        row("invoke", cache -> cache.invoke(1, NOTHING)),
        row("invokeAll", cache -> cache.invokeAll(Set.of(1), NOTHING)),
        row("invokeAll of nothing", cache -> cache.invokeAll(Set.of(), NOTHING)),
        row("loadAll", cache -> cache.loadAll(Set.of(1), true, null)),
        row("loadAll of nothing", cache -> cache.loadAll(Set.of(), true, null)),
        row("loadAll null", cache -> cache.loadAll(null, true, null)),
        row("iterator", Cache::iterator),
        row(
            "registerCacheEntryListener",
            cache -> cache.registerCacheEntryListener(synchronous(new RecordingListener<>()))),
        row(
            "deregisterCacheEntryListener",
            cache -> cache.deregisterCacheEntryListener(synchronous(new RecordingListener<>()))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("callsOnAClosedCache")
  void closedCacheSaysSoByItsName(String name, Call call) {
    try (World other = new World()) {
      Cache<Integer, String> closed = other.manager.createCache("closed one", configuration());
      Cache<Integer, String> destroyed =
          other.manager.createCache("destroyed one", configuration());
      Cache<Integer, String> managed = other.manager.createCache("managed one", configuration());
      closed.close();
      other.manager.destroyCache("destroyed one");
      other.manager.close();
      for (Cache<Integer, String> cache : List.of(closed, destroyed, managed)) {
        IllegalStateException seen =
            assertThrows(IllegalStateException.class, () -> call.accept(cache));
        assertTrue(
            seen.getMessage().contains(cache.getName()),
            () -> "the message names the cache: " + seen);
        assertTrue(cache.isClosed());
      }
    }
  }

  @Test
  void closedCacheStillTellsWhatItWas() {
    Cache<Integer, String> cache = world.manager.createCache("named", configuration());
    cache.close();
    cache.close();
    assertEquals("named", cache.getName());
    assertNotNull(cache.toString());
    assertTrue(cache.isClosed());
  }

  static Stream<Arguments> callsOnAManager() {
    return Stream.of(
        managerRow(
            "createCache", manager -> manager.createCache("x", new MutableConfiguration<>())),
        managerRow("createCache null", manager -> manager.createCache(null, null)),
        managerRow("getCache", manager -> manager.getCache("x")),
        managerRow("getCache typed", manager -> manager.getCache("x", Integer.class, String.class)),
        managerRow("getCacheNames", CacheManager::getCacheNames),
        managerRow("destroyCache", manager -> manager.destroyCache("x")),
        managerRow("destroyCache null", manager -> manager.destroyCache(null)),
        managerRow("enableStatistics", manager -> manager.enableStatistics("x", true)),
        managerRow("enableStatistics null", manager -> manager.enableStatistics(null, true)),
        managerRow("enableManagement", manager -> manager.enableManagement("x", true)));
  }

  private static Arguments managerRow(String name, Consumer<CacheManager> call) {
    return Arguments.of(name, call);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("callsOnAManager")
  void closedManagerSaysSo(String name, Consumer<CacheManager> call) {
    try (World other = new World()) {
      other.manager.close();
      assertThrows(IllegalStateException.class, () -> call.accept(other.manager));
      other.manager.close();
      assertTrue(other.manager.isClosed());
      assertNotNull(other.manager.getURI());
      assertNotNull(other.manager.getProperties());
      assertEquals(World.provider(), other.manager.getCachingProvider());
    }
  }

  @Test
  void managerRefusesNulls() {
    CacheManager manager = world.manager;
    assertThrows(NullPointerException.class, () -> manager.createCache(null, configuration()));
    assertThrows(NullPointerException.class, () -> manager.createCache("x", null));
    assertThrows(NullPointerException.class, () -> manager.destroyCache(null));
    assertThrows(NullPointerException.class, () -> manager.enableStatistics(null, true));
    assertThrows(NullPointerException.class, () -> manager.enableManagement(null, true));
    assertThrows(NullPointerException.class, () -> manager.getCache("x", null, String.class));
    assertThrows(NullPointerException.class, () -> manager.getCache("x", Integer.class, null));
    assertFalse(manager.getCacheNames().iterator().hasNext());
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void wrongTypesAreRefusedWhereTypesAreDeclared() {
    Cache typed =
        world.create(World.<Integer, String>configuration().setTypes(Integer.class, String.class));
    assertThrows(ClassCastException.class, () -> typed.put("key", "value"));
    assertThrows(ClassCastException.class, () -> typed.put(1, 2));
    assertThrows(ClassCastException.class, () -> typed.putAll(Map.of(1, 2)));
    assertThrows(ClassCastException.class, () -> typed.getAndPut(1, 2));
    assertThrows(ClassCastException.class, () -> typed.putIfAbsent(1, 2));
    assertFalse(typed.iterator().hasNext());
    typed.put(1, "A");
    assertThrows(ClassCastException.class, () -> typed.replace(1, 2));
    assertEquals("A", typed.get(1));
  }

  // ---- collections

  static Stream<Arguments> sets() {
    Set<Integer> concurrent = ConcurrentHashMap.newKeySet();
    concurrent.addAll(Set.of(1, 2, 3));
    return Stream.of(
        Arguments.of("Set.of", Set.of(1, 2, 3)),
        Arguments.of("TreeSet", new TreeSet<>(Set.of(1, 2, 3))),
        Arguments.of("concurrent", concurrent),
        Arguments.of("unmodifiable", Collections.unmodifiableSet(new HashSet<>(Set.of(1, 2, 3)))),
        Arguments.of("key set", new LinkedHashMap<>(Map.of(1, "a", 2, "b", 3, "c")).keySet()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sets")
  void setsOfEveryKindAreTaken(String name, Set<Integer> keys) throws Exception {
    RecordingLoader<Integer, String> loader = new RecordingLoader<>(key -> "L");
    RecordingWriter<Integer, String> writer = new RecordingWriter<>();
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .setCacheLoaderFactory(() -> loader)
                .setCacheWriterFactory(() -> writer)
                .setWriteThrough(true));
    cache.put(1, "A");
    cache.put(2, "B");
    assertEquals(Map.of(1, "A", 2, "B"), cache.getAll(keys));
    assertEquals(
        Set.of(1, 2, 3), cache.invokeAll(keys, processor((entry, arguments) -> "r")).keySet());
    loadAll(cache, keys, false);
    assertEquals("L", cache.get(3));
    cache.removeAll(keys);
    assertFalse(cache.iterator().hasNext());
    assertEquals(Set.of(1, 2, 3), keys);
  }

  static Stream<Arguments> maps() {
    return Stream.of(
        Arguments.of("Map.of", Map.of(1, "A", 2, "B")),
        Arguments.of("TreeMap", new TreeMap<>(Map.of(1, "A", 2, "B"))),
        Arguments.of("concurrent", new ConcurrentHashMap<>(Map.of(1, "A", 2, "B"))),
        Arguments.of(
            "unmodifiable", Collections.unmodifiableMap(new HashMap<>(Map.of(1, "A", 2, "B")))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("maps")
  void mapsOfEveryKindAreTakenAndLeftAlone(String name, Map<Integer, String> map) {
    RecordingWriter<Integer, String> writer = new RecordingWriter<>();
    Cache<Integer, String> cache =
        world.create(configuration().setCacheWriterFactory(() -> writer).setWriteThrough(true));
    cache.putAll(map);
    assertEquals(Map.of(1, "A", 2, "B"), cache.getAll(map.keySet()));
    assertEquals(Map.of(1, "A", 2, "B"), writer.stored);
    assertEquals(Map.of(1, "A", 2, "B"), map);
  }

  @Test
  void emptyCollectionsDoNothing() throws Exception {
    RecordingListener<Integer, String> listener = new RecordingListener<>();
    RecordingWriter<Integer, String> writer = new RecordingWriter<>();
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .setCacheWriterFactory(() -> writer)
                .setWriteThrough(true)
                .addCacheEntryListenerConfiguration(synchronous(listener)));
    assertEquals(Map.of(), cache.getAll(Set.of()));
    assertEquals(Map.of(), cache.invokeAll(Set.of(), NOTHING));
    cache.putAll(Map.of());
    cache.removeAll(Set.of());
    loadAll(cache, Set.of(), true);
    assertEquals(List.of(), listener.texts());
    assertEquals(List.of(), writer.calls());
  }

  @Test
  void resultOfGetAllIsApartFromTheCacheAndFromTheKeys() {
    Cache<Integer, String> cache = world.plain();
    cache.putAll(Map.of(1, "A", 2, "B"));
    Set<Integer> keys = new HashSet<>(Set.of(1, 2, 3));
    Map<Integer, String> found = cache.getAll(keys);
    keys.clear();
    cache.put(1, "C");
    cache.remove(2);
    assertEquals(Map.of(1, "A", 2, "B"), found);
    assertFalse(found.containsKey(3));
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void aProcessorCannotSetAValueOfAnotherType() {
    Cache<Integer, String> cache =
        world.create(configuration().setTypes(Integer.class, String.class));
    EntryProcessorException failure =
        assertThrows(
            EntryProcessorException.class,
            () ->
                ((Cache) cache)
                    .invoke(
                        1,
                        (EntryProcessor)
                            (entry, arguments) -> {
                              entry.setValue(new byte[1]);
                              return null;
                            }));
    assertTrue(failure.getCause() instanceof ClassCastException, failure.toString());
    assertTrue(failure.getMessage().contains("java.lang.String"), failure.getMessage());
    assertFalse(cache.containsKey(1));
  }

  @Test
  void aClosedCacheSaysWhatToDo() {
    Cache<Integer, String> cache = world.plain();
    world.manager.close();
    String message = assertThrows(IllegalStateException.class, () -> cache.get(1)).getMessage();
    assertTrue(message.contains(cache.getName()) && message.contains("getCache"), message);
  }
}

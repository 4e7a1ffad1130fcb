package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.config.LapseConfigurationBuilder;
import dev.lapse.jcache.expiry.EntryExpiry;
import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpiringCache;
import dev.lapse.jcache.expiry.ExpiryOperation;
import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.expiry.CreatedExpiryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An expiry that sees key, value and operation, in place of an expiry policy. */
class EntryExpiryTest extends SuiteTest {

  private final List<String> asked = new ArrayList<>();
  private final RecordingListener<Integer, String> listener = new RecordingListener<>();
  private final RecordingWriter<Integer, String> writer = new RecordingWriter<>();
  private EntryExpiry<Integer, String> expiry =
      (key, value, operation) -> Expiration.after(Duration.ofSeconds(10));

  private LapseConfigurationBuilder<Integer, String> builder() {
    return LapseConfiguration.builder(Integer.class, String.class)
        .storeByValue(false)
        .listener(synchronous(listener))
        .entryExpiryFactory(
            () ->
                (key, value, operation) -> {
                  asked.add(operation + " " + key + "=" + value);
                  return expiry.expirationOf(key, value, operation);
                });
  }

  private ExpiringCache<Integer, String> cache() {
    return expiring(world.create(builder().build()));
  }

  @SuppressWarnings("unchecked")
  private static ExpiringCache<Integer, String> expiring(Cache<Integer, String> cache) {
    return cache.unwrap(ExpiringCache.class);
  }

  interface Use {
    void of(ExpiringCache<Integer, String> cache);
  }

  static Stream<Arguments> uses() {
    return Stream.of(
        use("put on absent", false, cache -> cache.put(1, "B"), "CREATION 1=B"),
        use("put", true, cache -> cache.put(1, "B"), "UPDATE 1=B"),
        use("put with its own", true, cache -> cache.put(1, "B", Expiration.never())),
        use("putIfAbsent", false, cache -> cache.putIfAbsent(1, "B"), "CREATION 1=B"),
        use("putIfAbsent on present", true, cache -> cache.putIfAbsent(1, "B")),
        use("replace", true, cache -> cache.replace(1, "B"), "UPDATE 1=B"),
        use("replace equal", true, cache -> cache.replace(1, "A", "B"), "UPDATE 1=B"),
        use("replace unequal", true, cache -> cache.replace(1, "C", "B"), "ACCESS 1=A"),
        use("get", true, cache -> cache.get(1), "ACCESS 1=A"),
        use("get of absent", false, cache -> cache.get(1)),
        use("getAll", true, cache -> cache.getAll(Set.of(1)), "ACCESS 1=A"),
        use("containsKey", true, cache -> cache.containsKey(1)),
        use("lifetime", true, cache -> cache.lifetime(1)),
        use("expire", true, cache -> cache.expire(1, Expiration.never())),
        use("getAndExpire", true, cache -> cache.getAndExpire(1, Expiration.never())),
        use("putAll", false, cache -> cache.putAll(Map.of(1, "B")), "CREATION 1=B"),
        use("remove", true, cache -> cache.remove(1)),
        use("iterator", true, cache -> cache.iterator().next(), "ACCESS 1=A"),
        use(
            "invoke",
            true,
            cache ->
                cache.invoke(
                    1,
                    (entry, arguments) -> {
                      entry.setValue("B");
                      return null;
                    }),
            "UPDATE 1=B"));
  }

  private static Arguments use(String name, boolean present, Use use, String... asked) {
    return Arguments.of(name, present, use, List.of(asked));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("uses")
  void itIsAskedOnceForWhatTheTableNames(
      String name, boolean present, Use use, List<String> expected) {
    ExpiringCache<Integer, String> cache = cache();
    if (present) {
      cache.put(1, "A");
    }
    asked.clear();
    use.of(cache);
    assertEquals(expected, asked);
  }

  @Test
  void eachValueLivesAsLongAsItSays() {
    expiry =
        (key, value, operation) ->
            operation == ExpiryOperation.ACCESS
                ? Expiration.keep()
                : Expiration.after(Duration.ofSeconds(Long.parseLong(value)));
    Cache<Integer, String> cache = cache();
    cache.put(1, "10");
    cache.put(2, "20");
    cache.put(3, "30");
    cache.put(3, "5");
    clock.advance(Duration.ofSeconds(5));
    assertNull(cache.get(3));
    clock.advance(Duration.ofSeconds(5));
    assertNull(cache.get(1));
    assertEquals("20", cache.get(2));
    clock.advance(Duration.ofSeconds(10));
    assertNull(cache.get(2));
  }

  @Test
  void keepMakesANewEntryEternalAndLeavesOthers() {
    expiry =
        (key, value, operation) ->
            value.equals("keep") ? Expiration.keep() : Expiration.after(Duration.ofSeconds(9));
    ExpiringCache<Integer, String> cache = cache();
    cache.put(1, "keep");
    assertTrue(cache.lifetime(1).isEternal());
    cache.put(1, "finite");
    cache.put(1, "keep");
    assertEquals(Duration.ofSeconds(9), cache.lifetime(1).timeToLive().orElseThrow());
  }

  @Test
  void zeroIsAsTheSpecificationHasItForDurations() {
    expiry =
        (key, value, operation) ->
            value.equals("dead")
                ? Expiration.at(clock.wallClock().minusSeconds(1))
                : Expiration.never();
    Cache<Integer, String> cache = cache();
    cache.put(1, "dead");
    assertEquals(List.of(), listener.texts());
    cache.put(1, "A");
    cache.put(1, "dead");
    assertEquals(List.of("CREATED A", "UPDATED A>dead", "EXPIRED dead"), listener.texts());
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "thrown")
  void aFailureLeavesTheEntryAsItWas(String thrown) {
    Cache<Integer, String> cache = cache();
    cache.put(1, "A");
    listener.forget();
    expiry =
        (key, value, operation) -> {
          if (thrown == null) {
            return null;
          }
          throw new IllegalStateException(thrown);
        };
    assertFailure(cache, () -> cache.put(1, "B"), "UPDATE", thrown);
    assertFailure(cache, () -> cache.putAll(Map.of(1, "B")), "UPDATE", thrown);
    assertFailure(cache, () -> cache.replace(1, "A", "B"), "UPDATE", thrown);
    assertFailure(cache, () -> cache.putIfAbsent(2, "B"), "CREATION", thrown);
    assertFalse(cache.containsKey(2));
    assertEquals("A", cache.get(1), "an access keeps the deadline");
    assertEquals(List.of(), listener.texts());
    expiry = (key, value, operation) -> Expiration.never();
    cache.put(1, "C");
    assertEquals("C", cache.get(1));
  }

  private static void assertFailure(
      Cache<?, ?> cache, Runnable call, String operation, String thrown) {
    String message = assertThrows(CacheException.class, call::run).getMessage();
    assertTrue(message.contains(cache.getName()), message);
    assertTrue(message.contains(operation), message);
    assertTrue(message.contains(thrown == null ? "returned null" : thrown), message);
  }

  @Test
  void oneKeysFailureInABulkPutLeavesTheOthers() {
    expiry =
        (key, value, operation) -> {
          if (key == 2) {
            throw new IllegalStateException("two");
          }
          return Expiration.never();
        };
    Cache<Integer, String> cache = cache();
    Map<Integer, String> values = new HashMap<>(Map.of(1, "A", 2, "B", 3, "C"));
    assertThrows(CacheException.class, () -> cache.putAll(values));
    assertEquals(Map.of(1, "A", 3, "C"), cache.getAll(Set.of(1, 2, 3)));
  }

  @Test
  void itMayUseOtherKeysOfTheCacheAndIsRefusedItsOwn() {
    AtomicInteger depth = new AtomicInteger();
    List<Cache<Integer, String>> itself = new ArrayList<>();
    expiry =
        (key, value, operation) -> {
          if (operation == ExpiryOperation.CREATION && depth.getAndIncrement() == 0) {
            itself.get(0).put(key + 1, "other");
            assertThrows(CacheException.class, () -> itself.get(0).put(key, "own"));
          }
          return Expiration.never();
        };
    Cache<Integer, String> cache = cache();
    itself.add(cache);
    cache.put(1, "A");
    assertEquals(Map.of(1, "A", 2, "other"), cache.getAll(Set.of(1, 2)));
  }

  @Test
  void byValueItSeesCopies() {
    List<List<String>> seen = new ArrayList<>();
    Cache<Integer, ArrayList<String>> cache =
        world.create(
            LapseConfiguration.<Integer, ArrayList<String>>builder(Integer.class, listType())
                .entryExpiryFactory(
                    () ->
                        (key, value, operation) -> {
                          seen.add(value);
                          value.add("changed");
                          return Expiration.never();
                        })
                .build());
    ArrayList<String> value = new ArrayList<>(List.of("A"));
    cache.put(1, value);
    assertEquals(List.of("A"), cache.get(1));
    assertNotSame(value, seen.get(0));
    assertEquals(List.of("A"), value);
  }

  @SuppressWarnings("unchecked")
  private static Class<ArrayList<String>> listType() {
    return (Class<ArrayList<String>>) (Class<?>) ArrayList.class;
  }

  @Test
  void aWriterHasBeenCalledWhereItFails() {
    expiry = (key, value, operation) -> null;
    Cache<Integer, String> cache =
        world.create(builder().writeThrough(true).cacheWriterFactory(() -> writer).build());
    assertThrows(CacheException.class, () -> cache.put(1, "A"));
    assertEquals(List.of("write 1=A"), writer.calls());
    assertFalse(cache.containsKey(1));
  }

  @Test
  void itIsClosedWithTheCache() {
    AtomicInteger closed = new AtomicInteger();
    class Closing implements EntryExpiry<Object, Object>, Closeable {
      @Override
      public Expiration expirationOf(Object key, Object value, ExpiryOperation operation) {
        return Expiration.never();
      }

      @Override
      public void close() {
        closed.incrementAndGet();
      }
    }
    Cache<Integer, String> cache =
        world.create(
            LapseConfiguration.builder(Integer.class, String.class)
                .entryExpiryFactory(Closing::new)
                .build());
    cache.put(1, "A");
    cache.close();
    assertEquals(1, closed.get());
  }

  @Test
  void anExpiryPolicyBesideItIsRefused() {
    LapseConfigurationBuilder<Integer, String> both =
        builder().expiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(1)));
    String message = assertThrows(IllegalArgumentException.class, both::build).getMessage();
    assertTrue(message.contains("entry expiry") && message.contains("expiry policy"), message);
  }
}

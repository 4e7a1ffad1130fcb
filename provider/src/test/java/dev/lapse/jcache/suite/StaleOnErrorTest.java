package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.config.LapseConfigurationBuilder;
import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpiringCache;
import dev.lapse.jcache.expiry.ReaperMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.integration.CacheLoaderException;
import javax.cache.processor.EntryProcessorException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What has expired may be read for a while where its loader fails, and is dead in all else. */
class StaleOnErrorTest extends SuiteTest {

  private static final Duration TTL = Duration.ofSeconds(10);
  private static final Duration STALE = Duration.ofSeconds(60);

  private final RecordingListener<Integer, String> listener = new RecordingListener<>();
  private final RecordingLoader<Integer, String> loader = new RecordingLoader<>(key -> "L" + key);

  private LapseConfigurationBuilder<Integer, String> builder() {
    return LapseConfiguration.builder(Integer.class, String.class)
        .storeByValue(false)
        .statisticsEnabled(true)
        .expiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(TTL.toMillis())))
        .readThrough(true)
        .cacheLoaderFactory(() -> loader)
        .listener(synchronous(listener))
        .staleOnError(STALE);
  }

  @SuppressWarnings("unchecked")
  private ExpiringCache<Integer, String> cache(LapseConfiguration<Integer, String> configuration) {
    return world.create(configuration).unwrap(ExpiringCache.class);
  }

  private ExpiringCache<Integer, String> expired() {
    ExpiringCache<Integer, String> cache = cache(builder().build());
    cache.put(1, "A");
    clock.advance(TTL);
    sourceIsDown();
    return cache;
  }

  private void sourceIsDown() {
    loader.source =
        key -> {
          throw new IllegalStateException("the source is down");
        };
  }

  @ParameterizedTest
  @ValueSource(strings = {"met by the read", "met by the reaper"})
  void itIsReadUntilItsTimeIsUp(String whoMeetsIt) {
    ExpiringCache<Integer, String> cache = expired();
    if (whoMeetsIt.equals("met by the reaper")) {
      ReaperByHand.runPass(world.manager);
      clock.advanceMillis(20);
      ReaperByHand.runPass(world.manager);
      Awaitility.await()
          .atMost(SOON)
          .until(() -> listener.texts().equals(List.of("CREATED A", "EXPIRED A")));
    }
    assertEquals("A", cache.get(1));
    assertEquals(Map.of(1, "A"), cache.getAll(Set.of(1)));
    clock.advance(STALE.minusMillis(21));
    assertEquals("A", cache.get(1));
    clock.advanceMillis(21);
    assertThrows(CacheLoaderException.class, () -> cache.get(1));
    assertThrows(CacheLoaderException.class, () -> cache.getAll(Set.of(1)));
    assertEquals(List.of("CREATED A", "EXPIRED A"), listener.texts());
    assertEquals(0, Counters.of(cache).hits());
  }

  @Test
  void itsTimeCountsFromTheDeadlineHoweverLateItIsMet() {
    ExpiringCache<Integer, String> cache = expired();
    clock.advance(STALE);
    assertThrows(CacheLoaderException.class, () -> cache.get(1));
  }

  @Test
  void allElseFindsNothing() {
    ExpiringCache<Integer, String> cache = expired();
    assertFalse(cache.containsKey(1));
    assertFalse(cache.lifetime(1).isPresent());
    assertFalse(cache.iterator().hasNext());
    assertFalse(cache.replace(1, "B"));
    assertThrows(
        EntryProcessorException.class,
        () -> cache.invoke(1, processor((entry, arguments) -> entry.getValue())));
    assertThrows(ExecutionException.class, () -> loadAll(cache, Set.of(1), false));
    assertThrows(ExecutionException.class, () -> loadAll(cache, Set.of(1), true));
    assertEquals("A", cache.get(1), "none of these has dropped it");
  }

  @Test
  void aSourceThatIsUpAgainCounts() {
    ExpiringCache<Integer, String> cache = expired();
    assertEquals("A", cache.get(1));
    loader.source = key -> "new";
    assertEquals("new", cache.get(1));
    clock.advance(TTL);
    sourceIsDown();
    assertEquals("new", cache.get(1));
  }

  @Test
  void aSourceThatHasNothingIsNoFailure() {
    ExpiringCache<Integer, String> cache = expired();
    loader.source = key -> null;
    assertEquals(null, cache.get(1));
  }

  @Test
  void ofSeveralKeysAllMustBeThere() {
    ExpiringCache<Integer, String> cache = expired();
    assertThrows(CacheLoaderException.class, () -> cache.getAll(Set.of(1, 2)));
    assertEquals(Map.of(1, "A"), cache.getAll(Set.of(1)));
  }

  static Stream<Arguments> changes() {
    return Stream.of(
        change("remove", cache -> cache.remove(1)),
        change("getAndRemove", cache -> cache.getAndRemove(1)),
        change("removeAll of keys", cache -> cache.removeAll(Set.of(1))),
        change("removeAll", Cache::removeAll),
        change("clear", Cache::clear),
        change(
            "removing processor",
            cache ->
                cache.invoke(
                    1,
                    (entry, arguments) -> {
                      entry.remove();
                      return null;
                    })),
        change(
            "put and remove",
            cache -> {
              cache.put(1, "B");
              cache.remove(1);
            }),
        change(
            "put that is dead on arrival",
            cache -> cache.put(1, "B", Expiration.after(Duration.ZERO))),
        change(
            "put and expire by hand",
            cache -> {
              cache.put(1, "B");
              cache.expire(1, Expiration.after(Duration.ZERO));
            }));
  }

  private static Arguments change(String name, Consumer<ExpiringCache<Integer, String>> change) {
    return Arguments.of(name, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void whatWasChangedDoesNotComeBack(String name, Consumer<ExpiringCache<Integer, String>> change) {
    ExpiringCache<Integer, String> cache = expired();
    assertEquals("A", cache.get(1));
    change.accept(cache);
    assertThrows(CacheLoaderException.class, () -> cache.get(1));
  }

  @Test
  void aPutThatIsNotEvenStoredDropsItToo() {
    for (boolean steps : new boolean[] {false, true}) {
      ExpiringCache<Integer, String> cache =
          cache(
              builder()
                  .expiryPolicyFactory(null)
                  .entryExpiryFactory(
                      () ->
                          (key, value, operation) ->
                              Expiration.after(value.equals("B") ? Duration.ZERO : TTL))
                  .build());
      cache.put(1, "A");
      clock.advance(TTL);
      sourceIsDown();
      assertEquals("A", cache.get(1));
      if (steps) {
        cache.getAndPut(1, "B");
      } else {
        cache.put(1, "B");
      }
      assertThrows(CacheLoaderException.class, () -> cache.get(1));
    }
  }

  @Test
  void itGoesByItselfAndIsNotCountedTwice() {
    ExpiringCache<Integer, String> cache = cache(builder().build());
    ReaperMXBean reaper = world.manager.unwrap(ReaperMXBean.class);
    for (int key = 0; key < 1000; key++) {
      cache.put(key, "A");
    }
    clock.advance(TTL.plusSeconds(1));
    ReaperByHand.runPass(world.manager);
    assertEquals(1000, reaper.getActivelyExpired());
    clock.advance(STALE.plusSeconds(1));
    ReaperByHand.runPass(world.manager);
    clock.advance(Duration.ofSeconds(1));
    ReaperByHand.runPass(world.manager);
    assertEquals(1000, reaper.getActivelyExpired());
    assertEquals(0, reaper.getLazilyExpired());
    Awaitility.await()
        .atMost(SOON)
        .until(() -> listener.texts().stream().filter("EXPIRED A"::equals).count() == 1000);
  }

  @Test
  void aBoundedCacheKeepsNoMoreStaleValuesThanEntries() {
    ExpiringCache<Integer, String> cache = cache(builder().maximumEntries(10).build());
    for (int key = 0; key < 50; key++) {
      cache.put(key, "A");
      if (key % 10 == 9) {
        clock.advance(TTL);
        cache.containsKey(key);
        for (int each = 0; each <= key; each++) {
          cache.containsKey(each);
        }
      }
    }
    sourceIsDown();
    int served = 0;
    for (int key = 0; key < 50; key++) {
      try {
        assertEquals("A", cache.get(key));
        served++;
      } catch (CacheLoaderException e) {
        assertTrue(e.getMessage().contains("key " + key), e.getMessage());
      }
    }
    assertEquals(10, served);
  }

  @Test
  void byValueACopyIsHandedOut() {
    loader.source = key -> "L";
    ExpiringCache<Integer, String> cache = cache(builder().storeByValue(true).build());
    cache.put(1, "A");
    clock.advance(TTL);
    sourceIsDown();
    assertEquals("A", cache.get(1));
  }

  @Test
  void badSettingsAreRefused() {
    LapseConfigurationBuilder<Integer, String> any = builder();
    String negative =
        assertThrows(IllegalArgumentException.class, () -> any.staleOnError(Duration.ofSeconds(-1)))
            .getMessage();
    assertTrue(negative.contains("stale on error") && negative.contains("PT-1S"), negative);
    assertRefused(builder().readThrough(false), "readThrough");
    assertRefused(builder().maximumWeight(10, (Integer key, String value) -> 1), "maximumEntries");
  }

  private static void assertRefused(
      LapseConfigurationBuilder<Integer, String> builder, String remedy) {
    String message = assertThrows(IllegalArgumentException.class, builder::build).getMessage();
    assertTrue(message.contains("stale on error") && message.contains(remedy), message);
  }
}

package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.eviction.OccupancyMXBean;
import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpireCondition;
import dev.lapse.jcache.expiry.ExpiringCache;
import dev.lapse.jcache.expiry.ExpiringEntry;
import dev.lapse.jcache.expiry.Lifetime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.management.CacheStatisticsMXBean;
import javax.cache.processor.EntryProcessorException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Expirations given with a call: each operation on absent, live, dead and eternal entries. */
class ExpiringCacheTest extends SuiteTest {

  private static final int KEY = 7;

  /** The policy's own time to live. */
  private static final Duration DEFAULT = Duration.ofMinutes(5);

  /** What an entry that the test prepares has left when the operation comes. */
  private static final Duration LEFT = Duration.ofSeconds(60);

  private final RecordingListener<Integer, String> listener = new RecordingListener<>();
  private final RecordingWriter<Integer, String> writer = new RecordingWriter<>();

  /** How the entry is found. */
  enum State {
    ABSENT,
    LIVE,
    DEAD,
    ETERNAL;

    boolean isThere() {
      return this == LIVE || this == ETERNAL;
    }
  }

  private MutableConfiguration<Integer, String> watched() {
    return configuration()
        .setStatisticsEnabled(true)
        .setExpiryPolicyFactory(
            CreatedExpiryPolicy.factoryOf(
                new javax.cache.expiry.Duration(
                    java.util.concurrent.TimeUnit.SECONDS, DEFAULT.toSeconds())))
        .addCacheEntryListenerConfiguration(synchronous(listener));
  }

  @SuppressWarnings("unchecked")
  private static ExpiringCache<Integer, String> expiring(Cache<Integer, String> cache) {
    return cache.unwrap(ExpiringCache.class);
  }

  private ExpiringCache<Integer, String> prepared(State state) {
    ExpiringCache<Integer, String> cache = expiring(world.create(watched()));
    switch (state) {
      case ABSENT -> {}
      case LIVE -> cache.put(KEY, "A", Expiration.after(LEFT));
      case DEAD -> {
        cache.put(KEY, "A", Expiration.after(LEFT));
        clock.advance(LEFT);
      }
      case ETERNAL -> cache.put(KEY, "A", Expiration.never());
    }
    listener.forget();
    return cache;
  }

  private static String told(Lifetime lifetime) {
    return !lifetime.isPresent()
        ? "absent"
        : lifetime.isEternal() ? "eternal" : lifetime.timeToLive().orElseThrow().toString();
  }

  private List<String> events() {
    return listener.texts();
  }

  // ---- writing

  /** An operation that writes "B", and when it does. */
  enum Write {
    PUT(true, true),
    GET_AND_PUT(true, true),
    PUT_IF_ABSENT(true, false),
    REPLACE(false, true),
    GET_AND_REPLACE(false, true),
    INVOKE(true, true);

    private final boolean onAbsent;
    private final boolean onPresent;

    Write(boolean onAbsent, boolean onPresent) {
      this.onAbsent = onAbsent;
      this.onPresent = onPresent;
    }

    boolean writes(State state) {
      return state.isThere() ? onPresent : onAbsent;
    }

    /** Returns what the caller is told about. */
    Object run(ExpiringCache<Integer, String> cache, Expiration expiration) {
      return switch (this) {
        case PUT -> {
          cache.put(KEY, "B", expiration);
          yield null;
        }
        case GET_AND_PUT -> cache.getAndPut(KEY, "B", expiration);
        case PUT_IF_ABSENT -> cache.putIfAbsent(KEY, "B", expiration);
        case REPLACE -> cache.replace(KEY, "B", expiration);
        case GET_AND_REPLACE -> cache.getAndReplace(KEY, "B", expiration);
        case INVOKE ->
            cache.invoke(
                KEY,
                (entry, arguments) -> {
                  expiring(entry).setValue("B", expiration);
                  return null;
                });
      };
    }

    Object told(State state) {
      return switch (this) {
        case PUT, INVOKE -> null;
        case GET_AND_PUT, GET_AND_REPLACE -> state.isThere() ? "A" : null;
        case PUT_IF_ABSENT, REPLACE -> writes(state);
      };
    }
  }

  /** An expiration, and the lifetime that it means at the moment of the call. */
  enum Given {
    DURATION("PT10S"),
    LONG_DURATION("eternal"),
    INSTANT("PT20S"),
    NEVER("eternal"),
    KEEP(null),
    ZERO("absent"),
    PAST("absent"),
    LONG_PAST("absent");

    private final String lifetime;

    Given(String lifetime) {
      this.lifetime = lifetime;
    }

    Expiration at(ManualTicker clock) {
      return switch (this) {
        case DURATION -> Expiration.after(Duration.ofSeconds(10));
        case LONG_DURATION -> Expiration.after(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));
        case INSTANT -> Expiration.at(clock.wallClock().plusSeconds(20));
        case NEVER -> Expiration.never();
        case KEEP -> Expiration.keep();
        case ZERO -> Expiration.after(Duration.ZERO);
        case PAST -> Expiration.at(clock.wallClock().minusNanos(1));
        case LONG_PAST -> Expiration.at(Instant.MIN);
      };
    }

    String lifetime(State before) {
      if (this != KEEP) {
        return lifetime;
      }
      return switch (before) {
        case LIVE -> LEFT.toString();
        case ETERNAL -> "eternal";
        case ABSENT, DEAD -> DEFAULT.toString();
      };
    }
  }

  static Stream<Arguments> writes() {
    List<Arguments> all = new ArrayList<>();
    for (Write write : Write.values()) {
      for (Given given : Given.values()) {
        for (State state : State.values()) {
          all.add(Arguments.of(write, given, state));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} {1} over {2}")
  @MethodSource("writes")
  void writeGivesTheValueItsOwnDeadline(Write write, Given given, State state) {
    ExpiringCache<Integer, String> cache = prepared(state);
    CacheStatisticsMXBean statistics = cache.unwrap(CacheStatisticsMXBean.class);
    statistics.clear();
    assertEquals(write.told(state), write.run(cache, given.at(clock)));
    List<String> expected = new ArrayList<>();
    if (state == State.DEAD) {
      expected.add("EXPIRED A");
    }
    if (write.writes(state)) {
      assertEquals(given.lifetime(state), told(cache.lifetime(KEY)));
      expected.add(state.isThere() ? "UPDATED A>B" : "CREATED B");
      if (given.lifetime(state).equals("absent")) {
        expected.add("EXPIRED B");
      }
      assertEquals(1, statistics.getCachePuts());
    } else {
      assertEquals(
          State.LIVE == state ? LEFT.toString() : state.isThere() ? "eternal" : "absent",
          told(cache.lifetime(KEY)));
      assertEquals(0, statistics.getCachePuts());
    }
    assertEquals(expected, events());
    assertEquals(0, statistics.getCacheEvictions());
    assertEquals(0, statistics.getCacheRemovals());
  }

  @ParameterizedTest
  @EnumSource(Write.class)
  void whatWasWrittenDiesOnItsDeadlineAndNotBefore(Write write) {
    State before = write.onAbsent ? State.ABSENT : State.LIVE;
    ExpiringCache<Integer, String> cache = prepared(before);
    write.run(cache, Expiration.after(Duration.ofSeconds(10)));
    listener.forget();
    clock.advanceNanos(Duration.ofSeconds(10).toNanos() - 1);
    assertEquals("B", cache.get(KEY));
    clock.advanceNanos(1);
    assertNull(cache.get(KEY));
    assertEquals(List.of("EXPIRED B"), events());
  }

  @Test
  void aDeadlineByTheWallClockIsNotMovedWhenThatIsSet() {
    ExpiringCache<Integer, String> cache = prepared(State.ABSENT);
    Instant deadline = clock.wallClock().plusSeconds(30);
    cache.put(KEY, "A", Expiration.at(deadline));
    assertEquals(Optional.of(deadline), cache.lifetime(KEY).deadline());
    clock.setWallClockForward(Duration.ofHours(1));
    assertEquals("PT30S", told(cache.lifetime(KEY)));
    assertEquals(Optional.of(deadline.plus(Duration.ofHours(1))), cache.lifetime(KEY).deadline());
    clock.advance(Duration.ofSeconds(30));
    assertFalse(cache.lifetime(KEY).isPresent());
  }

  @Test
  void theNextUpdateAsksThePolicyAgain() {
    SettablePolicy policy = new SettablePolicy();
    policy.update = () -> millis(1000);
    ExpiringCache<Integer, String> cache =
        expiring(world.create(configuration().setExpiryPolicyFactory(() -> policy)));
    cache.put(KEY, "A", Expiration.after(Duration.ofHours(1)));
    assertEquals("PT1H", told(cache.lifetime(KEY)));
    cache.put(KEY, "B");
    assertEquals("PT1S", told(cache.lifetime(KEY)));
  }

  // ---- expire, persist, getAndExpire

  /** Conditions, and whether they let a new deadline in after 10 s (sooner) or 100 s (later). */
  static Stream<Arguments> conditions() {
    ExpireCondition[] none = {};
    ExpireCondition[] eternal = {ExpireCondition.IF_ETERNAL};
    ExpireCondition[] expiring = {ExpireCondition.IF_EXPIRING};
    ExpireCondition[] later = {ExpireCondition.IF_LATER};
    ExpireCondition[] earlier = {ExpireCondition.IF_EARLIER};
    ExpireCondition[] expiringAndEarlier = {
      ExpireCondition.IF_EXPIRING, ExpireCondition.IF_EARLIER
    };
    ExpireCondition[] expiringAndLater = {ExpireCondition.IF_EXPIRING, ExpireCondition.IF_LATER};
    return Stream.of(
        // conditions; on a live entry: sooner, later, never; on an eternal one: finite, never
        Arguments.of(none, true, true, true, true, true),
        Arguments.of(eternal, false, false, false, true, true),
        Arguments.of(expiring, true, true, true, false, false),
        Arguments.of(later, false, true, true, false, false),
        Arguments.of(earlier, true, false, false, true, false),
        Arguments.of(expiringAndEarlier, true, false, false, false, false),
        Arguments.of(expiringAndLater, false, true, true, false, false));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("conditions")
  void expireMovesTheDeadlineUnderItsConditions(
      ExpireCondition[] conditions,
      boolean sooner,
      boolean later,
      boolean never,
      boolean finiteOnEternal,
      boolean neverOnEternal) {
    Expiration tenSeconds = Expiration.after(Duration.ofSeconds(10));
    Expiration hundredSeconds = Expiration.at(clock.wallClock().plusSeconds(100));
    expire(State.LIVE, tenSeconds, conditions, sooner, "PT10S");
    expire(State.LIVE, hundredSeconds, conditions, later, "PT1M40S");
    expire(State.LIVE, Expiration.never(), conditions, never, "eternal");
    expire(State.ETERNAL, tenSeconds, conditions, finiteOnEternal, "PT10S");
    expire(State.ETERNAL, Expiration.never(), conditions, neverOnEternal, "eternal");
  }

  private void expire(
      State state,
      Expiration expiration,
      ExpireCondition[] conditions,
      boolean moves,
      String lifetime) {
    ExpiringCache<Integer, String> cache = prepared(state);
    String before = told(cache.lifetime(KEY));
    assertEquals(moves, cache.expire(KEY, expiration, conditions), state + " " + expiration);
    assertEquals(moves ? lifetime : before, told(cache.lifetime(KEY)));
    assertEquals(List.of(), events());
    assertEquals("A", cache.get(KEY));
  }

  @ParameterizedTest(name = "{0} of {1}")
  @MethodSource("goneStates")
  void nothingHappensToAnAbsentEntry(String operation, State state) {
    ExpiringCache<Integer, String> cache = prepared(state);
    boolean moved =
        switch (operation) {
          case "expire" -> cache.expire(KEY, Expiration.after(Duration.ofSeconds(1)));
          case "expire at once" -> cache.expire(KEY, Expiration.after(Duration.ZERO));
          case "persist" -> cache.persist(KEY);
          case "get and expire" ->
              cache.getAndExpire(KEY, Expiration.after(Duration.ofSeconds(1))) != null;
          default ->
              cache.<Boolean>invoke(
                  KEY, (entry, arguments) -> expiring(entry).expire(Expiration.never()));
        };
    assertFalse(moved);
    assertFalse(cache.lifetime(KEY).isPresent());
    assertEquals(state == State.DEAD ? List.of("EXPIRED A") : List.of(), events());
  }

  static Stream<Arguments> goneStates() {
    return Stream.of("expire", "expire at once", "persist", "get and expire", "invoke")
        .flatMap(
            operation ->
                Stream.of(State.ABSENT, State.DEAD).map(state -> Arguments.of(operation, state)));
  }

  @ParameterizedTest
  @EnumSource(names = {"LIVE", "ETERNAL"})
  void aMomentInThePastExpiresAtOnceWithItsEvent(State state) {
    ExpiringCache<Integer, String> cache = prepared(state);
    assertTrue(cache.expire(KEY, Expiration.at(clock.wallClock().minusSeconds(1))));
    assertEquals(List.of("EXPIRED A"), events());
    assertFalse(cache.containsKey(KEY));
    assertEquals(0, cache.unwrap(OccupancyMXBean.class).getEntries());
  }

  @Test
  void persistTakesADeadlineAway() {
    assertTrue(prepared(State.LIVE).persist(KEY));
    assertFalse(prepared(State.ETERNAL).persist(KEY));
    ExpiringCache<Integer, String> cache = prepared(State.LIVE);
    cache.persist(KEY);
    clock.advance(Duration.ofDays(1000));
    assertEquals("A", cache.get(KEY));
    assertEquals(0, cache.unwrap(OccupancyMXBean.class).getEntriesWithDeadline());
  }

  @Test
  void getAndExpireIsAReadThatMovesTheDeadline() {
    ExpiringCache<Integer, String> cache = prepared(State.LIVE);
    CacheStatisticsMXBean statistics = cache.unwrap(CacheStatisticsMXBean.class);
    assertEquals("A", cache.getAndExpire(KEY, Expiration.after(Duration.ofSeconds(3))));
    assertEquals("PT3S", told(cache.lifetime(KEY)));
    assertEquals("A", cache.getAndExpire(KEY, Expiration.keep()));
    assertEquals("PT3S", told(cache.lifetime(KEY)));
    assertEquals("A", cache.getAndExpire(KEY, Expiration.never()));
    assertEquals("eternal", told(cache.lifetime(KEY)));
    assertNull(cache.getAndExpire(KEY + 1, Expiration.never()));
    assertEquals(3, statistics.getCacheHits());
    assertEquals(1, statistics.getCacheMisses());
    assertEquals("A", cache.getAndExpire(KEY, Expiration.after(Duration.ZERO)));
    assertEquals(List.of("EXPIRED A"), events());
  }

  @Test
  void getAndExpireGivesALoadedValueItsDeadline() {
    ExpiringCache<Integer, String> cache =
        expiring(
            world.create(
                watched()
                    .setReadThrough(true)
                    .setCacheLoaderFactory(() -> new RecordingLoader<>(key -> "L" + key))));
    assertEquals("L7", cache.getAndExpire(KEY, Expiration.after(Duration.ofSeconds(3))));
    assertEquals("PT3S", told(cache.lifetime(KEY)));
    assertEquals("L8", cache.getAndExpire(8, Expiration.keep()));
    assertEquals(DEFAULT.toString(), told(cache.lifetime(8)));
  }

  // ---- within a processor

  private static <T> T invoke(
      Cache<Integer, String> cache, Function<ExpiringEntry<Integer, String>, T> body) {
    return cache.invoke(KEY, (entry, arguments) -> body.apply(expiring(entry)));
  }

  @SuppressWarnings("unchecked")
  private static ExpiringEntry<Integer, String> expiring(
      javax.cache.processor.MutableEntry<Integer, String> entry) {
    return entry.unwrap(ExpiringEntry.class);
  }

  @ParameterizedTest
  @EnumSource(State.class)
  void aProcessorSeesTheLifetimeAndMovesTheDeadline(State state) {
    ExpiringCache<Integer, String> cache = prepared(state);
    String lifetime = invoke(cache, entry -> told(entry.lifetime()));
    assertEquals(told(cache.lifetime(KEY)), lifetime);
    boolean moved = invoke(cache, entry -> entry.expire(Expiration.after(Duration.ofSeconds(2))));
    assertEquals(state.isThere(), moved);
    assertEquals(moved ? "PT2S" : "absent", told(cache.lifetime(KEY)));
    assertEquals(state == State.DEAD ? List.of("EXPIRED A") : List.of(), events());
  }

  @Test
  void theLastWordOfAProcessorCounts() {
    ExpiringCache<Integer, String> cache = prepared(State.LIVE);
    Expiration second = Expiration.after(Duration.ofSeconds(1));
    invoke(
        cache,
        entry -> {
          entry.setValue("B", second);
          entry.setValue("C");
          return null;
        });
    assertEquals(LEFT.toString(), told(cache.lifetime(KEY)), "the policy keeps it on update");
    invoke(
        cache,
        entry -> {
          entry.setValue("D");
          return entry.expire(second);
        });
    assertEquals("PT1S", told(cache.lifetime(KEY)));
    invoke(
        cache,
        entry -> {
          entry.expire(Expiration.never());
          entry.remove();
          return entry.expire(second);
        });
    assertFalse(cache.containsKey(KEY));
    assertEquals(List.of("UPDATED A>C", "UPDATED C>D", "REMOVED D"), events());
  }

  @Test
  void anEntryIsNoMoreOfUseAfterItsProcessor() {
    ExpiringCache<Integer, String> cache = prepared(State.LIVE);
    List<ExpiringEntry<Integer, String>> kept = new ArrayList<>();
    invoke(cache, kept::add);
    ExpiringEntry<Integer, String> entry = kept.get(0);
    assertThrows(IllegalStateException.class, () -> entry.expire(Expiration.never()));
    assertThrows(IllegalStateException.class, entry::lifetime);
    assertThrows(IllegalStateException.class, () -> entry.setValue("B", Expiration.never()));
  }

  // ---- with others

  @Test
  void aWriterIsCalledForAWriteAndNotForADeadline() {
    ExpiringCache<Integer, String> cache =
        expiring(world.create(watched().setWriteThrough(true).setCacheWriterFactory(() -> writer)));
    cache.put(KEY, "A", Expiration.after(LEFT));
    cache.expire(KEY, Expiration.after(Duration.ofSeconds(1)));
    cache.persist(KEY);
    cache.getAndExpire(KEY, Expiration.after(Duration.ZERO));
    cache.put(KEY, "B", Expiration.after(Duration.ZERO));
    assertEquals(List.of("write 7=A", "write 7=B"), writer.calls());
  }

  @Test
  void aBoundedCacheCountsRightWithValuesThatAreDeadOnArrival() {
    ExpiringCache<Integer, String> cache =
        expiring(
            world.create(
                LapseConfiguration.builder(Integer.class, String.class)
                    .storeByValue(false)
                    .maximumEntries(3)
                    .build()));
    for (int key = 0; key < 3; key++) {
      cache.put(key, "live");
    }
    for (int key = 0; key < 100; key++) {
      cache.put(key, "dead", Expiration.after(Duration.ZERO));
    }
    assertEquals(0, cache.unwrap(OccupancyMXBean.class).getEntries());
    for (int key = 0; key < 3; key++) {
      cache.put(key, "live");
      cache.put(100 + key, "dead", Expiration.at(Instant.EPOCH));
    }
    assertEquals(3, cache.unwrap(OccupancyMXBean.class).getEntries());
    assertEquals(0, cache.unwrap(OccupancyMXBean.class).getEvictionsForSize());
  }

  @Test
  void theReaperFindsDeadlinesThatWereMoved() {
    ExpiringCache<Integer, String> cache = prepared(State.ETERNAL);
    cache.expire(KEY, Expiration.after(Duration.ofHours(1)));
    cache.expire(KEY, Expiration.after(Duration.ofSeconds(1)));
    clock.advance(Duration.ofSeconds(2));
    ReaperByHand.runPass(world.manager);
    Awaitility.await().atMost(SOON).until(() -> events().equals(List.of("EXPIRED A")));
  }

  // ---- bad input

  @Test
  void badInputIsRefusedBeforeAnythingChanges() {
    ExpiringCache<Integer, String> cache = prepared(State.LIVE);
    IllegalArgumentException negative =
        assertThrows(IllegalArgumentException.class, () -> Expiration.after(Duration.ofMillis(-1)));
    assertTrue(negative.getMessage().contains("negative: PT-0.001S"), negative.getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> Expiration.after(Duration.ofSeconds(Long.MIN_VALUE)));
    assertThrows(NullPointerException.class, () -> Expiration.after(null));
    assertThrows(NullPointerException.class, () -> Expiration.at(null));
    assertThrows(NullPointerException.class, () -> cache.put(KEY, "B", null));
    assertThrows(NullPointerException.class, () -> cache.put(KEY, null, Expiration.never()));
    assertThrows(NullPointerException.class, () -> cache.expire(KEY, null));
    assertThrows(NullPointerException.class, () -> cache.lifetime(null));
    IllegalArgumentException keep =
        assertThrows(IllegalArgumentException.class, () -> cache.expire(KEY, Expiration.keep()));
    assertTrue(keep.getMessage().contains(cache.getName()), keep.getMessage());
    IllegalArgumentException contradiction =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                cache.expire(
                    KEY,
                    Expiration.never(),
                    ExpireCondition.IF_ETERNAL,
                    ExpireCondition.IF_EXPIRING));
    assertTrue(contradiction.getMessage().contains("IF_ETERNAL"), contradiction.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            cache.expire(
                KEY, Expiration.never(), ExpireCondition.IF_LATER, ExpireCondition.IF_EARLIER));
    EntryProcessorException inProcessor =
        assertThrows(
            EntryProcessorException.class,
            () -> invoke(cache, entry -> entry.expire(Expiration.keep())));
    assertTrue(inProcessor.getCause() instanceof IllegalArgumentException);
    assertEquals(LEFT.toString(), told(cache.lifetime(KEY)));
    assertEquals(List.of(), events());
    cache.close();
    assertThrows(IllegalStateException.class, () -> cache.put(KEY, "B", Expiration.never()));
    assertThrows(IllegalStateException.class, () -> cache.lifetime(KEY));
    assertThrows(IllegalStateException.class, () -> cache.persist(KEY));
  }

  @Test
  void everyCacheIsOne() {
    Cache<Integer, String> cache = world.plain();
    assertSame(cache, expiring(cache));
  }
}

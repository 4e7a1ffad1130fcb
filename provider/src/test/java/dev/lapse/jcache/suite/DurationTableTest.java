package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.event.EventType;
import javax.cache.expiry.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every answer of an expiry policy (null, zero, finite, eternal, too long for a clock, an
 * exception) to every operation that asks for it; and the operations that do not ask, which must
 * leave the deadline alone.
 *
 * <p>Where the specification is silent, an entry whose creation has no usable answer is eternal,
 * and one whose access or update has none keeps its deadline. An entry that is "already expired and
 * will not be added" (ExpiryPolicy) has no event of any kind: it never was in the cache.
 */
class DurationTableTest {

  /** How long an entry lives after an answer. */
  enum Life {
    NONE,
    FINITE,
    UNCHANGED,
    FOR_EVER
  }

  /** One answer of the policy, and what it means for a creation and for an access or update. */
  enum Answer {
    NULL(() -> null, Life.FOR_EVER, Life.UNCHANGED),
    ZERO(() -> Duration.ZERO, Life.NONE, Life.NONE),
    ZERO_DAYS(() -> new Duration(TimeUnit.DAYS, 0), Life.NONE, Life.NONE),
    FINITE(() -> new Duration(TimeUnit.MILLISECONDS, ANSWERED_MILLIS), Life.FINITE, Life.FINITE),
    ETERNAL(() -> Duration.ETERNAL, Life.FOR_EVER, Life.FOR_EVER),
    ETERNAL_BY_TIMES(() -> new Duration(0L, Long.MAX_VALUE), Life.FOR_EVER, Life.FOR_EVER),
    HUGE_DAYS(() -> new Duration(TimeUnit.DAYS, Long.MAX_VALUE), Life.FOR_EVER, Life.FOR_EVER),
    HUGE_MILLIS(
        () -> new Duration(TimeUnit.MILLISECONDS, Long.MAX_VALUE), Life.FOR_EVER, Life.FOR_EVER),
    OVERFLOWING(() -> new Duration(TimeUnit.DAYS, 106_752), Life.FOR_EVER, Life.FOR_EVER),
    EXCEPTION(
        () -> {
          throw new IllegalStateException("from the policy, on purpose");
        },
        Life.FOR_EVER,
        Life.UNCHANGED);

    final Supplier<Duration> answer;
    final Life created;
    final Life changed;

    Answer(Supplier<Duration> answer, Life created, Life changed) {
      this.answer = answer;
      this.created = created;
      this.changed = changed;
    }
  }

  private static final long ANSWERED_MILLIS = 300;
  private static final long FIRST_MILLIS = 1_000;
  private static final long BEFORE_MILLIS = 100;
  private static final long LONG_DAYS = 100_000;

  private static final List<Operation> CREATING =
      List.of(
          Operation.PUT,
          Operation.GET_AND_PUT,
          Operation.PUT_ALL,
          Operation.PUT_IF_ABSENT,
          Operation.INVOKE_SET,
          Operation.INVOKE_SET_SET,
          Operation.INVOKE_REMOVE_SET,
          Operation.INVOKE_ALL_SET,
          Operation.LOAD_ALL,
          Operation.LOAD_ALL_REPLACING);

  private static final List<Operation> READING_THROUGH =
      List.of(Operation.GET, Operation.GET_ALL, Operation.INVOKE_GET);

  private static final List<Operation> UPDATING =
      List.of(
          Operation.PUT,
          Operation.GET_AND_PUT,
          Operation.PUT_ALL,
          Operation.REPLACE,
          Operation.REPLACE_MATCHING,
          Operation.GET_AND_REPLACE,
          Operation.INVOKE_SET,
          Operation.INVOKE_SET_SET,
          Operation.INVOKE_REMOVE_SET,
          Operation.INVOKE_ALL_SET,
          Operation.LOAD_ALL_REPLACING);

  private static final List<Operation> ACCESSING =
      List.of(
          Operation.GET,
          Operation.GET_ALL,
          Operation.ITERATE,
          Operation.INVOKE_GET,
          Operation.INVOKE_GET_TWICE,
          Operation.REPLACE_OTHER,
          Operation.REMOVE_OTHER);

  private static final List<Operation> NEITHER =
      List.of(
          Operation.CONTAINS_KEY,
          Operation.PUT_IF_ABSENT,
          Operation.INVOKE_NOTHING,
          Operation.INVOKE_EXISTS,
          Operation.INVOKE_SET_THROW,
          Operation.INVOKE_ALL_NULL,
          Operation.LOAD_ALL);

  static Stream<Arguments> creations() {
    return Stream.concat(
        crossed(CREATING, Answer.values())
            .map(row -> Arguments.of(row.get()[0], row.get()[1], false)),
        crossed(READING_THROUGH, Answer.values())
            .map(row -> Arguments.of(row.get()[0], row.get()[1], true)));
  }

  static Stream<Arguments> updates() {
    return crossed(UPDATING, Answer.values());
  }

  static Stream<Arguments> accesses() {
    return crossed(ACCESSING, Answer.values());
  }

  static Stream<Operation> neitherAccessNorUpdate() {
    return NEITHER.stream();
  }

  private static Stream<Arguments> crossed(List<Operation> operations, Answer... answers) {
    return operations.stream()
        .flatMap(operation -> Stream.of(answers).map(answer -> Arguments.of(operation, answer)));
  }

  @ParameterizedTest
  @MethodSource("creations")
  void creation(Operation operation, Answer answer, boolean readThrough) throws Exception {
    try (Bench bench = new Bench(readThrough)) {
      bench.policy.creation = answer.answer;
      String result = operation.run(bench.cache);
      if (readThrough) {
        assertTrue(
            result.contains("L"),
            () -> "the loaded value is returned whatever the policy says, saw " + result);
      }
      String value = loads(operation) || readThrough ? "L" : "B";
      if (answer.created == Life.NONE) {
        bench.assertGone();
        assertEquals(
            List.of(), bench.listener.texts(), "an entry that is not added is not created");
        assertEquals(0, bench.growth().puts(), "puts");
      } else {
        assertEquals(List.of("CREATED " + value), bench.listener.texts());
        assertEquals(loads(operation) || readThrough ? 0 : 1, bench.growth().puts(), "puts");
        bench.assertLives(answer.created, value);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("updates")
  void update(Operation operation, Answer answer) throws Exception {
    try (Bench bench = new Bench(false)) {
      bench.startWithOneEntry();
      bench.policy.update = answer.answer;
      String result = operation.run(bench.cache);
      assertFalse(result.equals("false"), "it is updated whatever the policy says");
      String value = loads(operation) ? "L" : "B";
      assertEquals("UPDATED A>" + value, bench.listener.texts().get(0));
      assertEquals(loads(operation) ? 0 : 1, bench.growth().puts(), "puts");
      if (answer.changed == Life.NONE) {
        bench.assertExpiredAs(value);
      } else {
        bench.assertLives(answer.changed, value);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("accesses")
  void access(Operation operation, Answer answer) throws Exception {
    try (Bench bench = new Bench(false)) {
      bench.startWithOneEntry();
      bench.policy.access = answer.answer;
      String result = operation.run(bench.cache);
      assertTrue(
          result.contains("A") || result.equals("false"),
          () -> "it is accessed once more, saw " + result);
      if (answer.changed == Life.NONE) {
        bench.assertExpiredAs("A");
      } else {
        bench.assertLives(answer.changed, "A");
      }
    }
  }

  /** The answers would end the entry at once if they were asked for. */
  @ParameterizedTest
  @MethodSource("neitherAccessNorUpdate")
  void deadlineIsLeftAlone(Operation operation) throws Exception {
    try (Bench bench = new Bench(false)) {
      bench.startWithOneEntry();
      bench.policy.access = () -> Duration.ZERO;
      bench.policy.update = () -> Duration.ZERO;
      operation.run(bench.cache);
      bench.assertLives(Life.UNCHANGED, "A");
    }
  }

  private static boolean loads(Operation operation) {
    return operation == Operation.LOAD_ALL || operation == Operation.LOAD_ALL_REPLACING;
  }

  private static final class Bench implements AutoCloseable {

    final World world = new World();
    final SettablePolicy policy = new SettablePolicy();
    final RecordingListener<Integer, String> listener = new RecordingListener<>();
    final Cache<Integer, String> cache;
    private Counters before;

    Bench(boolean readThrough) {
      RecordingLoader<Integer, String> loader = new RecordingLoader<>(key -> "L");
      cache =
          world.create(
              World.<Integer, String>configuration()
                  .setStatisticsEnabled(true)
                  .setExpiryPolicyFactory(() -> policy)
                  .setCacheLoaderFactory(() -> loader)
                  .setReadThrough(readThrough)
                  .addCacheEntryListenerConfiguration(SuiteTest.synchronous(listener)));
      before = Counters.of(cache);
    }

    /** Made {@code BEFORE_MILLIS} ago, with a deadline that is {@code FIRST_MILLIS} after that. */
    void startWithOneEntry() {
      policy.creation = () -> new Duration(TimeUnit.MILLISECONDS, FIRST_MILLIS);
      cache.put(1, "A");
      world.clock.advanceMillis(BEFORE_MILLIS);
      listener.forget();
      before = Counters.of(cache);
    }

    Counters growth() {
      return Counters.of(cache).minus(before);
    }

    /** Reading it must not change the deadline. */
    void assertLives(Life life, String value) {
      long left =
          switch (life) {
            case FINITE -> ANSWERED_MILLIS;
            case UNCHANGED -> FIRST_MILLIS - BEFORE_MILLIS;
            case FOR_EVER -> TimeUnit.DAYS.toMillis(LONG_DAYS);
            case NONE -> 0;
          };
      policy.access = () -> null;
      world.clock.advance(java.time.Duration.ofMillis(left).minusNanos(1));
      assertTrue(cache.containsKey(1), "a nanosecond before the deadline");
      assertEquals(value, cache.get(1));
      if (life == Life.FOR_EVER) {
        return;
      }
      world.clock.advanceNanos(1);
      assertFalse(cache.containsKey(1), "at the deadline");
      assertExpiredAs(value);
    }

    void assertExpiredAs(String value) {
      assertGone();
      assertGone();
      cache.put(1, "brings the event of the old entry at the latest");
      List<String> expired =
          listener.texts().stream().filter(text -> text.startsWith("EXPIRED")).toList();
      assertEquals(List.of("EXPIRED " + value), expired);
      assertEquals(0, listener.count(EventType.REMOVED), "expiry is no removal");
      assertEquals(0, growth().removals(), "expiry is no removal");
      assertEquals(0, growth().evictions(), "expiry is no eviction");
    }

    /**
     * No read finds it. With read-through a get would load it again, so there only the others look.
     */
    void assertGone() {
      assertFalse(cache.containsKey(1));
      assertFalse(cache.iterator().hasNext());
      boolean readThrough = configuration().isReadThrough();
      if (!readThrough) {
        assertEquals(null, cache.get(1));
        assertEquals(Set.of(), cache.getAll(Set.of(1)).keySet());
      }
    }

    @SuppressWarnings("unchecked")
    private javax.cache.configuration.CompleteConfiguration<Integer, String> configuration() {
      return cache.getConfiguration(javax.cache.configuration.CompleteConfiguration.class);
    }

    @Override
    public void close() {
      world.close();
    }
  }
}

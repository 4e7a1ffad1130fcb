package dev.lapse.jcache.suite;

import static dev.lapse.jcache.suite.TextTable.items;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation on one key in each prior state, and all that can be seen of it. Each row is
 * checked by reference and by value, and each of these with several kinds of integration.
 *
 * <p>How to read a row: {@code left} is the value in the cache afterwards; {@code counts} are hits,
 * misses, puts and removals; {@code policy} are the methods of the expiry policy, each called
 * exactly once; {@code writer} are the calls where the cache writes through. An expired entry is as
 * good as none ("just as if they never existed", package javax.cache), but for its EXPIRED event:
 * the specification leaves open when it is detected, so it may come later where nothing is stored
 * and nothing is read, yet always once and before any other event of its key. {@code
 * MutableEntry.remove} of an absent key counts no removal, because it "will behave as if
 * Cache.remove was called" (EntryProcessor); for the same reason it deletes.
 */
class OperationTableTest {

  /**
   * What is configured besides. A loader and a writer are always there, so that one not meant to be
   * used would be seen.
   */
  enum Integration {
    NONE(false, false),
    READ_THROUGH(true, false),
    WRITE_THROUGH(false, true),
    BOTH(true, true);

    final boolean readThrough;
    final boolean writeThrough;

    Integration(boolean readThrough, boolean writeThrough) {
      this.readThrough = readThrough;
      this.writeThrough = writeThrough;
    }
  }

  record Row(
      Operation operation,
      String prior,
      String result,
      String left,
      List<String> events,
      String counts,
      List<String> policy,
      List<String> writer,
      List<String> loads) {

    static Row of(List<String> cells) {
      return new Row(
          Operation.valueOf(cells.get(0)),
          cells.get(1),
          cells.get(2),
          cells.get(3),
          items(cells.get(4), ", "),
          cells.get(5),
          items(cells.get(6), " "),
          items(cells.get(7), ", "),
          items(cells.get(8), ", "));
    }
  }

  private static final String TABLE =
      """
      operation           | prior   | result         | left | events               | counts  | policy          | writer         | loads
      GET                 | absent  | null           | -    | -                    | 0 1 0 0 | -               | -              | -
      GET                 | live    | A              | A    | -                    | 1 0 0 0 | access          | -              | -
      GET                 | expired | null           | -    | EXPIRED A            | 0 1 0 0 | -               | -              | -
      GET_ALL             | absent  | {}             | -    | -                    | 0 1 0 0 | -               | -              | -
      GET_ALL             | live    | {1=A}          | A    | -                    | 1 0 0 0 | access          | -              | -
      GET_ALL             | expired | {}             | -    | EXPIRED A            | 0 1 0 0 | -               | -              | -
      CONTAINS_KEY        | absent  | false          | -    | -                    | 0 0 0 0 | -               | -              | -
      CONTAINS_KEY        | live    | true           | A    | -                    | 0 0 0 0 | -               | -              | -
      CONTAINS_KEY        | expired | false          | -    | (EXPIRED A)          | 0 0 0 0 | -               | -              | -
      PUT                 | absent  | null           | B    | CREATED B            | 0 0 1 0 | creation        | write 1=B      | -
      PUT                 | live    | null           | B    | UPDATED A>B          | 0 0 1 0 | update          | write 1=B      | -
      PUT                 | expired | null           | B    | EXPIRED A, CREATED B | 0 0 1 0 | creation        | write 1=B      | -
      GET_AND_PUT         | absent  | null           | B    | CREATED B            | 0 1 1 0 | creation        | write 1=B      | -
      GET_AND_PUT         | live    | A              | B    | UPDATED A>B          | 1 0 1 0 | update          | write 1=B      | -
      GET_AND_PUT         | expired | null           | B    | EXPIRED A, CREATED B | 0 1 1 0 | creation        | write 1=B      | -
      PUT_ALL             | absent  | null           | B    | CREATED B            | 0 0 1 0 | creation        | writeAll [1=B] | -
      PUT_ALL             | live    | null           | B    | UPDATED A>B          | 0 0 1 0 | update          | writeAll [1=B] | -
      PUT_ALL             | expired | null           | B    | EXPIRED A, CREATED B | 0 0 1 0 | creation        | writeAll [1=B] | -
      PUT_IF_ABSENT       | absent  | true           | B    | CREATED B            | 0 1 1 0 | creation        | write 1=B      | -
      PUT_IF_ABSENT       | live    | false          | A    | -                    | 1 0 0 0 | -               | -              | -
      PUT_IF_ABSENT       | expired | true           | B    | EXPIRED A, CREATED B | 0 1 1 0 | creation        | write 1=B      | -
      REPLACE             | absent  | false          | -    | -                    | 0 1 0 0 | -               | -              | -
      REPLACE             | live    | true           | B    | UPDATED A>B          | 1 0 1 0 | update          | write 1=B      | -
      REPLACE             | expired | false          | -    | (EXPIRED A)          | 0 1 0 0 | -               | -              | -
      REPLACE_MATCHING    | absent  | false          | -    | -                    | 0 1 0 0 | -               | -              | -
      REPLACE_MATCHING    | live    | true           | B    | UPDATED A>B          | 1 0 1 0 | update          | write 1=B      | -
      REPLACE_MATCHING    | expired | false          | -    | (EXPIRED A)          | 0 1 0 0 | -               | -              | -
      REPLACE_OTHER       | absent  | false          | -    | -                    | 0 1 0 0 | -               | -              | -
      REPLACE_OTHER       | live    | false          | A    | -                    | 1 0 0 0 | access          | -              | -
      REPLACE_OTHER       | expired | false          | -    | (EXPIRED A)          | 0 1 0 0 | -               | -              | -
      GET_AND_REPLACE     | absent  | null           | -    | -                    | 0 1 0 0 | -               | -              | -
      GET_AND_REPLACE     | live    | A              | B    | UPDATED A>B          | 1 0 1 0 | update          | write 1=B      | -
      GET_AND_REPLACE     | expired | null           | -    | (EXPIRED A)          | 0 1 0 0 | -               | -              | -
      REMOVE              | absent  | false          | -    | -                    | 0 0 0 0 | -               | delete 1       | -
      REMOVE              | live    | true           | -    | REMOVED A            | 0 0 0 1 | -               | delete 1       | -
      REMOVE              | expired | false          | -    | (EXPIRED A)          | 0 0 0 0 | -               | delete 1       | -
      REMOVE_MATCHING     | absent  | false          | -    | -                    | 0 1 0 0 | -               | -              | -
      REMOVE_MATCHING     | live    | true           | -    | REMOVED A            | 1 0 0 1 | -               | delete 1       | -
      REMOVE_MATCHING     | expired | false          | -    | (EXPIRED A)          | 0 1 0 0 | -               | -              | -
      REMOVE_OTHER        | absent  | false          | -    | -                    | 0 1 0 0 | -               | -              | -
      REMOVE_OTHER        | live    | false          | A    | -                    | 1 0 0 0 | access          | -              | -
      REMOVE_OTHER        | expired | false          | -    | (EXPIRED A)          | 0 1 0 0 | -               | -              | -
      GET_AND_REMOVE      | absent  | null           | -    | -                    | 0 1 0 0 | -               | delete 1       | -
      GET_AND_REMOVE      | live    | A              | -    | REMOVED A            | 1 0 0 1 | -               | delete 1       | -
      GET_AND_REMOVE      | expired | null           | -    | (EXPIRED A)          | 0 1 0 0 | -               | delete 1       | -
      REMOVE_ALL_KEYS     | absent  | null           | -    | -                    | 0 0 0 0 | -               | deleteAll [1]  | -
      REMOVE_ALL_KEYS     | live    | null           | -    | REMOVED A            | 0 0 0 1 | -               | deleteAll [1]  | -
      REMOVE_ALL_KEYS     | expired | null           | -    | (EXPIRED A)          | 0 0 0 0 | -               | deleteAll [1]  | -
      REMOVE_ALL          | absent  | null           | -    | -                    | 0 0 0 0 | -               | -              | -
      REMOVE_ALL          | live    | null           | -    | REMOVED A            | 0 0 0 1 | -               | deleteAll [1]  | -
      REMOVE_ALL          | expired | null           | -    | (EXPIRED A)          | 0 0 0 0 | -               | -              | -
      CLEAR               | absent  | null           | -    | -                    | 0 0 0 0 | -               | -              | -
      CLEAR               | live    | null           | -    | -                    | 0 0 0 0 | -               | -              | -
      CLEAR               | expired | null           | -    | (EXPIRED A)          | 0 0 0 0 | -               | -              | -
      ITERATE             | absent  | []             | -    | -                    | 0 0 0 0 | -               | -              | -
      ITERATE             | live    | [1=A]          | A    | -                    | 1 0 0 0 | access          | -              | -
      ITERATE             | expired | []             | -    | (EXPIRED A)          | 0 0 0 0 | -               | -              | -
      ITERATE_AND_REMOVE  | absent  | 0              | -    | -                    | 0 0 0 0 | -               | -              | -
      ITERATE_AND_REMOVE  | live    | 1              | -    | REMOVED A            | 1 0 0 1 | access          | delete 1       | -
      ITERATE_AND_REMOVE  | expired | 0              | -    | (EXPIRED A)          | 0 0 0 0 | -               | -              | -
      INVOKE_NOTHING      | absent  | done           | -    | -                    | 0 1 0 0 | -               | -              | -
      INVOKE_NOTHING      | live    | done           | A    | -                    | 1 0 0 0 | -               | -              | -
      INVOKE_NOTHING      | expired | done           | -    | (EXPIRED A)          | 0 1 0 0 | -               | -              | -
      INVOKE_EXISTS       | absent  | false          | -    | -                    | 0 1 0 0 | -               | -              | -
      INVOKE_EXISTS       | live    | true           | A    | -                    | 1 0 0 0 | -               | -              | -
      INVOKE_EXISTS       | expired | false          | -    | (EXPIRED A)          | 0 1 0 0 | -               | -              | -
      INVOKE_GET          | absent  | null           | -    | -                    | 0 1 0 0 | -               | -              | -
      INVOKE_GET          | live    | A              | A    | -                    | 1 0 0 0 | access          | -              | -
      INVOKE_GET          | expired | null           | -    | EXPIRED A            | 0 1 0 0 | -               | -              | -
      INVOKE_GET_TWICE    | absent  | null,null      | -    | -                    | 0 1 0 0 | -               | -              | -
      INVOKE_GET_TWICE    | live    | A,A            | A    | -                    | 1 0 0 0 | access          | -              | -
      INVOKE_GET_TWICE    | expired | null,null      | -    | EXPIRED A            | 0 1 0 0 | -               | -              | -
      INVOKE_SET          | absent  | set            | B    | CREATED B            | 0 1 1 0 | creation        | write 1=B      | -
      INVOKE_SET          | live    | set            | B    | UPDATED A>B          | 1 0 1 0 | update          | write 1=B      | -
      INVOKE_SET          | expired | set            | B    | EXPIRED A, CREATED B | 0 1 1 0 | creation        | write 1=B      | -
      INVOKE_REMOVE       | absent  | removed        | -    | -                    | 0 1 0 0 | -               | delete 1       | -
      INVOKE_REMOVE       | live    | removed        | -    | REMOVED A            | 1 0 0 1 | -               | delete 1       | -
      INVOKE_REMOVE       | expired | removed        | -    | (EXPIRED A)          | 0 1 0 0 | -               | delete 1       | -
      INVOKE_GET_SET      | absent  | null,set       | B    | CREATED B            | 0 1 1 0 | creation        | write 1=B      | -
      INVOKE_GET_SET      | live    | A,set          | B    | UPDATED A>B          | 1 0 1 0 | (access) update | write 1=B      | -
      INVOKE_GET_SET      | expired | null,set       | B    | EXPIRED A, CREATED B | 0 1 1 0 | creation        | write 1=B      | -
      INVOKE_GET_REMOVE   | absent  | null,removed   | -    | -                    | 0 1 0 0 | -               | (delete 1)     | -
      INVOKE_GET_REMOVE   | live    | A,removed      | -    | REMOVED A            | 1 0 0 1 | (access)        | delete 1       | -
      INVOKE_GET_REMOVE   | expired | null,removed   | -    | (EXPIRED A)          | 0 1 0 0 | -               | (delete 1)     | -
      INVOKE_SET_GET      | absent  | set,B          | B    | CREATED B            | 0 1 1 0 | creation        | write 1=B      | -
      INVOKE_SET_GET      | live    | set,B          | B    | UPDATED A>B          | 1 0 1 0 | update          | write 1=B      | -
      INVOKE_SET_GET      | expired | set,B          | B    | EXPIRED A, CREATED B | 0 1 1 0 | creation        | write 1=B      | -
      INVOKE_SET_SET      | absent  | set,set        | B    | CREATED B            | 0 1 1 0 | creation        | write 1=B      | -
      INVOKE_SET_SET      | live    | set,set        | B    | UPDATED A>B          | 1 0 1 0 | update          | write 1=B      | -
      INVOKE_SET_SET      | expired | set,set        | B    | EXPIRED A, CREATED B | 0 1 1 0 | creation        | write 1=B      | -
      INVOKE_SET_REMOVE   | absent  | set,removed    | -    | -                    | 0 1 0 0 | -               | -              | -
      INVOKE_SET_REMOVE   | live    | set,removed    | -    | REMOVED A            | 1 0 0 1 | -               | delete 1       | -
      INVOKE_SET_REMOVE   | expired | set,removed    | -    | (EXPIRED A)          | 0 1 0 0 | -               | -              | -
      INVOKE_REMOVE_SET   | absent  | removed,set    | B    | CREATED B            | 0 1 1 0 | creation        | write 1=B      | -
      INVOKE_REMOVE_SET   | live    | removed,set    | B    | UPDATED A>B          | 1 0 1 0 | update          | write 1=B      | -
      INVOKE_REMOVE_SET   | expired | removed,set    | B    | EXPIRED A, CREATED B | 0 1 1 0 | creation        | write 1=B      | -
      INVOKE_REMOVE_TWICE | absent  | removed,removed | -   | -                    | 0 1 0 0 | -               | delete 1       | -
      INVOKE_REMOVE_TWICE | live    | removed,removed | -   | REMOVED A            | 1 0 0 1 | -               | delete 1       | -
      INVOKE_REMOVE_TWICE | expired | removed,removed | -   | (EXPIRED A)          | 0 1 0 0 | -               | delete 1       | -
      INVOKE_SET_THROW    | absent  | wrapped once   | -    | -                    | 0 1 0 0 | -               | -              | -
      INVOKE_SET_THROW    | live    | wrapped once   | A    | -                    | 1 0 0 0 | -               | -              | -
      INVOKE_SET_THROW    | expired | wrapped once   | -    | (EXPIRED A)          | 0 1 0 0 | -               | -              | -
      INVOKE_ALL_SET      | absent  | {1=set}        | B    | CREATED B            | 0 1 1 0 | creation        | write 1=B      | -
      INVOKE_ALL_SET      | live    | {1=set}        | B    | UPDATED A>B          | 1 0 1 0 | update          | write 1=B      | -
      INVOKE_ALL_SET      | expired | {1=set}        | B    | EXPIRED A, CREATED B | 0 1 1 0 | creation        | write 1=B      | -
      INVOKE_ALL_NULL     | absent  | {}             | -    | -                    | 0 1 0 0 | -               | -              | -
      INVOKE_ALL_NULL     | live    | {}             | A    | -                    | 1 0 0 0 | -               | -              | -
      INVOKE_ALL_NULL     | expired | {}             | -    | (EXPIRED A)          | 0 1 0 0 | -               | -              | -
      LOAD_ALL            | absent  | null           | L    | CREATED L            | 0 0 0 0 | creation        | -              | 1
      LOAD_ALL            | live    | null           | A    | -                    | 0 0 0 0 | -               | -              | -
      LOAD_ALL            | expired | null           | L    | EXPIRED A, CREATED L | 0 0 0 0 | creation        | -              | 1
      LOAD_ALL_REPLACING  | absent  | null           | L    | CREATED L            | 0 0 0 0 | creation        | -              | 1
      LOAD_ALL_REPLACING  | live    | null           | L    | UPDATED A>L          | 0 0 0 0 | update          | -              | 1
      LOAD_ALL_REPLACING  | expired | null           | L    | EXPIRED A, CREATED L | 0 0 0 0 | creation        | -              | 1
      """;

  /**
   * The rows that read-through makes different. The last one by example 3 of EntryProcessor: the
   * get was not null.
   */
  private static final String READ_THROUGH_TABLE =
      """
      operation           | prior   | result         | left | events               | counts  | policy          | writer         | loads
      GET                 | absent  | L              | L    | CREATED L            | 0 1 0 0 | creation        | -              | 1
      GET                 | expired | L              | L    | EXPIRED A, CREATED L | 0 1 0 0 | creation        | -              | 1
      GET_ALL             | absent  | {1=L}          | L    | CREATED L            | 0 1 0 0 | creation        | -              | 1
      GET_ALL             | expired | {1=L}          | L    | EXPIRED A, CREATED L | 0 1 0 0 | creation        | -              | 1
      INVOKE_GET          | absent  | L              | L    | CREATED L            | 0 1 0 0 | creation        | -              | 1
      INVOKE_GET          | expired | L              | L    | EXPIRED A, CREATED L | 0 1 0 0 | creation        | -              | 1
      INVOKE_GET_TWICE    | absent  | L,L            | L    | CREATED L            | 0 1 0 0 | creation        | -              | 1
      INVOKE_GET_TWICE    | expired | L,L            | L    | EXPIRED A, CREATED L | 0 1 0 0 | creation        | -              | 1
      INVOKE_GET_SET      | absent  | L,set          | B    | CREATED B            | 0 1 1 0 | creation        | write 1=B      | 1
      INVOKE_GET_SET      | expired | L,set          | B    | EXPIRED A, CREATED B | 0 1 1 0 | creation        | write 1=B      | 1
      INVOKE_GET_REMOVE   | absent  | L,removed      | -    | -                    | 0 1 0 0 | -               | delete 1       | 1
      INVOKE_GET_REMOVE   | expired | L,removed      | -    | (EXPIRED A)          | 0 1 0 0 | -               | delete 1       | 1
      """;

  private static final Set<Operation> LOADING =
      EnumSet.of(
          Operation.GET,
          Operation.GET_ALL,
          Operation.INVOKE_GET,
          Operation.INVOKE_GET_TWICE,
          Operation.INVOKE_GET_SET,
          Operation.INVOKE_GET_REMOVE);

  static Stream<Row> rows() {
    return TextTable.rows(TABLE).map(Row::of);
  }

  static Stream<Row> readThroughRows() {
    return TextTable.rows(READ_THROUGH_TABLE).map(Row::of);
  }

  @Test
  void everyOperationStandsThreeTimesInTheTable() {
    List<String> expected = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      List.of("absent", "live", "expired").forEach(prior -> expected.add(operation + " " + prior));
    }
    assertEquals(expected, rows().map(row -> row.operation() + " " + row.prior()).toList());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void operation(Row row) throws Exception {
    check(row, Integration.NONE);
    check(row, Integration.WRITE_THROUGH);
    if (!LOADING.contains(row.operation()) || row.prior().equals("live")) {
      check(row, Integration.READ_THROUGH);
    }
  }

  @ParameterizedTest
  @MethodSource("readThroughRows")
  void operationThatLoads(Row row) throws Exception {
    check(row, Integration.READ_THROUGH);
    check(row, Integration.BOTH);
  }

  private static void check(Row row, Integration integration) throws Exception {
    for (boolean byValue : new boolean[] {false, true}) {
      new Bench(row, integration, byValue, false).check();
      new Bench(row, integration, byValue, true).check();
    }
  }

  /** One cache with everything recorded. */
  private static final class Bench {

    private final Row row;
    private final Integration integration;
    private final String where;
    private final boolean standardPolicy;
    private final SettablePolicy policy = new SettablePolicy();
    private final RecordingListener<Integer, String> listener = new RecordingListener<>();
    private final RecordingLoader<Integer, String> loader = new RecordingLoader<>(key -> "L");
    private final RecordingWriter<Integer, String> writer = new RecordingWriter<>();
    private final MutableConfiguration<Integer, String> configuration;

    /**
     * @param standardPolicy whether the policy is one of the specification's, which cannot be
     *     watched, but which a provider may know
     */
    Bench(Row row, Integration integration, boolean byValue, boolean standardPolicy) {
      this.row = row;
      this.integration = integration;
      this.standardPolicy = standardPolicy;
      where =
          row
              + ", integration "
              + integration
              + (byValue ? ", by value" : ", by reference")
              + (standardPolicy ? ", standard policy" : "");
      configuration =
          new MutableConfiguration<Integer, String>()
              .setStoreByValue(byValue)
              .setStatisticsEnabled(true)
              .setExpiryPolicyFactory(
                  () -> standardPolicy ? new CreatedExpiryPolicy(Duration.ONE_MINUTE) : policy)
              .setCacheLoaderFactory(() -> loader)
              .setReadThrough(integration.readThrough)
              .setCacheWriterFactory(() -> writer)
              .setWriteThrough(integration.writeThrough)
              .addCacheEntryListenerConfiguration(SuiteTest.synchronous(listener));
    }

    void check() throws Exception {
      try (World world = new World()) {
        Cache<Integer, String> cache = world.create(configuration);
        prepare(world, cache);
        Counters before = Counters.of(cache);
        String result = row.operation().run(cache);
        Counters growth = Counters.of(cache).minus(before);

        assertEquals(row.result(), result, () -> "result, " + where);
        assertEquals(row.counts(), growth.four(), () -> "hits misses puts removals, " + where);
        assertEquals(0, growth.evictions(), () -> "evictions, " + where);
        if (!standardPolicy) {
          assertFits("policy", row.policy(), policy.calls());
        }
        assertFits("loads", row.loads(), loader.loaded().stream().map(String::valueOf).toList());
        assertFits("writer", integration.writeThrough ? row.writer() : List.of(), writer.calls());
        assertFits("events", row.events(), listener.texts());
        assertNothingIsOwed(cache);
      }
    }

    private void prepare(World world, Cache<Integer, String> cache) {
      if (!row.prior().equals("absent")) {
        policy.creation = () -> Duration.ONE_MINUTE;
        cache.put(1, "A");
        long seconds = row.prior().equals("live") ? 59 : 60;
        world.clock.advance(java.time.Duration.ofSeconds(seconds));
        policy.creation = () -> Duration.ETERNAL;
      }
      policy.forget();
      listener.forget();
      writer.forget();
    }

    /** One more put tells what was left, and brings the expired event where it had not come yet. */
    private void assertNothingIsOwed(Cache<Integer, String> cache) {
      List<String> expected = new ArrayList<>(row.events());
      if (row.operation() != Operation.CLEAR) {
        expected.replaceAll(event -> event.replaceAll("[()]", ""));
      }
      expected.add(row.left().equals("-") ? "CREATED end" : "UPDATED " + row.left() + ">end");
      cache.put(1, "end");
      assertFits("events with those of a last put", expected, listener.texts());
    }

    private void assertFits(String what, List<String> expected, List<String> seen) {
      assertTrue(
          TextTable.fits(expected, seen),
          () -> what + ": expected " + expected + ", saw " + seen + ", " + where);
    }
  }
}

package dev.lapse.jcache.config.file;

import static dev.lapse.jcache.config.file.Named.named;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.config.SettingsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.cache.CacheManager;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.expiry.Duration;
import javax.cache.expiry.ExpiryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each key of a cache: what it does, and what is said where its value is wrong. */
class CacheKeysTest {

  @TempDir Path directory;

  private static Arguments good(
      String setting, Object expected, Function<LapseConfiguration<?, ?>, Object> actual) {
    return Arguments.of(setting, expected, actual);
  }

  private static Arguments expires(String setting, String creation, String update, String access) {
    return good(
        "expiry: " + setting,
        List.of(creation, update, access),
        configuration -> {
          ExpiryPolicy policy = configuration.getExpiryPolicyFactory().create();
          return List.of(
              text(policy.getExpiryForCreation()),
              text(policy.getExpiryForUpdate()),
              text(policy.getExpiryForAccess()));
        });
  }

  private static String text(Duration duration) {
    if (duration == null) {
      return "-";
    }
    return duration.isEternal()
        ? "eternal"
        : duration.getDurationAmount() + " " + duration.getTimeUnit();
  }

  private static Arguments bound(String setting, Object... expected) {
    return good(
        "bound: " + setting,
        List.of(expected),
        c ->
            List.of(
                c.getMaximumEntries(),
                c.getMaximumWeight(),
                c.getEvictionPolicy() == null ? "-" : c.getEvictionPolicy().configName(),
                c.isEvictAnyWhereNoneExpires()));
  }

  private static Arguments listeners(String setting, String... expected) {
    return good(
        "listeners: " + setting,
        List.of(expected),
        configuration -> {
          List<String> listeners = new ArrayList<>();
          for (CacheEntryListenerConfiguration<?, ?> each :
              configuration.getCacheEntryListenerConfigurations()) {
            listeners.add(
                "%s %s %s %s"
                    .formatted(
                        made(each.getCacheEntryListenerFactory()),
                        made(each.getCacheEntryEventFilterFactory()),
                        each.isOldValueRequired(),
                        each.isSynchronous()));
          }
          return listeners;
        });
  }

  private static Object made(javax.cache.configuration.Factory<?> factory) {
    return factory == null ? "-" : factory.create().getClass().getSimpleName();
  }

  private static Object kind(Object object) {
    return object == null ? "-" : object.getClass().getSimpleName();
  }

  private static String reading(String more) {
    return "{loader: " + named(Named.Loader.class) + ", read-through: true, " + more + "}";
  }

  static Stream<Arguments> right() {
    String listener = named(Named.Listener.class);
    return Stream.of(
        good("key-type: java.lang.String", String.class, LapseConfiguration::getKeyType),
        good("key-type: 'byte[]'", byte[].class, LapseConfiguration::getKeyType),
        good("value-type: java.util.List", List.class, LapseConfiguration::getValueType),
        good("value-type: 'java.lang.String[][]'", String[][].class, c -> c.getValueType()),
        expires("eternal", "eternal", "-", "-"),
        expires("{created: 0s}", "0 SECONDS", "-", "-"),
        expires("{created: 500ms}", "500 MILLISECONDS", "-", "-"),
        expires("{modified: 30s}", "30 SECONDS", "30 SECONDS", "-"),
        expires("{accessed: 10m}", "10 MINUTES", "-", "10 MINUTES"),
        expires("{touched: 2 h}", "2 HOURS", "2 HOURS", "2 HOURS"),
        expires("{touched: 106751d}", "106751 DAYS", "106751 DAYS", "106751 DAYS"),
        expires("{created: never}", "eternal", "-", "-"),
        expires("{policy: " + named(Named.Policy.class) + "}", "1 DAYS", "-", "-"),
        expires("{policy: " + named(Named.PolicyFactory.class) + "}", "1 HOURS", "-", "-"),
        good(
            "expiry: {entry: " + named(Named.Entry.class) + "}",
            "Entry",
            c -> made(c.getEntryExpiryFactory())),
        good("expiry-jitter: 10%", 0.1, LapseConfiguration::getExpiryJitter),
        good("expiry-jitter: 0.25", 0.25, LapseConfiguration::getExpiryJitter),
        good("expiry-jitter: 0", 0.0, LapseConfiguration::getExpiryJitter),
        good("expiry-jitter: 99.9 %", 0.999, LapseConfiguration::getExpiryJitter),
        good("early-refresh: 0", 0.0, LapseConfiguration::getEarlyRefresh),
        good(reading("early-refresh: 1.5"), 1.5, LapseConfiguration::getEarlyRefresh),
        good("stale-on-error: 0s", java.time.Duration.ZERO, LapseConfiguration::getStaleOnError),
        good(
            reading("stale-on-error: 5m"),
            java.time.Duration.ofMinutes(5),
            LapseConfiguration::getStaleOnError),
        bound("none", 0L, 0L, "-", false),
        bound("{entries: 1}", 1L, 0L, "allkeys-tinylfu", false),
        bound("{entries: 64k}", 64_000L, 0L, "allkeys-tinylfu", false),
        bound("{entries: 64 Ki, eviction: allkeys-lru}", 65_536L, 0L, "allkeys-lru", false),
        bound(
            "{weight: 10M, weigher: " + named(Named.TenEach.class) + ", eviction: noeviction}",
            0L,
            10_000_000L,
            "noeviction",
            false),
        bound(
            "{entries: 2G, eviction: volatile-ttl, when-none-expires: evict-any}",
            2_000_000_000L,
            0L,
            "volatile-ttl",
            true),
        bound(
            "{entries: 9, eviction: volatile-lru, when-none-expires: refuse}",
            9L,
            0L,
            "volatile-lru",
            false),
        good("store-by-value: false", false, LapseConfiguration::isStoreByValue),
        good("store-by-value: true", true, LapseConfiguration::isStoreByValue),
        good("copier: none", "-", c -> kind(c.getCopier())),
        good("copier: " + named(Named.SameCopier.class), "SameCopier", c -> kind(c.getCopier())),
        good("input-filter: none", "-", c -> kind(c.getInputFilter())),
        good("input-filter: 'com.example.*;!*'", true, c -> c.getInputFilter() != null),
        good("loader: none", "-", c -> made(c.getCacheLoaderFactory())),
        good(
            "loader: " + named(Named.Loader.class), "Loader", c -> made(c.getCacheLoaderFactory())),
        good(
            "{loader: " + named(Named.Loader.class) + ", read-through: true}",
            true,
            LapseConfiguration::isReadThrough),
        good("read-through: false", false, LapseConfiguration::isReadThrough),
        good("writer: none", "-", c -> made(c.getCacheWriterFactory())),
        good(
            "writer: " + named(Named.Writer.class), "Writer", c -> made(c.getCacheWriterFactory())),
        good(
            "{writer: " + named(Named.Writer.class) + ", write-through: true}",
            true,
            LapseConfiguration::isWriteThrough),
        listeners("[]"),
        listeners("[{class: " + listener + "}]", "Listener - false false"),
        listeners(
            "[{class: "
                + listener
                + ", filter: "
                + named(Named.Filter.class)
                + ", old-value-required: true, synchronous: true}]",
            "Listener Filter true true"),
        good("statistics: true", true, LapseConfiguration::isStatisticsEnabled),
        good("management: true", true, LapseConfiguration::isManagementEnabled));
  }

  @ParameterizedTest
  @MethodSource("right")
  void aKeyDoesWhatItSays(
      String setting, Object expected, Function<LapseConfiguration<?, ?>, Object> actual) {
    String entry = setting.startsWith("{") ? setting : "{" + setting + "}";
    try (SettingsWorld world = new SettingsWorld(directory)) {
      CacheManager manager = world.manager("caches:", "  books: " + entry);
      assertEquals(expected, actual.apply(SettingsWorld.configuration(manager, "books")));
    }
  }

  private static Arguments bad(String setting, String... parts) {
    return Arguments.of(setting, List.of(parts));
  }

  static Stream<Arguments> wrong() {
    String duration = "a whole number with a unit, such as 500ms, 30s, 10m, 2h or 7d";
    String copier = "copier: dev.lapse.jcache.config.file.Named$";
    return Stream.of(
        bad("key-type: String", "key-type is \"String\"", "such as java.lang.String"),
        bad("key-type: int", "such as java.lang.Integer"),
        bad("key-type: java.util.Map.Entry", "such as java.util.Map$Entry"),
        bad("key-type:", "key-type is nothing"),
        bad("value-type: [a]", "value-type is a list", "a single value"),
        bad("value-type: com.example.Missing", "the manager's class loader finds"),
        bad("value-type: 'a/b'", "the manager's class loader finds"),
        bad("value-type: 'void[]'", "the manager's class loader finds"),
        bad("expiry: forever", "expiry is \"forever\"", "eternal, or one of the keys created"),
        bad("expiry: {}", "one of the keys created"),
        bad("expiry: []", "expiry is a list", "a group of keys"),
        bad(
            "expiry: {creation: 10m}",
            "no key caches.books.expiry.creation",
            "Did you mean created"),
        bad(
            "expiry: {created: 10m, touched: 5m}",
            "expiry.touched contradicts",
            "created in line 3"),
        bad("expiry: {created: 10}", "created is \"10\"", duration),
        bad("expiry: {created: -1s}", "created is \"-1s\"", duration),
        bad("expiry: {modified: 1.5h}", duration),
        bad("expiry: {modified: 10 minutes}", duration),
        bad("expiry: {accessed: ''}", "accessed is \"\"", duration),
        bad("expiry: {accessed:}", "accessed is nothing"),
        bad("expiry: {touched: 106752d}", "at most 106751d", "eternal"),
        bad("expiry: {touched: 9223372036855s}", "at most 9223372036s"),
        bad("expiry: {touched: " + "9".repeat(31) + "s}", "at most 30 digits"),
        bad(
            "expiry: {policy: java.lang.String}",
            "implements javax.cache.expiry.ExpiryPolicy",
            "Factory"),
        bad("expiry: {entry: java.lang.String}", "implements dev.lapse.jcache.expiry.EntryExpiry"),
        bad(
            "expiry: {entry: a, policy: b}",
            "policy contradicts caches.books.expiry.entry in line 3"),
        bad("expiry-jitter: 10", "expiry-jitter is \"10\"", "a share from 0 to less than 1"),
        bad("expiry-jitter: 100%", "a share from 0 to less than 1"),
        bad("expiry-jitter: -1%", "a share from 0 to less than 1"),
        bad("expiry-jitter: NaN", "a share from 0 to less than 1"),
        bad(reading("early-refresh: -1"), "early-refresh is \"-1\"", "a number from 0"),
        bad("early-refresh: 1", "early-refresh needs read-through"),
        bad("{read-through: false, early-refresh: 1}", "early-refresh needs read-through"),
        bad("stale-on-error: 1m", "stale-on-error needs read-through"),
        bad("stale-on-error: 60", "stale-on-error is \"60\"", duration),
        bad("stale-on-error: eternal", duration),
        bad(
            reading(
                "stale-on-error: 1m, bound: {weight: 1, weigher: "
                    + named(Named.TenEach.class)
                    + "}"),
            "stale-on-error contradicts caches.books.bound in line 3",
            "not weighed"),
        bad("bound: 10", "bound is \"10\"", "none, or a group of keys"),
        bad("bound: {}", "it needs entries or weight"),
        bad("bound: {eviction: allkeys-lru}", "it needs entries or weight"),
        bad("bound: {size: 10}", "no key caches.books.bound.size", "Did you mean"),
        bad("bound: {entries: 0}", "entries is \"0\"", "a whole number from 1"),
        bad("bound: {entries: ten}", "a whole number from 1"),
        bad("bound: {entries: 10x}", "a whole number from 1"),
        bad("bound: {entries: 9223372036854775808}", "a whole number from 1"),
        bad("bound: {entries: 9223372036854775807k}", "a whole number from 1"),
        bad("bound: {entries: 1, weight: 1}", "weight contradicts caches.books.bound.entries"),
        bad("bound: {weight: 1}", "needs a weigher"),
        bad(
            "bound: {entries: 1, weigher: " + named(Named.TenEach.class) + "}",
            "weighs for nothing"),
        bad(
            "bound: {weight: 1, weigher: java.lang.Object}",
            "implements dev.lapse.jcache.eviction.Weigher"),
        bad(
            "bound: {weight: 0, weigher: " + named(Named.TenEach.class) + "}",
            "a whole number from 1"),
        bad("bound: {entries: 1, eviction: alkeys-lru}", "did you mean allkeys-lru?"),
        bad("bound: {entries: 1, when-none-expires: refuse}", "has no meaning", "volatile"),
        bad(
            "bound: {entries: 1, eviction: volatile-ttl, when-none-expires: no}",
            "refuse, evict-any"),
        bad("store-by-value: yes", "store-by-value is \"yes\"", "true or false"),
        bad("copier: java.lang.Object", "implements dev.lapse.jcache.copy.Copier"),
        bad(copier + "Abstract", "this one is abstract"),
        bad(copier + "WithParameter", "this one has none"),
        bad(copier + "Inner", "make it static"),
        bad(copier + "Hidden", "this one is not public"),
        bad(copier + "Throwing", "its constructor threw", "not today"),
        bad(copier + "WrongFactory", "its create() returned java.lang.String"),
        bad(
            "{store-by-value: false, copier: " + named(Named.SameCopier.class) + "}",
            "copier contradicts caches.books.store-by-value in line 3"),
        bad("input-filter: ''", "it is empty"),
        bad("input-filter: 'maxdepth=x'", "a pattern as"),
        bad(
            "{store-by-value: false, input-filter: '*'}",
            "storing by reference deserializes nothing"),
        bad(
            "{copier: " + named(Named.SameCopier.class) + ", input-filter: '*'}",
            "with a copier nothing is deserialized"),
        bad("loader: java.lang.Object", "implements javax.cache.integration.CacheLoader"),
        bad("read-through: true", "read-through needs loader"),
        bad("{read-through: true, loader: none}", "read-through needs loader"),
        bad("read-through: on", "true or false"),
        bad("writer: java.lang.Object", "implements javax.cache.integration.CacheWriter"),
        bad("write-through: true", "write-through needs writer"),
        bad("write-through: 1", "true or false"),
        bad("listeners: " + named(Named.Listener.class), "a list, each item after a dash"),
        bad("listeners: [a]", "listeners[0] is \"a\"", "a group of keys"),
        bad("listeners: [{synchronous: true}]", "with the key class"),
        bad(
            "listeners: [{class: java.lang.Object}]",
            "implements javax.cache.event.CacheEntryListener"),
        bad(
            "listeners: [{class: " + named(Named.Listener.class) + ", filter: java.lang.Object}]",
            "implements javax.cache.event.CacheEntryEventFilter"),
        bad(
            "listeners: [{class: " + named(Named.Listener.class) + ", sync: true}]",
            "no key caches.books.listeners[0].sync",
            "Did you mean synchronous?"),
        bad(
            "listeners: [{class: " + named(Named.Listener.class) + ", synchronous: 1}]",
            "true or false"),
        bad(
            "listeners: [{class: " + named(Named.Listener.class) + ", old-value-required: 1}]",
            "true or false"),
        bad(
            "listeners: [{class: &l " + named(Named.Listener.class) + "}, {class: *l}]",
            "there twice"),
        bad("statistics: TRUE", "true or false"),
        bad("management: 'yes'", "true or false"),
        bad(
            "expire: eternal",
            "no key caches.books.expire",
            "\"eternal\"",
            "Did you mean expiry?",
            "Known are key-type"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void aWrongValueIsToldWithItsPlaceAndWhatWouldBeRight(String setting, List<String> parts) {
    String entry = setting.startsWith("{") ? setting : "{" + setting + "}";
    try (SettingsWorld world = new SettingsWorld(directory)) {
      Path file = world.file("caches:", "  books:", "    " + entry);
      SettingsException wrong =
          assertThrows(SettingsException.class, () -> world.manager(file.toUri()));
      String message = wrong.getMessage();
      parts.forEach(part -> assertTrue(message.contains(part), message));
      assertTrue(message.contains(file.getFileName() + ", line 3, column "), message);
      assertEquals(3, wrong.getLine());
      assertTrue(wrong.getColumn() > 4, message);
      assertTrue(wrong.getFile().endsWith(file.getFileName().toString()));
    }
  }

  /** The tables above are complete. */
  @Test
  void eachKeyIsInBothTables() {
    Set<String> keys = new TreeSet<>(CacheKey.NAMES);
    keys.addAll(ExpirySection.KEYS);
    keys.addAll(BoundSection.KEYS);
    keys.addAll(ListenerSection.KEYS);
    for (Stream<Arguments> table : List.of(right(), wrong())) {
      List<String> settings = table.map(row -> (String) row.get()[0]).toList();
      assertEquals(
          List.of(),
          keys.stream()
              .filter(key -> settings.stream().noneMatch(s -> s.matches("(?s).*\\b" + key + ":.*")))
              .toList());
    }
  }
}

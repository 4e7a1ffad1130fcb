package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.Factory;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryEventFilter;
import javax.cache.expiry.Duration;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.integration.CacheLoader;
import javax.cache.integration.CacheWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loaders, writers, policies, listeners and filters: each is made once, closed once, and all of
 * them if one cannot be made.
 */
class CustomisationTest extends SuiteTest {

  /** What has been made and closed, by name, in order. */
  private final List<String> made = Collections.synchronizedList(new ArrayList<>());

  private final List<String> closed = Collections.synchronizedList(new ArrayList<>());
  private volatile Throwable thrownByClose;

  /** Whatever is asked of it, it has nothing; it notes its closing. */
  private final class Everything
      implements CacheLoader<Integer, String>,
          CacheWriter<Integer, String>,
          ExpiryPolicy,
          CacheEntryCreatedListener<Integer, String>,
          CacheEntryEventFilter<Integer, String>,
          Closeable {

    private final String name;

    Everything(String name) {
      this.name = name;
      made.add(name);
    }

    @Override
    public String load(Integer key) {
      return null;
    }

    @Override
    public Map<Integer, String> loadAll(Iterable<? extends Integer> keys) {
      return Map.of();
    }

    @Override
    public void write(Cache.Entry<? extends Integer, ? extends String> entry) {}

    @Override
    public void writeAll(Collection<Cache.Entry<? extends Integer, ? extends String>> entries) {
      entries.clear();
    }

    @Override
    public void delete(Object key) {}

    @Override
    public void deleteAll(Collection<?> keys) {
      keys.clear();
    }

    @Override
    public Duration getExpiryForCreation() {
      return Duration.ETERNAL;
    }

    @Override
    public Duration getExpiryForAccess() {
      return null;
    }

    @Override
    public Duration getExpiryForUpdate() {
      return null;
    }

    @Override
    public void onCreated(Iterable<CacheEntryEvent<? extends Integer, ? extends String>> events) {}

    @Override
    public boolean evaluate(CacheEntryEvent<? extends Integer, ? extends String> event) {
      return true;
    }

    @Override
    public void close() throws IOException {
      closed.add(name);
      if (thrownByClose instanceof IOException e) {
        throw e;
      }
      if (thrownByClose instanceof RuntimeException e) {
        throw e;
      }
      if (thrownByClose instanceof Error e) {
        throw e;
      }
    }
  }

  private static final Set<String> ALL = Set.of("loader", "writer", "policy", "listener", "filter");

  private Factory<Everything> making(String name) {
    return () -> new Everything(name);
  }

  /** Everything that can be configured; the parts may be replaced. */
  private final class Parts {
    Factory<? extends CacheLoader<Integer, String>> loader = making("loader");
    Factory<? extends CacheWriter<Integer, String>> writer = making("writer");
    Factory<? extends ExpiryPolicy> policy = making("policy");
    Factory<? extends CacheEntryCreatedListener<Integer, String>> listener = making("listener");
    Factory<? extends CacheEntryEventFilter<Integer, String>> filter = making("filter");

    MutableConfiguration<Integer, String> configuration() {
      return World.<Integer, String>configuration()
          .setStatisticsEnabled(true)
          .setManagementEnabled(true)
          .setCacheLoaderFactory(loader)
          .setReadThrough(true)
          .setCacheWriterFactory(writer)
          .setWriteThrough(true)
          .setExpiryPolicyFactory(policy)
          .addCacheEntryListenerConfiguration(listening());
    }

    CacheEntryListenerConfiguration<Integer, String> listening() {
      return new MutableCacheEntryListenerConfiguration<>(listener, filter, false, true);
    }
  }

  /** A way to end a cache. */
  interface Ending extends BiConsumer<World, Cache<Integer, String>> {}

  static Stream<Arguments> endings() {
    return Stream.of(
        ending("cache.close", (world, cache) -> cache.close()),
        ending("destroyCache", (world, cache) -> world.manager.destroyCache(cache.getName())),
        ending("manager.close", (world, cache) -> world.manager.close()),
        ending(
            "provider.close(uri, loader)",
            (world, cache) ->
                World.provider().close(world.manager.getURI(), world.manager.getClassLoader())),
        ending(
            "cache.close, then manager.close",
            (world, cache) -> {
              cache.close();
              world.manager.close();
            }),
        ending(
            "destroyCache, then cache.close, then manager.close twice",
            (world, cache) -> {
              world.manager.destroyCache(cache.getName());
              cache.close();
              world.manager.close();
              world.manager.close();
            }));
  }

  private static Arguments ending(String name, Ending ending) {
    return Arguments.of(name, ending);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endings")
  void eachIsMadeOnceAndClosedOnce(String name, Ending ending) {
    Cache<Integer, String> cache = world.create(new Parts().configuration());
    cache.put(1, "A");
    cache.get(1);
    assertEquals(ALL, Set.copyOf(made));
    assertEquals(ALL.size(), made.size());
    assertEquals(List.of(), closed);
    ending.accept(world, cache);
    assertEquals(ALL, Set.copyOf(closed));
    assertEquals(ALL.size(), closed.size(), () -> "each once: " + closed);
  }

  static Stream<Arguments> endingsWithFailures() {
    List<Throwable> failures =
        List.of(
            new IOException("from close, on purpose"),
            new IllegalStateException("from close, on purpose"),
            new AssertionError("from close, on purpose"));
    return endings()
        .flatMap(
            ending ->
                failures.stream()
                    .map(each -> Arguments.of(ending.get()[0], ending.get()[1], each)));
  }

  @ParameterizedTest(name = "{0}, {2}")
  @MethodSource("endingsWithFailures")
  void oneThatCannotBeClosedDoesNotStopTheOthers(String name, Ending ending, Throwable failure) {
    Cache<Integer, String> cache = world.create(new Parts().configuration());
    thrownByClose = failure;
    try {
      ending.accept(world, cache);
    } catch (RuntimeException | Error e) {
      assertTrue(
          !name.startsWith("manager"),
          () -> "CacheManager.close ignores what a cache throws, saw " + e);
    }
    assertEquals(ALL, Set.copyOf(closed));
    assertEquals(ALL.size(), closed.size(), () -> "each once: " + closed);
    assertTrue(cache.isClosed());
    thrownByClose = null;
    world.manager.close();
    assertTrue(world.manager.isClosed());
    assertEquals(ALL.size(), closed.size(), () -> "each once: " + closed);
    assertEquals(Set.of(), Counters.beans("CacheStatistics", world.manager.getURI()));
  }

  @Test
  void managerClosesAllItsCachesThoughOneFails() {
    List<Cache<Integer, String>> caches = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      caches.add(world.create(new Parts().configuration()));
    }
    thrownByClose = new IllegalStateException("from close, on purpose");
    world.manager.close();
    assertTrue(caches.stream().allMatch(Cache::isClosed));
    assertEquals(3 * ALL.size(), closed.size());
  }

  @Test
  void registeredListenerIsClosedWithTheCacheToo() {
    Cache<Integer, String> cache = world.plain();
    cache.registerCacheEntryListener(new Parts().listening());
    cache.close();
    assertEquals(Set.of("listener", "filter"), Set.copyOf(closed));
    assertEquals(2, closed.size());
  }

  // ---- those that cannot be made

  static Stream<Arguments> unusableFactories() {
    return Stream.of("loader", "writer", "policy", "listener", "filter")
        .flatMap(
            part ->
                Stream.of("gives null", "throws an exception", "throws an error")
                    .map(how -> Arguments.of(part, how)));
  }

  private static <T> Factory<T> unusable(String how) {
    return () -> {
      switch (how) {
        case "gives null" -> {
          return null;
        }
        case "throws an exception" ->
            throw new IllegalStateException("from the factory, on purpose");
        default -> throw new AssertionError("from the factory, on purpose");
      }
    };
  }

  @ParameterizedTest(name = "the factory of the {0} {1}")
  @MethodSource("unusableFactories")
  void whatCannotBeMadeLeavesNothingBehind(String part, String how) {
    Parts parts = new Parts();
    switch (part) {
      case "loader" -> parts.loader = unusable(how);
      case "writer" -> parts.writer = unusable(how);
      case "policy" -> parts.policy = unusable(how);
      case "listener" -> parts.listener = unusable(how);
      default -> parts.filter = unusable(how);
    }
    CacheManager manager = world.manager;
    if (part.equals("filter") && how.equals("gives null")) {
      // no filter at all is what a null filter may mean as well
      tryToCreate(manager, parts);
      manager.destroyCache("half made");
    } else {
      Throwable seen =
          assertThrows(
              Throwable.class, () -> manager.createCache("half made", parts.configuration()));
      assertTrue(
          seen instanceof AssertionError || String.valueOf(seen.getMessage()).contains("half made"),
          () -> "the message names the cache: " + seen);
    }
    assertEquals(Set.copyOf(made), Set.copyOf(closed), "what had been made is closed");
    assertEquals(made.size(), closed.size());
    assertNull(manager.getCache("half made"));
    assertTrue(!manager.getCacheNames().iterator().hasNext());
    assertEquals(Set.of(), Counters.beans("CacheStatistics", manager.getURI()));
    assertEquals(Set.of(), Counters.beans("CacheConfiguration", manager.getURI()));
    Cache<Integer, String> now = manager.createCache("half made", new Parts().configuration());
    now.put(1, "A");
    assertEquals("A", now.get(1));
  }

  private static void tryToCreate(CacheManager manager, Parts parts) {
    try {
      manager.createCache("half made", parts.configuration());
    } catch (RuntimeException e) {
      // refused
    }
  }

  // ---- factories are asked for each cache

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void oneConfigurationMakesManyCaches(int count) {
    MutableConfiguration<Integer, String> configuration = new Parts().configuration();
    List<Cache<Integer, String>> caches = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      caches.add(world.create(configuration));
    }
    assertEquals(count * ALL.size(), made.size());
    caches.get(0).close();
    assertEquals(ALL.size(), closed.size());
  }
}

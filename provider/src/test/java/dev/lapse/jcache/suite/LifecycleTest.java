package dev.lapse.jcache.suite;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.configuration.CompleteConfiguration;
import javax.cache.configuration.Configuration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.configuration.OptionalFeature;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.spi.CachingProvider;
import org.junit.jupiter.api.Test;

/**
 * Providers, managers and caches: who is who, who closes whom, and what is left when they are gone.
 */
class LifecycleTest extends SuiteTest {

  private final CachingProvider provider = World.provider();

  static ClassLoader freshLoader() {
    return new URLClassLoader(new URL[0], LifecycleTest.class.getClassLoader());
  }

  private static List<String> names(CacheManager manager) {
    List<String> names = new ArrayList<>();
    manager.getCacheNames().forEach(names::add);
    return names;
  }

  // ---- identity of managers

  @Test
  void managerIsIdentifiedByUriAndClassLoader() {
    URI uri = World.freshUri();
    ClassLoader loader = freshLoader();
    CacheManager first = world.open(uri, loader, null);
    assertSame(
        first,
        world.open(uri, loader, World.property("some", "thing")),
        "properties are no part of the identity");
    assertNotSame(first, world.open(uri, freshLoader(), null));
    assertNotSame(first, world.open(World.freshUri(), loader, null));
    assertEquals(uri, first.getURI());
    assertSame(loader, first.getClassLoader());
    assertSame(provider, first.getCachingProvider());
    first.close();
    CacheManager second = world.open(uri, loader, null);
    assertNotSame(first, second);
    assertFalse(second.isClosed());
  }

  @Test
  void nullsMeanTheDefaults() {
    CacheManager byDefault = provider.getCacheManager();
    try {
      assertSame(byDefault, provider.getCacheManager(null, null, null));
      assertSame(byDefault, provider.getCacheManager(null, null));
      assertSame(
          byDefault,
          provider.getCacheManager(
              provider.getDefaultURI(), provider.getDefaultClassLoader(), new Properties()));
      assertEquals(provider.getDefaultURI(), byDefault.getURI());
      assertSame(provider.getDefaultClassLoader(), byDefault.getClassLoader());
    } finally {
      byDefault.close();
    }
    assertNotSame(byDefault, provider.getCacheManager());
    provider.getCacheManager().close();
  }

  @Test
  void anyUriIsTakenAsAnIdentity() {
    for (String text :
        List.of(
            "relative",
            "http://127.0.0.1/nothing/here",
            "urn:isbn:1",
            "file:///not/there.xml",
            "a=b",
            "a:b")) {
      CacheManager manager = world.open(URI.create(text), null, null);
      assertEquals(URI.create(text), manager.getURI());
      Cache<Integer, String> cache = manager.createCache("c", configuration());
      cache.put(1, "A");
      assertEquals("A", cache.get(1));
    }
  }

  @Test
  void propertiesCanBeReadBack() {
    CacheManager manager = world.open(null, World.property("org.example.key", "value"));
    assertEquals("value", manager.getProperties().getProperty("org.example.key"));
  }

  @Test
  void bothWaysOfStoringAreSupported() {
    assertTrue(provider.isSupported(OptionalFeature.STORE_BY_REFERENCE));
  }

  @Test
  void providerClosesWhatItIsTold() {
    URI one = World.freshUri();
    URI two = World.freshUri();
    ClassLoader left = freshLoader();
    ClassLoader right = freshLoader();
    CacheManager oneLeft = world.open(one, left, null);
    CacheManager twoLeft = world.open(two, left, null);
    CacheManager oneRight = world.open(one, right, null);
    provider.close(two, right);
    provider.close(World.freshUri(), left);
    assertFalse(
        oneLeft.isClosed() || twoLeft.isClosed() || oneRight.isClosed(),
        "there is no such manager");
    provider.close(one, right);
    assertTrue(oneRight.isClosed());
    assertFalse(oneLeft.isClosed() || twoLeft.isClosed());
    Cache<Integer, String> cache = twoLeft.createCache("c", configuration());
    provider.close(left);
    assertTrue(oneLeft.isClosed() && twoLeft.isClosed() && cache.isClosed());
    CacheManager again = world.open(one, left, null);
    assertFalse(again.isClosed(), "the provider works on");
    provider.close();
    assertTrue(again.isClosed() && world.manager.isClosed());
    assertFalse(world.open(one, left, null).isClosed());
  }

  // ---- caches of a manager

  @Test
  void cacheIsFoundByItsNameUntilItIsClosedOrDestroyed() {
    CacheManager manager = world.manager;
    Cache<Integer, String> closed = manager.createCache("closed", configuration());
    Cache<Integer, String> destroyed = manager.createCache("destroyed", configuration());
    assertSame(closed, manager.getCache("closed"));
    assertSame(manager, closed.getCacheManager());
    assertEquals(Set.of("closed", "destroyed"), Set.copyOf(names(manager)));
    closed.close();
    manager.destroyCache("destroyed");
    assertTrue(closed.isClosed() && destroyed.isClosed());
    assertNull(manager.getCache("closed"));
    assertNull(manager.getCache("destroyed"));
    assertEquals(List.of(), names(manager));
    assertNotSame(closed, manager.createCache("closed", configuration()));
  }

  @Test
  void nameIsTakenOnce() {
    Cache<Integer, String> first = world.manager.createCache("taken", configuration());
    first.put(1, "A");
    CacheException seen =
        assertThrows(
            CacheException.class, () -> world.manager.createCache("taken", configuration()));
    assertTrue(seen.getMessage().contains("taken"), () -> "the message names the cache: " + seen);
    assertSame(first, world.manager.getCache("taken"));
    assertEquals("A", first.get(1));
  }

  @Test
  void unknownNamesAreNoFailure() {
    assertNull(world.manager.getCache("unknown"));
    assertNull(world.manager.getCache("unknown", Integer.class, String.class));
    world.manager.destroyCache("unknown");
    world.manager.enableStatistics("unknown", true);
    world.manager.enableManagement("unknown", true);
    assertEquals(List.of(), names(world.manager));
  }

  @Test
  void typedLookupComparesTypes() {
    Cache<Integer, String> typed =
        world.manager.createCache("typed", configuration().setTypes(Integer.class, String.class));
    assertSame(typed, world.manager.getCache("typed", Integer.class, String.class));
    assertSame(typed, world.manager.getCache("typed"));
    assertThrows(
        ClassCastException.class,
        () -> world.manager.getCache("typed", Integer.class, Integer.class));
    assertThrows(
        ClassCastException.class,
        () -> world.manager.getCache("typed", Number.class, String.class));
    assertThrows(
        ClassCastException.class,
        () -> world.manager.getCache("typed", Object.class, Object.class));
  }

  @Test
  void namesAreASnapshot() {
    world.manager.createCache("a", configuration());
    Iterable<String> names = world.manager.getCacheNames();
    Iterator<String> each = names.iterator();
    world.manager.createCache("b", configuration());
    world.manager.destroyCache("a");
    assertEquals("a", each.next());
    assertFalse(each.hasNext());
    assertThrows(
        UnsupportedOperationException.class,
        () -> {
          Iterator<String> again = names.iterator();
          again.next();
          again.remove();
        });
  }

  @Test
  void oldHandleHasNoPartInTheNewCacheOfItsName() {
    Cache<Integer, String> old = world.manager.createCache("name", configuration());
    old.close();
    Cache<Integer, String> now =
        world.manager.createCache("name", configuration().setStatisticsEnabled(true));
    now.put(1, "A");
    old.close();
    assertFalse(now.isClosed());
    assertSame(now, world.manager.getCache("name"));
    assertEquals("A", now.get(1));
    assertEquals("1 0 1 0", Counters.of(now).four());
    assertThrows(IllegalStateException.class, () -> old.get(1));
  }

  @Test
  void configurationIsCopiedAndCannotBeChanged() {
    MutableConfiguration<Integer, String> given =
        configuration().setStatisticsEnabled(false).setReadThrough(false);
    Cache<Integer, String> cache = world.create(given);
    given
        .setReadThrough(true)
        .setStoreByValue(true)
        .addCacheEntryListenerConfiguration(synchronous(new RecordingListener<>()));
    CompleteConfiguration<Integer, String> kept = complete(cache);
    assertFalse(kept.isReadThrough() || kept.isStoreByValue());
    assertFalse(kept.getCacheEntryListenerConfigurations().iterator().hasNext());
    assertFalse(kept instanceof MutableConfiguration, "what is returned must be immutable");
    assertThrows(IllegalArgumentException.class, () -> cache.getConfiguration(Unsupported.class));
    Configuration<Integer, String> plain = plainOf(cache);
    assertEquals(Object.class, plain.getKeyType());
  }

  /** A kind of configuration that no provider knows. */
  private abstract static class Unsupported implements Configuration<Integer, String> {
    private static final long serialVersionUID = 1;
  }

  @SuppressWarnings("unchecked")
  private static CompleteConfiguration<Integer, String> complete(Cache<Integer, String> cache) {
    return cache.getConfiguration(CompleteConfiguration.class);
  }

  @SuppressWarnings("unchecked")
  private static Configuration<Integer, String> plainOf(Cache<Integer, String> cache) {
    return cache.getConfiguration(Configuration.class);
  }

  /** The least that can be given to createCache. */
  private static final class Minimal implements Configuration<Integer, String> {
    private static final long serialVersionUID = 1;

    @Override
    public Class<Integer> getKeyType() {
      return Integer.class;
    }

    @Override
    public Class<String> getValueType() {
      return String.class;
    }

    @Override
    public boolean isStoreByValue() {
      return false;
    }
  }

  @Test
  void minimalConfigurationIsEnough() {
    Cache<Integer, String> cache = world.manager.createCache("minimal", new Minimal());
    cache.put(1, "A");
    clock.advance(java.time.Duration.ofDays(1000));
    assertEquals("A", cache.get(1), "eternal where nothing is said");
    assertFalse(complete(cache).isReadThrough());
  }

  @Test
  void unwrapGivesTheProvidersOwnTypesAndNoOthers() {
    Cache<Integer, String> cache = world.plain();
    assertSame(cache, cache.unwrap(cache.getClass()));
    assertSame(world.manager, world.manager.unwrap(world.manager.getClass()));
    assertThrows(IllegalArgumentException.class, () -> cache.unwrap(Thread.class));
    assertThrows(IllegalArgumentException.class, () -> world.manager.unwrap(Thread.class));
    cache.put(1, "A");
    Cache.Entry<Integer, String> entry = cache.iterator().next();
    assertSame(entry, entry.unwrap(entry.getClass()));
    assertThrows(IllegalArgumentException.class, () -> entry.unwrap(Thread.class));
  }

  // ---- many threads

  @Test
  void oneOfManyCreatesAName() throws Exception {
    for (int round = 0; round < 50; round++) {
      String name = "race" + round;
      AtomicInteger created = new AtomicInteger();
      Concurrently.run(
          4,
          thread -> {
            try {
              world
                  .manager
                  .createCache(name, configuration().setStatisticsEnabled(true))
                  .put(1, "A");
              created.incrementAndGet();
            } catch (CacheException e) {
              assertTrue(e.getMessage().contains(name));
            }
          });
      assertEquals(1, created.get());
      assertEquals("A", world.manager.getCache(name).get(1));
    }
    URI uri = world.manager.getURI();
    assertEquals(50, Counters.beans("CacheStatistics", uri).size());
    world.manager.close();
    assertEquals(Set.of(), Counters.beans("CacheStatistics", uri));
  }

  @Test
  void closingFromEverywhereAtOnceIsQuietAndComplete() throws Exception {
    for (int round = 0; round < 50; round++) {
      URI uri = World.freshUri();
      ClassLoader loader = freshLoader();
      CacheManager manager = world.open(uri, loader, null);
      AtomicInteger closed = new AtomicInteger();
      Cache<Integer, String> cache =
          manager.createCache(
              "c",
              configuration()
                  .setStatisticsEnabled(true)
                  .setManagementEnabled(true)
                  .setCacheLoaderFactory(() -> new CloseableLoader(closed)));
      Concurrently.run(
          4,
          thread -> {
            switch (thread) {
              case 0 -> cache.close();
              case 1 -> manager.close();
              case 2 -> provider.close(uri, loader);
              default -> useUntilClosed(cache);
            }
          });
      assertTrue(manager.isClosed() && cache.isClosed());
      assertEquals(1, closed.get(), "closed exactly once");
      assertEquals(Set.of(), Counters.beans("CacheStatistics", uri));
      assertEquals(Set.of(), Counters.beans("CacheConfiguration", uri));
    }
  }

  private static void useUntilClosed(Cache<Integer, String> cache) {
    for (int i = 0; ; i++) {
      try {
        cache.put(i % 10, "v");
        cache.get(i % 7);
      } catch (IllegalStateException e) {
        return;
      }
    }
  }

  private record CloseableLoader(AtomicInteger closed)
      implements javax.cache.integration.CacheLoader<Integer, String>, java.io.Closeable {
    @Override
    public String load(Integer key) {
      return null;
    }

    @Override
    public java.util.Map<Integer, String> loadAll(Iterable<? extends Integer> keys) {
      return java.util.Map.of();
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  @Test
  void thousandsOfRoundsLeaveNothingBehind() {
    for (int i = 0; i < 2000; i++) {
      Cache<Integer, String> cache =
          world.manager.createCache(
              "round", configuration().setStatisticsEnabled(true).setManagementEnabled(true));
      cache.put(1, "A");
      cache.close();
    }
    assertEquals(Set.of(), Counters.beans("CacheStatistics", world.manager.getURI()));
    assertEquals(Set.of(), Counters.beans("CacheConfiguration", world.manager.getURI()));
    assertEquals(List.of(), names(world.manager));
  }

  /**
   * The threads of this provider have its name in theirs; at least the reaper is there as soon as
   * something can expire.
   */
  @Test
  void threadsEndWithTheirManager() {
    try (World real = World.realTime()) {
      Set<Long> before = lapseThreads();
      Cache<Integer, String> cache =
          real.create(
              configuration()
                  .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(Duration.ONE_HOUR)));
      cache.put(1, "A");
      await().atMost(SOON).until(() -> !before.containsAll(lapseThreads()));
      Set<Long> during = lapseThreads();
      during.removeAll(before);
      real.manager.close();
      await().atMost(SOON).until(() -> lapseThreads().stream().noneMatch(during::contains));
    }
  }

  private static Set<Long> lapseThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().toLowerCase(Locale.ROOT).contains("lapse"))
        .map(Thread::getId)
        .collect(Collectors.toSet());
  }
}

package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.configuration.CompleteConfiguration;
import javax.cache.spi.CachingProvider;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The beans: there exactly as long as they are wanted, for any name and any URI, and telling the
 * truth.
 */
class ManagementTest extends SuiteTest {

  private static Set<ObjectName> allBeans() {
    Set<ObjectName> all = new HashSet<>(Counters.beans("CacheStatistics"));
    all.addAll(Counters.beans("CacheConfiguration"));
    return all;
  }

  static Stream<String> awkwardNames() {
    return Stream.of(
        "default",
        "plain",
        "with space",
        " ",
        "a.b.c",
        "a,b",
        "a=b",
        "a:b",
        "a;b",
        "a/b",
        "%2F",
        "a|b",
        "*",
        "?",
        "a*b?c",
        "\"",
        "\"quoted\"",
        "'",
        "\\",
        "a\\b",
        "line\nbreak",
        "tab\t",
        "ünïcödé",
        "日本語",
        "😀",
        "Outer$Inner",
        "E##NaturalId",
        "javax.thing",
        "type=CacheStatistics,Cache=other",
        "{}",
        "<>",
        "#",
        "a".repeat(300));
  }

  @ParameterizedTest
  @MethodSource("awkwardNames")
  void anyNameWorksWithBeans(String name) {
    Set<ObjectName> before = allBeans();
    CacheManager manager = world.manager;
    Cache<Integer, String> cache =
        manager.createCache(
            name, configuration().setStatisticsEnabled(true).setManagementEnabled(true));
    cache.put(1, "A");
    assertEquals("A", cache.get(1));
    assertEquals(name, cache.getName());
    assertEquals(cache, manager.getCache(name));
    assertEquals(Set.of(name), toSet(manager.getCacheNames()));
    Set<ObjectName> during = allBeans();
    during.removeAll(before);
    assertEquals(2, during.size(), () -> "one bean of each type: " + during);
    ObjectName statistics =
        during.stream()
            .filter(bean -> bean.getKeyProperty("type").equals("CacheStatistics"))
            .findAny()
            .orElseThrow();
    assertEquals("1 0 1 0", Counters.of(statistics).four());
    assertFalse(statistics.isPattern());
    manager.enableStatistics(name, false);
    manager.enableManagement(name, false);
    assertEquals(before, allBeans());
    manager.enableStatistics(name, true);
    assertEquals(before.size() + 1, allBeans().size());
    cache.close();
    assertEquals(before, allBeans());
  }

  private static Set<String> toSet(Iterable<String> names) {
    Set<String> set = new HashSet<>();
    names.forEach(set::add);
    return set;
  }

  @Test
  void namesThatLookAlikeLiveSideBySide() {
    Set<ObjectName> before = allBeans();
    awkwardNames()
        .forEach(
            name -> world.manager.createCache(name, configuration().setStatisticsEnabled(true)));
    long names = awkwardNames().count();
    assertEquals(before.size() + names, allBeans().size());
    for (String uri : new String[] {"a:b", "a=b", "a%3Db", "a,b"}) {
      world
          .open(URI.create(uri), null, null)
          .createCache("same", configuration().setStatisticsEnabled(true))
          .get(1);
    }
    assertEquals(before.size() + names + 4, allBeans().size());
    world.manager.close();
    assertEquals(before.size() + 4, allBeans().size());
  }

  @Test
  void simpleNamesAreWrittenAsTheyAre() throws Exception {
    Cache<Integer, String> cache =
        world.manager.createCache(
            "sessions.active-1_x",
            configuration().setStatisticsEnabled(true).setManagementEnabled(true));
    String rest = ",CacheManager=" + world.manager.getURI() + ",Cache=" + cache.getName();
    assertTrue(allBeans().contains(new ObjectName("javax.cache:type=CacheStatistics" + rest)));
    assertTrue(allBeans().contains(new ObjectName("javax.cache:type=CacheConfiguration" + rest)));
  }

  @Test
  void sameUriAndNameUnderTwoClassLoadersHaveTheirOwnBeans() {
    URI uri = World.freshUri();
    CacheManager left = world.open(uri, new URLClassLoader(new URL[0]), null);
    CacheManager right = world.open(uri, new URLClassLoader(new URL[0]), null);
    Set<ObjectName> before = allBeans();
    Cache<Integer, String> ofLeft =
        left.createCache("same", configuration().setStatisticsEnabled(true));
    Set<ObjectName> leftOnly = allBeans();
    leftOnly.removeAll(before);
    Cache<Integer, String> ofRight =
        right.createCache("same", configuration().setStatisticsEnabled(true));
    Set<ObjectName> rightOnly = allBeans();
    rightOnly.removeAll(before);
    rightOnly.removeAll(leftOnly);
    assertEquals(1, leftOnly.size());
    assertEquals(1, rightOnly.size());
    ofLeft.put(1, "A");
    ofRight.get(1);
    assertEquals("0 0 1 0", Counters.of(leftOnly.iterator().next()).four());
    assertEquals("0 1 0 0", Counters.of(rightOnly.iterator().next()).four());
    left.close();
    Set<ObjectName> after = allBeans();
    after.removeAll(before);
    assertEquals(rightOnly, after, "closing one leaves the other");
    ofRight.put(1, "B");
    assertEquals("0 1 1 0", Counters.of(rightOnly.iterator().next()).four());
    Cache<Integer, String> again =
        world
            .open(uri, left.getClassLoader(), null)
            .createCache("same", configuration().setStatisticsEnabled(true));
    assertEquals(before.size() + 2, allBeans().size());
    again.close();
    right.close();
    assertEquals(before, allBeans());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void configurationTellsWhetherBeansAreThere(boolean atFirst) {
    Cache<Integer, String> cache =
        world.create(configuration().setStatisticsEnabled(atFirst).setManagementEnabled(atFirst));
    for (boolean enabled : new boolean[] {atFirst, !atFirst, !atFirst, atFirst}) {
      world.manager.enableStatistics(cache.getName(), enabled);
      world.manager.enableManagement(cache.getName(), enabled);
      assertEquals(enabled, complete(cache).isStatisticsEnabled());
      assertEquals(enabled, complete(cache).isManagementEnabled());
      assertEquals(enabled ? 1 : 0, Counters.beans("CacheStatistics", cache).size());
      assertEquals(enabled ? 1 : 0, Counters.beans("CacheConfiguration", cache).size());
    }
    cache.close();
    assertEquals(0, Counters.beans("CacheStatistics", cache).size());
    assertEquals(0, Counters.beans("CacheConfiguration", cache).size());
  }

  @SuppressWarnings("unchecked")
  private static CompleteConfiguration<Integer, String> complete(Cache<Integer, String> cache) {
    return cache.getConfiguration(CompleteConfiguration.class);
  }

  @Test
  void configurationBeanTellsTheTruth() {
    RecordingLoader<Integer, String> loader = new RecordingLoader<>(key -> "L");
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .setTypes(Integer.class, String.class)
                .setManagementEnabled(true)
                .setCacheLoaderFactory(() -> loader)
                .setReadThrough(true));
    ObjectName bean = Counters.beans("CacheConfiguration", cache).iterator().next();
    assertEquals("java.lang.Integer", Counters.attribute(bean, "KeyType"));
    assertEquals("java.lang.String", Counters.attribute(bean, "ValueType"));
    assertEquals(true, Counters.attribute(bean, "ReadThrough"));
    assertEquals(false, Counters.attribute(bean, "WriteThrough"));
    assertEquals(false, Counters.attribute(bean, "StoreByValue"));
    assertEquals(true, Counters.attribute(bean, "ManagementEnabled"));
    assertEquals(false, Counters.attribute(bean, "StatisticsEnabled"));
    world.manager.enableStatistics(cache.getName(), true);
    assertEquals(true, Counters.attribute(bean, "StatisticsEnabled"));
  }

  @Test
  void togglingWhileClosingLeavesNoBean() throws Exception {
    for (int round = 0; round < 100; round++) {
      Cache<Integer, String> cache = world.create(configuration());
      Concurrently.run(
          3,
          thread -> {
            if (thread == 0) {
              cache.close();
              return;
            }
            for (int i = 0; i < 20; i++) {
              try {
                world.manager.enableStatistics(cache.getName(), i % 2 == thread % 2);
                world.manager.enableManagement(cache.getName(), i % 2 == thread % 2);
              } catch (IllegalStateException e) {
                // the cache is closed
              }
            }
          });
      assertEquals(0, Counters.beans("CacheStatistics", cache).size());
      assertEquals(0, Counters.beans("CacheConfiguration", cache).size());
    }
  }

  /** Has versions of its own of the provider's classes, as a second application in the same JVM. */
  private static final class SecondCopy extends ClassLoader {

    SecondCopy() {
      super(ManagementTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      boolean own = name.startsWith("dev.lapse.jcache.") && !name.contains(".suite.");
      if (!own) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void twoCopiesOfTheProviderLiveSideBySide() throws Exception {
    CachingProvider second =
        (CachingProvider)
            new SecondCopy().loadClass(World.PROVIDER_CLASS).getConstructor().newInstance();
    assertNotSame(World.provider().getClass(), second.getClass());
    URI uri = World.freshUri();
    Set<ObjectName> before = allBeans();
    CacheManager ours = world.open(uri, null, null);
    CacheManager theirs = second.getCacheManager(uri, null, null);
    Cache<Integer, String> ourCache =
        ours.createCache("same", configuration().setStatisticsEnabled(true));
    Cache<Integer, String> theirCache =
        theirs.createCache("same", configuration().setStatisticsEnabled(true));
    ourCache.put(1, "ours");
    theirCache.put(1, "theirs");
    assertEquals("ours", ourCache.get(1));
    assertEquals("theirs", theirCache.get(1));
    assertEquals(before.size() + 2, allBeans().size());
    ours.close();
    assertEquals(before.size() + 1, allBeans().size(), "closing one leaves the bean of the other");
    assertEquals("theirs", theirCache.get(1));
    second.close();
    assertEquals(before, allBeans());
  }
}

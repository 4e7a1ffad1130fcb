package dev.lapse.jcache.management;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.management.CacheBeans.Subject;
import dev.lapse.jcache.stats.CacheCounters;
import dev.lapse.jcache.stats.Occupancy;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.cache.CacheException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CacheBeansTest {

  private static final String URI_TEXT = "urn:x";
  private static final ClassLoader LOADER = CacheBeansTest.class.getClassLoader();

  private final MBeanServer server = MBeanServerFactory.newMBeanServer();
  private final CacheCounters counters = CacheCounters.counting();
  private final AtomicReference<LapseConfiguration<?, ?>> configuration =
      new AtomicReference<>(LapseConfiguration.builder(String.class, Object.class).build());

  private CacheBeans beans(
      MBeanServer where, String manager, ClassLoader loader, String cache, CacheCounters its) {
    return new CacheBeans(
        () -> where,
        URI.create(manager),
        loader,
        cache,
        new LapseCacheMXBean(configuration::get),
        new LapseCacheStatisticsMXBean(() -> its),
        new OccupancyBean(() -> new Occupancy(0, 0, 0, 0, 0, 0), configuration.get()));
  }

  private CacheBeans beans(String manager, ClassLoader loader, String cache) {
    return beans(server, manager, loader, cache, counters);
  }

  private CacheBeans shown(String cache) {
    CacheBeans beans = beans(URI_TEXT, LOADER, cache);
    beans.show(Subject.STATISTICS);
    return beans;
  }

  private Set<ObjectName> names() {
    try {
      return server.queryNames(new ObjectName("javax.cache:*"), null);
    } catch (JMException e) {
      throw new AssertionError(e);
    }
  }

  private Object attribute(ObjectName name, String attribute) throws JMException {
    return server.getAttribute(name, attribute);
  }

  private static ObjectName name(String properties) throws JMException {
    return new ObjectName(
        "javax.cache:type=CacheStatistics,CacheManager=urn.x,Cache=" + properties);
  }

  @Test
  void theConfigurationIsShownAsItIs() throws JMException {
    beans(URI_TEXT, LOADER, "books").show(Subject.CONFIGURATION);
    ObjectName name =
        new ObjectName("javax.cache:type=CacheConfiguration,CacheManager=urn.x,Cache=books");
    assertEquals(Set.of(name), names());
    assertEquals("java.lang.String", attribute(name, "KeyType"));
    assertEquals("java.lang.Object", attribute(name, "ValueType"));
    for (String off :
        List.of("ReadThrough", "WriteThrough", "StatisticsEnabled", "ManagementEnabled")) {
      assertEquals(false, attribute(name, off), off);
    }
    assertEquals(true, attribute(name, "StoreByValue"));

    LapseConfiguration<?, ?> changed =
        LapseConfiguration.builder(int[].class, String.class)
            .storeByValue(false)
            .cacheLoaderFactory(() -> null)
            .cacheWriterFactory(() -> null)
            .readThrough(true)
            .writeThrough(true)
            .build();
    configuration.set(changed.withStatisticsEnabled(true).withManagementEnabled(true));
    assertEquals("[I", attribute(name, "KeyType"));
    for (String on :
        List.of("ReadThrough", "WriteThrough", "StatisticsEnabled", "ManagementEnabled")) {
      assertEquals(true, attribute(name, on), on);
    }
    assertEquals(false, attribute(name, "StoreByValue"));
  }

  @ParameterizedTest
  @CsvSource({
    "CacheHits, 3",
    "CacheMisses, 1",
    "CacheGets, 4",
    "CachePuts, 5",
    "CacheRemovals, 6",
    "CacheEvictions, 7",
  })
  void statisticsAreCounts(String attribute, long expected) throws Exception {
    record();
    shown("books");
    assertEquals(expected, attribute(name("books"), attribute));
    server.invoke(name("books"), "clear", null, null);
    assertEquals(0L, attribute(name("books"), attribute));
  }

  @ParameterizedTest
  @CsvSource({
    "CacheHitPercentage, 75",
    "CacheMissPercentage, 25",
    "AverageGetTime, 0.25",
    "AveragePutTime, 1.5",
    "AverageRemoveTime, 0.001"
  })
  void statisticsArePercentagesAndMicroseconds(String attribute, float expected) throws Exception {
    record();
    shown("books");
    assertEquals(expected, attribute(name("books"), attribute));
    server.invoke(name("books"), "clear", null, null);
    assertEquals(0f, attribute(name("books"), attribute));
  }

  private void record() {
    counters.recordHits(3);
    counters.recordMisses(1);
    counters.recordPuts(5);
    counters.recordRemovals(6);
    counters.recordEvictions(7);
    counters.recordGetTime(1000, 4);
    counters.recordPutTime(3000, 2);
    counters.recordRemoveTime(6, 6);
  }

  static Stream<Arguments> plainNames() {
    return Stream.of(
        Arguments.of("books", "books"),
        Arguments.of("default", "default"),
        Arguments.of("", ""),
        Arguments.of("new cache", "new cache"),
        Arguments.of("com.example.Outer$Inner##NaturalId", "com.example.Outer$Inner##NaturalId"),
        Arguments.of("host%2Fapp/x;y|z\\n", "host%2Fapp/x;y|z\\n"),
        Arguments.of("книги 📚", "книги 📚"),
        Arguments.of("a:b", "a.b"),
        Arguments.of("a=b,c\nd", "a.b.c.d"));
  }

  @ParameterizedTest
  @MethodSource("plainNames")
  void namesAreMadeAsUsersMakeThem(String cache, String inName) throws JMException {
    CacheBeans beans = shown(cache);
    assertEquals(Set.of(name(inName)), names());
    beans.close();
    assertEquals(Set.of(), names());
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "a*b", "a?", "\"", "\"a\"", "a\"b:c", "*\n\\", "a,b=*"})
  void namesThatWouldBePatternsAreQuoted(String cache) throws JMException {
    CacheBeans beans = shown(cache);
    assertEquals(Set.of(name(ObjectName.quote(cache))), names());
    assertFalse(names().iterator().next().isPattern());
    beans.close();
    assertEquals(Set.of(), names());
  }

  @Test
  void namesThatComeToTheSameAreToldApart() throws JMException {
    CacheCounters others = CacheCounters.counting();
    others.recordHits(5);
    CacheBeans first = shown("a:b");
    CacheBeans second = beans(server, URI_TEXT, LOADER, "a=b", others);
    second.show(Subject.STATISTICS);
    CacheBeans third = shown("a.b");
    assertEquals(3, names().size());
    assertEquals(0L, attribute(name("a.b"), "CacheHits"));
    assertEquals(5L, attribute(name("\"a=b\""), "CacheHits"));
    first.close();
    assertFalse(names().contains(name("a.b")));
    assertEquals(5L, attribute(name("\"a=b\""), "CacheHits"));
    second.close();
    third.close();
    assertEquals(Set.of(), names());
  }

  @ParameterizedTest
  @ValueSource(strings = {"books", "a:b", "a*"})
  void theSameNameUnderSeveralClassLoaders(String cache) throws Exception {
    List<ClassLoader> loaders =
        List.of(LOADER, ClassLoader.getPlatformClassLoader(), LOADER, new ClassLoader(LOADER) {});
    List<CacheBeans> all = new ArrayList<>();
    for (ClassLoader loader : loaders) {
      CacheBeans beans = beans(URI_TEXT, loader, cache);
      beans.show(Subject.STATISTICS);
      beans.show(Subject.CONFIGURATION);
      all.add(beans);
      assertEquals(2 * all.size(), names().size());
    }
    assertEquals(loaders.size(), server.queryNames(name("*,*"), null).size());
    for (ObjectName name : names()) {
      assertEquals("urn.x", name.getKeyProperty("CacheManager"));
      assertTrue(name.getKeyPropertyList().size() <= 4, name::toString);
    }
    for (CacheBeans beans : all) {
      int before = names().size();
      beans.close();
      assertEquals(before - 2, names().size());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "urn:x, urn.x",
    "lapse://default, lapse.//default",
    "'file:/a,b=c', file./a.b.c",
    "file:/x?a=b, \"file:/x\\?a=b\"",
    "urn:a*, \"urn:a\\*\""
  })
  void uris(String uri, String inName) throws JMException {
    CacheBeans beans = beans(uri, LOADER, "books");
    beans.show(Subject.STATISTICS);
    assertEquals(
        Set.of(
            new ObjectName(
                "javax.cache:type=CacheStatistics,CacheManager=" + inName + ",Cache=books")),
        names());
    beans.close();
    assertEquals(Set.of(), names());
  }

  @Test
  void showingAndHidingTwiceIsOnce() {
    CacheBeans beans = shown("books");
    beans.show(Subject.STATISTICS);
    assertEquals(1, names().size());
    beans.hide(Subject.STATISTICS);
    beans.hide(Subject.STATISTICS);
    beans.hide(Subject.CONFIGURATION);
    assertEquals(Set.of(), names());
    beans.show(Subject.STATISTICS);
    assertEquals(1, names().size());
    beans.close();
    beans.close();
    beans.show(Subject.STATISTICS);
    assertEquals(Set.of(), names());
  }

  @Test
  void aBeanThatSomebodyElseTookAwayIsNoTrouble() throws JMException {
    CacheBeans beans = shown("books");
    beans.show(Subject.CONFIGURATION);
    server.unregisterMBean(name("books"));
    beans.close();
    assertEquals(Set.of(), names());
  }

  @Test
  void aRefusalNamesTheBean() {
    List<String> refused = new ArrayList<>(List.of("registerMBean"));
    MBeanServer stubborn =
        (MBeanServer)
            Proxy.newProxyInstance(
                LOADER,
                new Class<?>[] {MBeanServer.class},
                (proxy, method, arguments) -> {
                  if (refused.contains(method.getName())) {
                    throw new SecurityException("no");
                  }
                  return method.invoke(server, arguments);
                });
    CacheBeans beans = beans(stubborn, URI_TEXT, LOADER, "books", counters);
    assertRefusal(() -> beans.show(Subject.STATISTICS), "CacheStatistics");
    assertEquals(Set.of(), names());

    refused.clear();
    beans.show(Subject.STATISTICS);
    beans.show(Subject.CONFIGURATION);
    refused.add("unregisterMBean");
    assertRefusal(beans::close, "Cache");
    assertEquals(2, names().size());
  }

  private static void assertRefusal(Runnable call, String type) {
    CacheException refusal = assertThrows(CacheException.class, call::run);
    assertTrue(refusal.getMessage().contains("type=" + type), refusal::getMessage);
    assertTrue(refusal.getMessage().contains("Cache=books"), refusal::getMessage);
    assertTrue(refusal.getCause() instanceof SecurityException);
  }

  @Test
  void nothingIsLeftWhenThreadsShowAndClose() throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 200; round++) {
        List<CacheBeans> all =
            Stream.of("a:b", "a=b", "a.b").map(cache -> beans(URI_TEXT, LOADER, cache)).toList();
        List<Callable<Object>> calls =
            IntStream.range(0, 4)
                .<Callable<Object>>mapToObj(
                    thread ->
                        () -> {
                          for (CacheBeans beans : all) {
                            beans.show(Subject.STATISTICS);
                            beans.hide(Subject.STATISTICS);
                            beans.show(Subject.CONFIGURATION);
                            if (thread == 0) {
                              beans.close();
                            }
                          }
                          return all;
                        })
                .collect(Collectors.toList());
        for (Future<Object> done : workers.invokeAll(calls)) {
          done.get();
        }
        assertEquals(Set.of(), names());
      }
    } finally {
      workers.shutdown();
    }
  }
}

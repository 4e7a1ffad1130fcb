package dev.lapse.jcache.suite;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.CompleteConfiguration;
import javax.cache.configuration.Factory;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.event.CacheEntryListener;
import javax.cache.event.CacheEntryRemovedListener;
import javax.cache.event.CacheEntryUpdatedListener;
import javax.cache.event.EventType;
import javax.cache.expiry.CreatedExpiryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What listeners and filters are given, when, and in which order; registration at run time. */
class ListenerTest extends SuiteTest {

  private final RecordingListener<Integer, String> listener = new RecordingListener<>();

  private Cache<Integer, String> listenedTo() {
    return world.create(configuration().addCacheEntryListenerConfiguration(synchronous(listener)));
  }

  /** One event of each kind for the key 1, the last by reading a dead entry. */
  private void everyKindOfEvent(Cache<Integer, String> cache) {
    cache.put(1, "A");
    cache.put(1, "B");
    cache.remove(1);
    cache.put(1, "C");
    clock.advanceMillis(100);
    assertNull(cache.get(1));
  }

  private Cache<Integer, String> mortal(
      CacheEntryListenerConfiguration<Integer, String> listeners) {
    return world.create(
        configuration()
            .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(100)))
            .addCacheEntryListenerConfiguration(listeners));
  }

  // ---- what is delivered

  static Stream<Arguments> listenersOfOneKind() {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    return Stream.of(
        Arguments.of(
            "CREATED",
            seen,
            (CacheEntryCreatedListener<Integer, String>) events -> note(seen, events),
            List.of("CREATED", "CREATED")),
        Arguments.of(
            "UPDATED",
            seen,
            (CacheEntryUpdatedListener<Integer, String>) events -> note(seen, events),
            List.of("UPDATED")),
        Arguments.of(
            "REMOVED",
            seen,
            (CacheEntryRemovedListener<Integer, String>) events -> note(seen, events),
            List.of("REMOVED")),
        Arguments.of(
            "EXPIRED",
            seen,
            (CacheEntryExpiredListener<Integer, String>) events -> note(seen, events),
            List.of("EXPIRED")));
  }

  private static void note(
      List<String> seen, Iterable<CacheEntryEvent<? extends Integer, ? extends String>> events) {
    events.forEach(event -> seen.add(event.getEventType().toString()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("listenersOfOneKind")
  void listenerOfOneKindGetsThatKindAlone(
      String kind,
      List<String> seen,
      CacheEntryListener<Integer, String> one,
      List<String> expected) {
    seen.clear();
    everyKindOfEvent(mortal(synchronous(one)));
    assertEquals(expected, seen);
  }

  @Test
  void eventsTellValuesSourceAndKey() {
    AtomicReference<Object> source = new AtomicReference<>();
    CacheEntryUpdatedListener<Integer, String> looking =
        events ->
            events.forEach(
                event -> {
                  source.set(event.getSource());
                  assertThrows(IllegalArgumentException.class, () -> event.unwrap(Thread.class));
                });
    Cache<Integer, String> cache = mortal(synchronous(listener));
    cache.registerCacheEntryListener(synchronous(looking));
    everyKindOfEvent(cache);
    assertEquals(
        List.of("CREATED A", "UPDATED A>B", "REMOVED B", "CREATED C", "EXPIRED C"), listener.of(1));
    assertEquals(cache, source.get());
    for (RecordingListener.Seen event : listener.all()) {
      boolean hasOld = event.type() != EventType.CREATED;
      assertEquals(hasOld, event.oldAvailable(), () -> "isOldValueAvailable of " + event);
      if (event.type() == EventType.REMOVED || event.type() == EventType.EXPIRED) {
        assertEquals(event.oldValue(), event.value(), () -> "getValue and getOldValue of " + event);
      }
    }
  }

  @Test
  void oldValueThatIsNotRequiredIsMissingOrRight() {
    Cache<Integer, String> cache =
        mortal(new MutableCacheEntryListenerConfiguration<>(() -> listener, null, false, true));
    everyKindOfEvent(cache);
    assertEquals(
        List.of(
            EventType.CREATED,
            EventType.UPDATED,
            EventType.REMOVED,
            EventType.CREATED,
            EventType.EXPIRED),
        listener.all().stream().map(RecordingListener.Seen::type).toList());
    List<String> old = List.of("", "A", "B", "", "C");
    for (int i = 0; i < old.size(); i++) {
      RecordingListener.Seen event = listener.all().get(i);
      assertTrue(
          event.oldAvailable() ? old.get(i).equals(event.oldValue()) : event.oldValue() == null,
          () -> "old value of " + event);
    }
  }

  @Test
  void filterDecidesForEachEvent() {
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .addCacheEntryListenerConfiguration(
                    new MutableCacheEntryListenerConfiguration<>(
                        () -> listener,
                        () ->
                            event ->
                                event.getKey() % 2 == 0
                                    && event.getEventType() != EventType.UPDATED,
                        true,
                        true)));
    IntStream.range(0, 4).forEach(key -> cache.put(key, "A"));
    IntStream.range(0, 4).forEach(key -> cache.put(key, "B"));
    cache.removeAll();
    assertEquals(List.of(), listener.of(1));
    assertEquals(List.of("CREATED A", "REMOVED B"), listener.of(2));
    assertEquals(4, listener.all().size());
  }

  @Test
  void bulkOperationsHaveOneEventForEachEntryTheyChange() {
    Cache<Integer, String> cache = listenedTo();
    cache.putAll(Map.of(1, "a", 2, "b", 3, "c"));
    cache.removeAll(Set.of(1, 9));
    cache.removeAll();
    cache.removeAll();
    assertEquals(List.of("CREATED a", "REMOVED a"), listener.of(1));
    assertEquals(List.of("CREATED b", "REMOVED b"), listener.of(2));
    assertEquals(List.of("CREATED c", "REMOVED c"), listener.of(3));
    assertEquals(6, listener.all().size());
  }

  @Test
  void eventsMayBeIteratedTwiceOrNotAtAll() {
    List<Integer> sizes = new ArrayList<>();
    CacheEntryCreatedListener<Integer, String> twice =
        events -> {
          for (int round = 0; round < 2; round++) {
            int size = 0;
            for (CacheEntryEvent<? extends Integer, ? extends String> event : events) {
              assertNotNull(event.getValue());
              size++;
            }
            sizes.add(size);
          }
        };
    CacheEntryCreatedListener<Integer, String> never = events -> {};
    CacheEntryCreatedListener<Integer, String> onlyFirst = events -> events.iterator().next();
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .addCacheEntryListenerConfiguration(synchronous(twice))
                .addCacheEntryListenerConfiguration(synchronous(never))
                .addCacheEntryListenerConfiguration(synchronous(onlyFirst))
                .addCacheEntryListenerConfiguration(synchronous(listener)));
    cache.putAll(Map.of(1, "a", 2, "b", 3, "c"));
    assertEquals(3, listener.all().size());
    assertEquals(6, sizes.stream().mapToInt(Integer::intValue).sum(), "each event twice");
  }

  // ---- when and in which order

  @Test
  void synchronousListenerHasRunWhenTheOperationReturns() {
    Cache<Integer, String> cache = mortal(synchronous(listener));
    for (int i = 0; i < 500; i++) {
      cache.put(1, "v" + i);
      assertEquals(i + 1, listener.all().size());
    }
    clock.advanceMillis(100);
    assertNull(cache.get(1));
    assertEquals("EXPIRED v499", listener.texts().get(500));
  }

  @Test
  void asynchronousListenerDoesNotHoldUpTheCaller() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    RecordingListener<Integer, String> slow =
        new RecordingListener<>(event -> awaitQuietly(release));
    RecordingListener<Integer, String> other = new RecordingListener<>();
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .addCacheEntryListenerConfiguration(asynchronous(slow))
                .addCacheEntryListenerConfiguration(asynchronous(other)));
    assertTimeoutPreemptively(
        SOON, () -> IntStream.range(0, 100).forEach(i -> cache.put(i % 5, "v" + i)));
    await().atMost(SOON).until(() -> other.all().size() == 100);
    release.countDown();
    await().atMost(SOON).until(() -> slow.all().size() == 100);
    for (int key = 0; key < 5; key++) {
      assertEquals(other.of(key), slow.of(key));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void eventsOfAKeyComeInTheOrderOfItsChangesAlsoUnderContention(boolean asSynchronous)
      throws Exception {
    Cache<Integer, String> cache =
        world.create(
            configuration()
                .addCacheEntryListenerConfiguration(
                    asSynchronous ? synchronous(listener) : asynchronous(listener)));
    int threads = 4;
    int rounds = 1500;
    Concurrently.run(
        threads,
        thread -> {
          for (int i = 0; i < rounds; i++) {
            int key = i % 3;
            String value = thread + "-" + i;
            switch ((i + thread) % 5) {
              case 0 -> cache.remove(key);
              case 1 -> cache.getAndPut(key, value);
              case 2 ->
                  cache.invoke(key, processor((entry, arguments) -> setAndReturn(entry, value)));
              default -> cache.put(key, value);
            }
          }
        });
    cache.putAll(Map.of(0, "end", 1, "end", 2, "end"));
    await()
        .atMost(SOON)
        .until(() -> IntStream.range(0, 3).allMatch(key -> endsWithEnd(listener.of(key))));
    for (int key = 0; key < 3; key++) {
      assertUnbroken(listener, key);
    }
  }

  private static boolean endsWithEnd(List<String> events) {
    return !events.isEmpty() && events.get(events.size() - 1).endsWith("end");
  }

  private static String setAndReturn(
      javax.cache.processor.MutableEntry<Integer, String> entry, String value) {
    entry.setValue(value);
    return value;
  }

  /** Each event starts from where the one before it ended. */
  static void assertUnbroken(RecordingListener<?, ?> listener, Object key) {
    Object current = null;
    for (RecordingListener.Seen event : listener.all()) {
      if (event.key().equals(key)) {
        Object before = current;
        assertEquals(before, event.oldValue(), () -> "value before " + event + " of key " + key);
        boolean stays = event.type() == EventType.CREATED || event.type() == EventType.UPDATED;
        assertEquals(
            event.type() == EventType.CREATED, before == null, () -> event + " after " + before);
        current = stays ? event.value() : null;
      }
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void afterCloseNothingIsDelivered() {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch entered = new CountDownLatch(1);
    RecordingListener<Integer, String> slow =
        new RecordingListener<>(
            event -> {
              entered.countDown();
              awaitQuietly(release);
            });
    Cache<Integer, String> cache =
        world.create(configuration().addCacheEntryListenerConfiguration(asynchronous(slow)));
    IntStream.range(0, 10).forEach(i -> cache.put(1, "v" + i));
    awaitQuietly(entered);
    assertTimeoutPreemptively(
        SOON.multipliedBy(2), cache::close, "a listener that blocks does not keep a cache open");
    release.countDown();
    await().during(Duration.ofMillis(200)).atMost(SOON).until(() -> slow.all().size() == 1);
    assertThrows(IllegalStateException.class, () -> cache.put(1, "B"));
  }

  // ---- registration

  @Test
  void listenersComeAndGoAtRunTime() {
    Cache<Integer, String> cache = world.plain();
    CacheEntryListenerConfiguration<Integer, String> configured = synchronous(listener);
    cache.put(1, "A");
    cache.registerCacheEntryListener(configured);
    assertEquals(1, registered(cache));
    cache.put(1, "B");
    cache.deregisterCacheEntryListener(configured);
    assertEquals(0, registered(cache));
    cache.put(1, "C");
    cache.registerCacheEntryListener(configured);
    cache.put(1, "D");
    assertEquals(List.of("UPDATED A>B", "UPDATED C>D"), listener.texts());
  }

  @Test
  void declaredListenerCanBeDeregistered() {
    CacheEntryListenerConfiguration<Integer, String> configured = synchronous(listener);
    Cache<Integer, String> cache =
        world.create(configuration().addCacheEntryListenerConfiguration(configured));
    cache.deregisterCacheEntryListener(configured);
    cache.put(1, "A");
    assertEquals(List.of(), listener.texts());
    assertEquals(0, registered(cache));
  }

  @Test
  void deregisteringTakesAnEqualConfigurationOfAnotherClass() {
    Factory<CacheEntryListener<Integer, String>> factory = () -> listener;
    Cache<Integer, String> cache = world.plain();
    cache.registerCacheEntryListener(new Foreign(factory));
    cache.put(1, "A");
    cache.deregisterCacheEntryListener(new Foreign(factory));
    cache.put(1, "B");
    assertEquals(List.of("CREATED A"), listener.texts());
    cache.deregisterCacheEntryListener(new Foreign(() -> listener));
  }

  /** Equal to others of its kind; {@code Foreign::hashCode} is the same for all. */
  private record Foreign(Factory<CacheEntryListener<Integer, String>> factory)
      implements CacheEntryListenerConfiguration<Integer, String> {
    private static final long serialVersionUID = 1;

    @Override
    public Factory<CacheEntryListener<? super Integer, ? super String>>
        getCacheEntryListenerFactory() {
      return factory::create;
    }

    @Override
    public boolean isOldValueRequired() {
      return true;
    }

    @Override
    public Factory<javax.cache.event.CacheEntryEventFilter<? super Integer, ? super String>>
        getCacheEntryEventFilterFactory() {
      return null;
    }

    @Override
    public boolean isSynchronous() {
      return true;
    }
  }

  @Test
  void sameConfigurationCannotBeRegisteredTwice() {
    Cache<Integer, String> cache = listenedTo();
    CacheEntryListenerConfiguration<Integer, String> configured = synchronous(listener);
    cache.registerCacheEntryListener(configured);
    assertThrows(
        IllegalArgumentException.class, () -> cache.registerCacheEntryListener(configured));
    cache.put(1, "A");
    assertEquals(2, listener.all().size(), "the declared one and the registered one, each once");
  }

  static Stream<Arguments> unusableListeners() {
    Factory<CacheEntryListener<Integer, String>> nothing = () -> null;
    Factory<CacheEntryListener<Integer, String>> failing =
        () -> {
          throw new IllegalStateException("from the factory, on purpose");
        };
    return Stream.of(Arguments.of("gives null", nothing), Arguments.of("throws", failing));
  }

  @ParameterizedTest(name = "the factory {0}")
  @MethodSource("unusableListeners")
  void listenerThatCannotBeMadeIsNotRegistered(
      String how, Factory<CacheEntryListener<Integer, String>> factory) {
    Cache<Integer, String> cache = listenedTo();
    assertThrows(
        RuntimeException.class,
        () ->
            cache.registerCacheEntryListener(
                new MutableCacheEntryListenerConfiguration<>(factory, null, true, true)));
    assertEquals(1, registered(cache));
    cache.put(1, "A");
    assertEquals(List.of("CREATED A"), listener.texts());
  }

  private static int registered(Cache<Integer, String> cache) {
    @SuppressWarnings("unchecked")
    CompleteConfiguration<Integer, String> configuration =
        cache.getConfiguration(CompleteConfiguration.class);
    int count = 0;
    for (CacheEntryListenerConfiguration<Integer, String> each :
        configuration.getCacheEntryListenerConfigurations()) {
      assertNotNull(each);
      count++;
    }
    return count;
  }

  @Test
  void sameListenerObjectMayServeTwoCaches() {
    Cache<Integer, String> one = listenedTo();
    Cache<Integer, String> two = listenedTo();
    one.put(1, "one");
    two.put(1, "two");
    one.close();
    two.put(1, "three");
    assertEquals(List.of("CREATED one", "CREATED two", "UPDATED two>three"), listener.texts());
    assertFalse(two.isClosed());
  }
}

package dev.lapse.jcache.event;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import javax.cache.CacheException;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.Factory;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryEventFilter;
import javax.cache.event.CacheEntryListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How listeners come, which events they get, and how they go. */
@Timeout(30)
class RegistrationTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Workers workers = new Workers("registration");
  private final TinyCache cache = new TinyCache(workers);
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private final CountDownLatch blocking = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final ExecutorService callers = Executors.newCachedThreadPool();

  @AfterEach
  void end() throws Exception {
    release.countDown();
    callers.shutdown();
    assertTrue(callers.awaitTermination(10, SECONDS));
    workers.shutdown();
  }

  private void hear(Object event) {
    heard.add(event.toString());
  }

  private void block(Object event) {
    blocking.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    hear(event);
  }

  /** A filter that counts how often it is closed. */
  private static final class ClosableFilter
      implements CacheEntryEventFilter<String, Integer>, Closeable {
    final AtomicInteger closed = new AtomicInteger();

    @Override
    public boolean evaluate(CacheEntryEvent<? extends String, ? extends Integer> event) {
      return event.getValue() == null || event.getValue() % 2 == 0;
    }

    @Override
    public void close() {
      closed.incrementAndGet();
      throw new IllegalStateException("from the test");
    }
  }

  // Coming

  @Test
  void aListenerHearsTheKindsThatItImplements() {
    CacheEntryCreatedListener<String, Integer> creations = events -> events.forEach(this::hear);
    cache.events.register(
        new MutableCacheEntryListenerConfiguration<>(() -> creations, null, false, true));
    assertTrue(cache.events.hasListeners());
    cache.put("key", 1);
    cache.put("key", 2); // nobody listens to updates
    cache.remove("key");
    assertEquals(List.of("CREATED key: null -> 1"), List.copyOf(heard));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theOldValueIsThereWhereItIsRequired(boolean required) {
    cache.events.register(
        new MutableCacheEntryListenerConfiguration<>(
            () ->
                new Ear(
                    event -> {
                      assertSame(cache.cache(), event.getSource());
                      assertEquals("key", event.getKey());
                      assertSame(event, event.unwrap(CacheEntryEvent.class));
                      assertThrows(
                          IllegalArgumentException.class, () -> event.unwrap(String.class));
                      hear(event.isOldValueAvailable() + " " + event);
                    }),
            null,
            required,
            true));
    cache.put("key", 1);
    cache.put("key", 2);
    cache.remove("key");
    cache.put("key", 3);
    cache.expire("key");
    await().until(() -> heard.size() == 5);
    List<String> expected =
        required
            ? List.of(
                "false CREATED key: null -> 1",
                "true UPDATED key: 1 -> 2",
                "true REMOVED key: 2 -> 2",
                "false CREATED key: null -> 3",
                "true EXPIRED key: 3 -> 3")
            : List.of(
                "false CREATED key: null -> 1",
                "false UPDATED key: null -> 2",
                "false REMOVED key: null -> null",
                "false CREATED key: null -> 3",
                "false EXPIRED key: null -> null");
    assertEquals(expected, List.copyOf(heard));
  }

  @Test
  void theEventsOfACallMayBeWalkedTwiceOrNotAtAll() {
    CacheEntryCreatedListener<String, Integer> twice =
        events -> {
          events.forEach(this::hear);
          events.forEach(this::hear);
        };
    CacheEntryCreatedListener<String, Integer> never = events -> {};
    cache.events.register(
        new MutableCacheEntryListenerConfiguration<>(() -> never, null, false, true));
    cache.events.register(
        new MutableCacheEntryListenerConfiguration<>(() -> twice, null, false, true));
    cache.put("key", 1);
    assertEquals(List.of("CREATED key: null -> 1", "CREATED key: null -> 1"), List.copyOf(heard));
  }

  @Test
  void factoriesAreAskedOnceAndAFilterDecides() {
    AtomicInteger created = new AtomicInteger();
    Factory<CacheEntryListener<String, Integer>> listeners =
        () -> {
          created.incrementAndGet();
          return new Ear(this::hear);
        };
    Factory<CacheEntryEventFilter<String, Integer>> filters =
        () -> {
          created.incrementAndGet();
          return new ClosableFilter();
        };
    cache.events.register(
        new MutableCacheEntryListenerConfiguration<>(listeners, filters, false, true));
    for (int value = 1; value <= 4; value++) {
      cache.put("key", value);
    }
    assertEquals(2, created.get());
    assertEquals(List.of("UPDATED key: null -> 2", "UPDATED key: null -> 4"), List.copyOf(heard));
  }

  @Test
  void anEqualConfigurationIsRefusedAndTheFirstStays() {
    Ear ear = new Ear(this::hear);
    CacheEntryListenerConfiguration<String, Integer> configuration = ear.synchronous();
    cache.events.register(configuration);
    Exception refusal =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                cache.events.register(new MutableCacheEntryListenerConfiguration<>(configuration)));
    assertTrue(refusal.getMessage().contains(TinyCache.NAME));
    assertEquals(0, ear.closed.get());
    cache.put("key", 1);
    assertEquals(1, heard.size());
  }

  @Test
  void ofManyThatRegisterOneConfigurationAtATimeOneSucceeds() throws Exception {
    AtomicInteger closed = new AtomicInteger();
    AtomicInteger succeeded = new AtomicInteger();
    CountDownLatch allIn = new CountDownLatch(4);
    Factory<CacheEntryListener<String, Integer>> factory =
        () -> {
          allIn.countDown();
          try {
            assertTrue(allIn.await(10, SECONDS));
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          return new ClosableListener(closed);
        };
    List<Future<?>> all =
        IntStream.range(0, 4)
            .<Future<?>>mapToObj(
                caller ->
                    callers.submit(
                        () -> {
                          try {
                            cache.events.register(
                                new MutableCacheEntryListenerConfiguration<>(
                                    factory, null, false, true));
                            succeeded.incrementAndGet();
                          } catch (IllegalArgumentException expected) {
                            // the others
                          }
                        }))
            .toList();
    for (Future<?> one : all) {
      one.get(10, SECONDS);
    }
    assertEquals(1, succeeded.get());
    assertEquals(3, closed.get());
  }

  private record ClosableListener(AtomicInteger closed)
      implements CacheEntryCreatedListener<String, Integer>, Closeable {
    @Override
    public void onCreated(Iterable<CacheEntryEvent<? extends String, ? extends Integer>> events) {}

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  @Test
  void nothingIsLeftOfARegistrationThatFails() {
    Ear ear = new Ear(this::hear);
    Factory<CacheEntryListener<String, Integer>> listeners = () -> ear;
    RuntimeException failure = new IllegalStateException("from the test");
    Factory<CacheEntryEventFilter<String, Integer>> failing =
        () -> {
          throw failure;
        };
    CacheException thrown = assertThrows(CacheException.class, () -> register(listeners, failing));
    assertSame(failure, thrown.getCause());
    assertTrue(thrown.getMessage().contains(TinyCache.NAME), thrown.getMessage());
    assertEquals(1, ear.closed.get());

    assertThrows(CacheException.class, () -> register(listeners, () -> null));
    assertEquals(2, ear.closed.get());
    assertThrows(CacheException.class, () -> register(() -> null, null));
    assertThrows(
        CacheException.class,
        () ->
            register(
                () -> {
                  throw new NoClassDefFoundError("from the test");
                },
                null));
    assertThrows(IllegalArgumentException.class, () -> register(null, null));
    assertThrows(
        IllegalArgumentException.class, () -> register(() -> new CacheEntryListener<>() {}, null));
    assertThrows(NullPointerException.class, () -> cache.events.register(null));
    assertFalse(cache.events.hasListeners());
  }

  private void register(
      Factory<CacheEntryListener<String, Integer>> listeners,
      Factory<CacheEntryEventFilter<String, Integer>> filters) {
    cache.events.register(
        new MutableCacheEntryListenerConfiguration<>(listeners, filters, false, true));
  }

  // Going

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDeregisteredListenerIsClosedOnceAndHearsNoMore(boolean synchronous) {
    Ear ear = new Ear(this::hear);
    ClosableFilter filter = new ClosableFilter();
    var configuration =
        new MutableCacheEntryListenerConfiguration<String, Integer>(
            () -> ear, () -> filter, true, synchronous);
    cache.events.register(configuration);
    cache.put("key", 2);
    await().until(() -> heard.size() == 1);
    try (Logbook log = new Logbook()) {
      assertTrue(
          cache.events.deregister(new MutableCacheEntryListenerConfiguration<>(configuration)));
      assertEquals(1, ear.closed.get());
      assertEquals(1, filter.closed.get());
      assertEquals(1, log.records().size()); // the filter's close throws
    }
    assertFalse(cache.events.hasListeners());
    assertFalse(cache.events.deregister(configuration));
    cache.put("key", 4);
    cache.events.register(configuration); // and may come back
    cache.put("key", 6);
    await().until(() -> heard.size() == 2);
    assertEquals("UPDATED key: 4 -> 6", List.copyOf(heard).get(1));
    try (Logbook log = new Logbook()) {
      cache.events.close(LONG);
      assertEquals(1, log.records().size());
    }
    assertEquals(2, ear.closed.get());
  }

  /** A configuration of a user's own class, which thinks itself equal to another one. */
  private record Foreign(CacheEntryListenerConfiguration<String, Integer> twin)
      implements CacheEntryListenerConfiguration<String, Integer> {

    @Override
    public Factory<CacheEntryListener<? super String, ? super Integer>>
        getCacheEntryListenerFactory() {
      return twin.getCacheEntryListenerFactory();
    }

    @Override
    public boolean isOldValueRequired() {
      return twin.isOldValueRequired();
    }

    @Override
    public Factory<CacheEntryEventFilter<? super String, ? super Integer>>
        getCacheEntryEventFilterFactory() {
      return twin.getCacheEntryEventFilterFactory();
    }

    @Override
    public boolean isSynchronous() {
      return twin.isSynchronous();
    }

    @Override
    public boolean equals(Object other) {
      return twin.equals(other) || other instanceof Foreign foreign && foreign.twin.equals(twin);
    }

    @Override
    public int hashCode() {
      return twin.hashCode();
    }
  }

  @Test
  void anEqualConfigurationOfAForeignClassDeregisters() {
    Ear first = new Ear(this::hear);
    Ear second = new Ear(this::hear);
    CacheEntryListenerConfiguration<String, Integer> plain = first.synchronous();
    CacheEntryListenerConfiguration<String, Integer> foreign = new Foreign(second.synchronous());
    cache.events.register(plain);
    cache.events.register(foreign);
    assertTrue(cache.events.deregister(new Foreign(plain)));
    assertEquals(1, first.closed.get());
    assertTrue(cache.events.deregister(((Foreign) foreign).twin()));
    assertEquals(1, second.closed.get());
    assertFalse(cache.events.deregister(plain));
  }

  @Test
  void aListenerThatDeregistersItselfIsClosedAfterItsCall() {
    AtomicReference<CacheEntryListenerConfiguration<String, Integer>> configuration =
        new AtomicReference<>();
    AtomicReference<Ear> ear = new AtomicReference<>();
    ear.set(
        new Ear(
            event -> {
              hear(event);
              assertTrue(cache.events.deregister(configuration.get()));
              assertEquals(0, ear.get().closed.get());
            }));
    configuration.set(ear.get().synchronous());
    cache.events.register(configuration.get());
    cache.put("key", 1);
    assertEquals(1, ear.get().closed.get());
    cache.put("key", 2);
    assertEquals(1, heard.size());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatWasPublishedBeforeIsDeliveredBeforeTheListenerIsClosed(boolean synchronous) {
    Queue<Runnable> tasks = new ArrayDeque<>();
    TinyCache idle = new TinyCache(tasks::add);
    Ear ear = new Ear(this::hear);
    var configuration = ear.listening(synchronous);
    idle.events.register(configuration);
    idle.put("key", 1);
    idle.expire("key");
    assertTrue(idle.events.deregister(configuration));
    assertEquals(0, ear.closed.get());
    assertEquals(synchronous ? 1 : 2, idle.events.undelivered());
    tasks.remove().run();
    assertEquals(List.of("CREATED key: null -> 1", "EXPIRED key: 1 -> 1"), List.copyOf(heard));
    assertEquals(1, ear.closed.get());
    assertEquals(0, idle.events.undelivered());
  }

  @Test
  void deregisteringWaitsForNoListenerThatBlocks() throws Exception {
    Ear ear = new Ear(this::block);
    var configuration = ear.synchronous();
    cache.events.register(configuration);
    Future<?> put = callers.submit(() -> cache.put("key", 1));
    assertTrue(blocking.await(10, SECONDS));
    assertTimeout(Duration.ofSeconds(5), () -> assertTrue(cache.events.deregister(configuration)));
    assertEquals(0, ear.closed.get());
    release.countDown();
    put.get(10, SECONDS);
    assertEquals(1, ear.closed.get());
  }

  // Closing

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void closingAnIdleOneClosesEverythingAtOnce(boolean synchronous) {
    Ear first = new Ear(this::hear);
    Ear second = new Ear(this::hear);
    cache.events.register(first.listening(synchronous));
    cache.events.register(second.listening(synchronous));
    cache.events.close(Duration.ZERO);
    cache.events.close(LONG);
    assertEquals(1, first.closed.get());
    assertEquals(1, second.closed.get());
    assertFalse(cache.events.hasListeners());
    assertSame(null, cache.putWithoutDelivery(null, "key", 1));
    assertFalse(cache.events.deregister(first.listening(synchronous)));
    Exception late =
        assertThrows(
            IllegalStateException.class,
            () -> cache.events.register(new Ear(this::hear).synchronous()));
    assertTrue(late.getMessage().contains(TinyCache.NAME));
  }

  @Test
  void aListenerThatComesWhileTheCacheClosesIsClosed() {
    Ear ear = new Ear(this::hear);
    assertThrows(
        IllegalStateException.class,
        () ->
            cache.events.register(
                new MutableCacheEntryListenerConfiguration<>(
                    () -> {
                      cache.events.close(Duration.ZERO);
                      return ear;
                    },
                    null,
                    false,
                    true)));
    assertEquals(1, ear.closed.get());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void closingWaitsForWhatIsUndelivered(boolean synchronous) {
    Ear ear = new Ear(this::hear);
    cache.events.register(ear.listening(synchronous));
    for (int key = 0; key < 10_000; key++) {
      cache.put("key" + key, key);
      cache.expire("key" + key);
    }
    cache.events.close(LONG);
    assertEquals(20_000, heard.size());
    assertEquals(1, ear.closed.get());
    assertEquals(0, cache.events.undelivered());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aListenerThatBlocksDoesNotHoldUpClosing(boolean synchronous) throws Exception {
    Ear blocked = new Ear(this::block);
    Ear other = new Ear(this::hear);
    cache.events.register(blocked.listening(synchronous));
    cache.events.register(other.listening(synchronous));
    cache.events.publishUnattended(Happening.EXPIRED, "key", null, 1);
    assertTrue(blocking.await(10, SECONDS));
    cache.events.publishUnattended(Happening.EXPIRED, "key", null, 2);
    cache.events.publishUnattended(Happening.EXPIRED, "key", null, 3);
    try (Logbook log = new Logbook()) {
      cache.events.close(Duration.ofMillis(100));
      assertEquals(1, log.records().size());
      String message = log.records().get(0).getMessage();
      assertTrue(message.contains(TinyCache.NAME), message);
    }
    assertEquals(1, blocked.closed.get());
    assertEquals(1, other.closed.get());
    release.countDown();
    await().until(() -> heard.contains("EXPIRED key: 1 -> 1"));
    assertFalse(heard.contains("EXPIRED key: 3 -> 3") && synchronous);
  }

  @Test
  void closingLetsThoseGoWhoWaitBehindABlockedListener() throws Exception {
    cache.events.register(new Ear(this::block).synchronous());
    Future<?> blocked = callers.submit(() -> cache.put("key", 1));
    assertTrue(blocking.await(10, SECONDS));
    Thread behind = new Thread(() -> cache.put("key", 2));
    behind.start();
    await().until(() -> behind.getState() == Thread.State.WAITING);
    try (Logbook log = new Logbook()) {
      cache.events.close(Duration.ofMillis(50));
      assertTrue(
          log.records().get(0).getMessage().endsWith(": 1"), log.records().get(0).getMessage());
    }
    behind.join(10_000);
    assertFalse(behind.isAlive());
    release.countDown();
    blocked.get(10, SECONDS);
    assertEquals(List.of("CREATED key: null -> 1"), List.copyOf(heard));
  }

  @Test
  void anOperationThatComesLateDoesNotDeliverWhatClosingHasDropped() {
    cache.events.register(new Ear(this::hear).synchronous());
    Deliveries late = cache.putWithoutDelivery(null, "key", 1);
    try (Logbook log = new Logbook()) {
      cache.events.close(LONG); // does not wait: this thread itself would have to deliver
      assertTrue(
          log.records().get(0).getMessage().endsWith(": 1"), log.records().get(0).getMessage());
    }
    late.complete();
    assertEquals(List.of(), List.copyOf(heard));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aListenerMayClose(boolean synchronous) {
    AtomicInteger closed = new AtomicInteger();
    Ear ear =
        new Ear(
            event -> {
              assertTimeout(Duration.ofSeconds(5), () -> cache.events.close(LONG));
              closed.incrementAndGet();
            });
    cache.events.register(ear.listening(synchronous));
    try (Logbook log = new Logbook()) {
      cache.put("key", 1);
      await().until(() -> closed.get() == 1);
      assertEquals(List.of(), log.records());
    }
    assertEquals(1, ear.closed.get());
  }

  @Test
  void anInterruptEndsTheWaitForTheRest() throws Exception {
    cache.events.register(new Ear(this::block).asynchronous());
    cache.put("key", 1);
    assertTrue(blocking.await(10, SECONDS));
    AtomicInteger interrupted = new AtomicInteger();
    Thread closer =
        new Thread(
            () -> {
              cache.events.close(Duration.ofSeconds(Long.MAX_VALUE));
              interrupted.set(Thread.currentThread().isInterrupted() ? 1 : -1);
            });
    try (Logbook log = new Logbook()) {
      closer.start();
      await().until(() -> closer.getState() == Thread.State.TIMED_WAITING);
      closer.interrupt();
      closer.join(10_000);
      assertEquals(1, interrupted.get());
      assertEquals(1, log.records().size());
    }
  }
}

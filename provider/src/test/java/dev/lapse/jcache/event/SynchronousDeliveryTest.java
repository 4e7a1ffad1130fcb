package dev.lapse.jcache.event;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.event.CacheEntryEventFilter;
import javax.cache.event.CacheEntryListenerException;
import javax.cache.event.EventType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class SynchronousDeliveryTest {

  /** Two keys of one lane: their hash codes are equal. */
  private static final String KEY = "Aa";

  private static final String NEIGHBOUR = "BB";

  private final Workers workers = new Workers("test");
  private final TinyCache cache = new TinyCache(workers);
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final CountDownLatch blocking = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final List<String> heard = new ArrayList<>();
  private Logbook log;

  @BeforeEach
  void openLog() {
    log = new Logbook();
  }

  @AfterEach
  void end() throws Exception {
    release.countDown();
    callers.shutdown();
    assertTrue(callers.awaitTermination(10, SECONDS));
    cache.events.close(Duration.ofSeconds(5));
    workers.shutdown();
    log.close();
  }

  private void hear(Object what) {
    synchronized (heard) {
      heard.add(what.toString());
    }
  }

  private List<String> heard() {
    synchronized (heard) {
      return List.copyOf(heard);
    }
  }

  private void block() {
    blocking.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theCallersThreadRunsTheListenerBeforeTheOperationReturns() {
    AtomicReference<Thread> thread = new AtomicReference<>();
    cache.events.register(new Ear(event -> thread.set(Thread.currentThread())).synchronous());
    cache.put(KEY, 1);
    assertSame(Thread.currentThread(), thread.get());
    assertEquals(0, cache.events.undelivered());
  }

  @Test
  void nothingIsOwedWhereNobodyListens() {
    assertFalse(cache.events.hasListeners());
    assertNull(cache.putWithoutDelivery(null, KEY, 1));
  }

  @Test
  void anOperationWithTwoEventsOfOneKeyDeliversBothInOrder() {
    cache.events.register(new Ear(this::hear).synchronous());
    Deliveries pending = cache.putWithoutDelivery(null, KEY, 1);
    assertSame(pending, cache.putWithoutDelivery(pending, KEY, 2));
    assertSame(pending, cache.putWithoutDelivery(pending, NEIGHBOUR, 3));
    assertEquals(List.of(), heard());
    pending.complete();
    assertEquals(
        List.of("CREATED Aa: null -> 1", "UPDATED Aa: 1 -> 2", "CREATED BB: null -> 3"), heard());
    pending.complete();
    assertEquals(3, heard().size());
  }

  @Test
  void aFailureReachesTheCallerAndNobodyElse() {
    IllegalStateException failure = new IllegalStateException("from the test");
    cache.events.register(
        new Ear(
                event -> {
                  throw failure;
                })
            .synchronous());
    cache.events.register(new Ear(this::hear).synchronous());
    CacheEntryListenerException thrown =
        assertThrows(CacheEntryListenerException.class, () -> cache.put(KEY, 1));
    assertSame(failure, thrown.getCause());
    assertTrue(thrown.getMessage().contains(TinyCache.NAME), thrown.getMessage());
    assertEquals(1, heard().size());
    assertThrows(CacheEntryListenerException.class, () -> cache.put(KEY, 2));
    assertEquals(List.of("CREATED Aa: null -> 1", "UPDATED Aa: 1 -> 2"), heard());
    assertEquals(List.of(), log.records());
  }

  @Test
  void furtherFailuresAreSuppressedInTheFirst() {
    Error first = new NoClassDefFoundError("first");
    RuntimeException second = new RuntimeException("second");
    for (Throwable failure : List.of(first, second)) {
      cache.events.register(
          new Ear(
                  event -> {
                    throw this.<RuntimeException>sneak(failure);
                  })
              .synchronous());
    }
    CacheEntryListenerException thrown =
        assertThrows(CacheEntryListenerException.class, () -> cache.put(KEY, 1));
    assertSame(first, thrown.getCause());
    assertEquals(1, thrown.getSuppressed().length);
    assertSame(second, thrown.getSuppressed()[0].getCause());
  }

  @SuppressWarnings("unchecked")
  private <T extends Throwable> T sneak(Throwable failure) throws T {
    throw (T) failure;
  }

  @Test
  void aListenerExceptionIsNotWrappedAgain() {
    CacheEntryListenerException failure = new CacheEntryListenerException("from the test");
    for (int listener = 0; listener < 2; listener++) {
      cache.events.register(
          new Ear(
                  event -> {
                    throw failure;
                  })
              .synchronous());
    }
    assertSame(failure, assertThrows(CacheEntryListenerException.class, () -> cache.put(KEY, 1)));
  }

  @Test
  void aFailingFilterFailsItsListenerAlone() {
    CacheEntryEventFilter<String, Integer> filter =
        event -> {
          throw new StackOverflowError("from the test");
        };
    cache.events.register(
        new MutableCacheEntryListenerConfiguration<>(
            () -> new Ear(event -> hear("unfiltered")), () -> filter, true, true));
    cache.events.register(new Ear(this::hear).synchronous());
    Throwable cause =
        assertThrows(CacheEntryListenerException.class, () -> cache.put(KEY, 1)).getCause();
    assertEquals(StackOverflowError.class, cause.getClass());
    assertEquals(List.of("CREATED Aa: null -> 1"), heard());
  }

  @Test
  void aFailingCopyFailsTheListenerThatItIsFor() {
    TinyCache failing = cache;
    EventSource<String, Integer> source =
        new EventSource<>() {
          @Override
          public javax.cache.Cache<String, Integer> cache() {
            return failing.cache();
          }

          @Override
          public String describe() {
            return TinyCache.NAME;
          }

          @Override
          public String keyOut(String stored) {
            return stored;
          }

          @Override
          public Integer valueOut(Object stored) {
            throw new IllegalStateException("no copy");
          }
        };
    EventDispatcher<String, Integer> dispatcher = new EventDispatcher<>(source, workers, 10);
    dispatcher.register(
        new MutableCacheEntryListenerConfiguration<>(() -> new Ear(this::hear), null, false, true));
    Deliveries created = new Deliveries();
    dispatcher.publish(created, Happening.CREATED, KEY, 1, null);
    Throwable cause = assertThrows(CacheEntryListenerException.class, created::complete).getCause();
    assertEquals("no copy", cause.getMessage());
    Deliveries removed = new Deliveries();
    dispatcher.publish(removed, Happening.REMOVED, KEY, null, 1);
    removed.complete();
    assertEquals(
        List.of("REMOVED Aa: null -> null"),
        heard()); // the old value is not required, so not copied
  }

  @Test
  void aListenerThatChangesItsOwnKeyGetsTheNextEventAfterThisOne() {
    cache.events.register(
        new Ear(
                event -> {
                  hear("begin " + event.getValue());
                  if (event.getValue() < 4) {
                    cache.put(KEY, event.getValue() + 1);
                    assertEquals(event.getValue() + 1, cache.get(KEY));
                  }
                  hear("end " + event.getValue());
                })
            .synchronous());
    cache.put(KEY, 1);
    assertEquals(
        List.of("begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3", "begin 4", "end 4"),
        heard());
    assertEquals(0, cache.events.undelivered());
  }

  @Test
  void aNestedEventIsDeliveredBeforeTheOutermostCallReturnsThoughOthersWait() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch secondPublished = new CountDownLatch(1);
    cache.events.register(
        new Ear(
                event -> {
                  hear(event.getValue());
                  if (event.getValue() == 1) {
                    inside.countDown();
                    awaitLatch(secondPublished);
                    cache.put(KEY, 3);
                  }
                })
            .synchronous());
    Future<?> second =
        callers.submit(
            () -> {
              awaitLatch(inside);
              Deliveries pending = cache.putWithoutDelivery(null, KEY, 2);
              secondPublished.countDown();
              pending.complete();
            });
    cache.put(KEY, 1);
    assertEquals(List.of("1", "2", "3"), heard());
    second.get(10, SECONDS);
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertTrue(latch.await(10, SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFailureOnANestedEventIsLogged() {
    cache.events.register(
        new Ear(
                event -> {
                  if (event.getValue() == 1) {
                    cache.put(KEY, 2);
                  } else {
                    throw new IllegalStateException("nested");
                  }
                })
            .synchronous());
    cache.put(KEY, 1);
    assertEquals(1, log.records().size());
    Throwable logged = log.records().get(0).getThrown();
    assertTrue(logged.getMessage().contains(TinyCache.NAME), logged.getMessage());
    assertEquals("nested", logged.getCause().getMessage());
  }

  @Test
  void aListenerThatChangesAnotherKeyGetsThatEventWithinTheCall() {
    cache.events.register(
        new Ear(
                event -> {
                  hear("begin " + event.getKey());
                  if (event.getKey().equals(KEY)) {
                    cache.put(NEIGHBOUR, 1);
                  }
                  hear("end " + event.getKey());
                })
            .synchronous());
    cache.put(KEY, 1);
    assertEquals(List.of("begin Aa", "begin BB", "end BB", "end Aa"), heard());
  }

  @Test
  void listenersThatCrossDoNotHang() throws Exception {
    CyclicBarrier bothInside = new CyclicBarrier(2);
    cache.events.register(
        new Ear(
                event -> {
                  hear(event.getKey() + ":" + event.getValue());
                  if (event.getValue() == 1) {
                    try {
                      bothInside.await(10, SECONDS);
                    } catch (Exception e) {
                      throw new AssertionError(e);
                    }
                    cache.put(event.getKey().equals("left") ? "right" : "left", 2);
                  }
                })
            .synchronous());
    Future<?> left = callers.submit(() -> cache.put("left", 1));
    Future<?> right = callers.submit(() -> cache.put("right", 1));
    left.get(10, SECONDS);
    right.get(10, SECONDS);
    List<String> events = heard();
    assertEquals(4, events.size());
    assertTrue(events.indexOf("left:1") < events.indexOf("left:2"), events.toString());
    assertTrue(events.indexOf("right:1") < events.indexOf("right:2"), events.toString());
    assertEquals(0, cache.events.undelivered());
  }

  @Test
  void listenersOfTwoCachesThatCrossDoNotHang() throws Exception {
    TinyCache other = new TinyCache(workers);
    CyclicBarrier bothInside = new CyclicBarrier(2);
    for (TinyCache one : List.of(cache, other)) {
      TinyCache opposite = one == cache ? other : cache;
      one.events.register(
          new Ear(
                  event -> {
                    hear((one == cache ? "left" : "right") + ":" + event.getValue());
                    if (event.getValue() == 1) {
                      try {
                        bothInside.await(10, SECONDS);
                      } catch (Exception e) {
                        throw new AssertionError(e);
                      }
                      opposite.put(KEY, 2);
                    }
                  })
              .synchronous());
    }
    Future<?> left = callers.submit(() -> cache.put(KEY, 1));
    Future<?> right = callers.submit(() -> other.put(KEY, 1));
    left.get(10, SECONDS);
    right.get(10, SECONDS);
    assertEquals(4, heard().size());
    assertEquals(0, cache.events.undelivered() + other.events.undelivered());
    other.events.close(Duration.ZERO);
    assertEquals(List.of(), log.records());
  }

  @Test
  void aListenerOnAWorkerMayChangeItsOwnKeyAndAnother() {
    cache.events.register(
        new Ear(
                event -> {
                  hear(event);
                  if (event.getEventType() == EventType.EXPIRED && event.getOldValue() < 3) {
                    cache.put(KEY, event.getOldValue() + 1);
                    cache.put(NEIGHBOUR, event.getOldValue() + 1);
                    cache.expire(KEY);
                  }
                })
            .synchronous());
    cache.put(KEY, 2);
    cache.expire(KEY);
    await().until(() -> cache.events.undelivered() == 0);
    assertEquals(
        List.of(
            "CREATED Aa: null -> 2",
            "EXPIRED Aa: 2 -> 2",
            "CREATED BB: null -> 3",
            "CREATED Aa: null -> 3",
            "EXPIRED Aa: 3 -> 3"),
        heard());
  }

  @Test
  void aListenerThatWaitsForAnotherThreadToChangeItsKeyDoesNotHang() {
    cache.events.register(
        new Ear(
                event -> {
                  hear("begin " + event.getValue());
                  if (event.getValue() == 1) {
                    try {
                      callers.submit(() -> cache.put(KEY, 2)).get(20, SECONDS);
                    } catch (Exception e) {
                      throw new AssertionError(e);
                    }
                  }
                  hear("end " + event.getValue());
                })
            .synchronous());
    cache.put(KEY, 1);
    assertEquals(List.of("begin 1", "end 1", "begin 2", "end 2"), heard());
    assertEquals(1, log.records().size());
    assertTrue(log.records().get(0).getMessage().contains(TinyCache.NAME));
    assertEquals(0, cache.events.undelivered());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aListenerMayWantALockWhoseOwnerWaitsForIt(boolean monitor) throws Exception {
    ReentrantLock lock = new ReentrantLock();
    cache.events.register(
        new Ear(
                event -> {
                  blocking.countDown();
                  locked(lock, monitor, () -> hear(event.getValue()));
                })
            .synchronous());
    AtomicReference<Future<?>> first = new AtomicReference<>();
    locked(
        lock,
        monitor,
        () -> {
          first.set(callers.submit(() -> cache.put(KEY, 1)));
          awaitLatch(blocking);
          cache.put(KEY, 2); // behind the first, which wants the lock
        });
    first.get().get(10, SECONDS);
    assertEquals(List.of("1", "2"), heard());
  }

  private static void locked(ReentrantLock lock, boolean monitor, Runnable action) {
    if (monitor) {
      synchronized (lock) {
        action.run();
      }
    } else {
      lock.lock();
      try {
        action.run();
      } finally {
        lock.unlock();
      }
    }
  }

  @Test
  void aListenerThatBlocksHoldsUpItsOwnKeyAlone() throws Exception {
    cache.events.register(
        new Ear(
                event -> {
                  if (event.getKey().equals(KEY)) {
                    block();
                  }
                  hear(event.getKey() + ":" + event.getValue());
                })
            .synchronous());
    Future<?> blocked = callers.submit(() -> cache.put(KEY, 1));
    awaitLatch(blocking);
    Future<?> behind = callers.submit(() -> cache.put(KEY, 2));
    await().until(() -> cache.get(KEY) == 2);
    for (int value = 1; value <= 3; value++) {
      cache.put(NEIGHBOUR, value);
    }
    assertEquals(List.of("BB:1", "BB:2", "BB:3"), heard());
    assertFalse(behind.isDone());
    release.countDown();
    blocked.get(10, SECONDS);
    behind.get(10, SECONDS);
    assertEquals(List.of("BB:1", "BB:2", "BB:3", "Aa:1", "Aa:2"), heard());
  }

  @Test
  void eachWaitingThreadRunsItsOwnEvent() throws Exception {
    List<Thread> threads = new ArrayList<>();
    ConcurrentLinkedQueue<Thread> ran = new ConcurrentLinkedQueue<>();
    cache.events.register(
        new Ear(
                event -> {
                  ran.add(Thread.currentThread());
                  if (event.getValue() == 0) {
                    block();
                  }
                })
            .synchronous());
    for (int value = 0; value < 5; value++) {
      int put = value;
      Thread thread = new Thread(() -> cache.put(KEY, put));
      threads.add(thread);
      thread.start();
      await()
          .until(
              () ->
                  Integer.valueOf(put).equals(cache.get(KEY))
                      && thread.getState() == Thread.State.WAITING);
    }
    release.countDown();
    for (Thread thread : threads) {
      thread.join(10_000);
    }
    assertEquals(threads, List.copyOf(ran));
  }

  @Test
  void aThreadThatIsSlowToComeHoldsUpNobody() {
    cache.events.register(
        new Ear(
                event -> {
                  hear(event.getValue());
                  if (event.getValue() == 1) {
                    throw new IllegalStateException("the first");
                  }
                })
            .synchronous());
    Deliveries slow = cache.putWithoutDelivery(null, KEY, 1);
    cache.put(KEY, 2);
    assertEquals(List.of("1", "2"), heard());
    Throwable cause = assertThrows(CacheEntryListenerException.class, slow::complete).getCause();
    assertEquals("the first", cause.getMessage());
    assertEquals(List.of("1", "2"), heard());
  }

  @Test
  void anEventFromTheReaperIsDeliveredByTheWorkers() {
    AtomicReference<String> thread = new AtomicReference<>();
    cache.events.register(
        new Ear(
                event -> {
                  thread.set(Thread.currentThread().getName());
                  hear(event);
                })
            .synchronous());
    cache.put(KEY, 1);
    assertTrue(cache.expire(KEY));
    await().until(() -> cache.events.undelivered() == 0);
    assertEquals(List.of("CREATED Aa: null -> 1", "EXPIRED Aa: 1 -> 1"), heard());
    assertTrue(thread.get().startsWith("lapse-events-test-"), thread.get());
  }

  @Test
  void theWorkersDoNotWaitForAKeyThatIsBlocked() throws Exception {
    AtomicInteger blocked = new AtomicInteger();
    cache.events.register(
        new Ear(
                event -> {
                  if (event.getKey().startsWith("blocked") && event.getOldValue() != null) {
                    blocked.incrementAndGet();
                    block();
                  }
                  hear(event.getKey());
                })
            .synchronous());
    List<String> keys = List.of("blocked1", "blocked2", "blocked3", "free");
    for (String key : keys) {
      cache.put(key, 1);
    }
    synchronized (heard) {
      heard.clear();
    }
    for (String key : keys.subList(0, 3)) {
      cache.expire(key);
      await().until(() -> blocked.get() == keys.indexOf(key) + 1);
    }
    cache.expire("free");
    await().until(() -> heard().equals(List.of("free")));
    assertEquals(3, cache.events.undelivered());
  }

  @Test
  void aFailureThatNobodyCanBeToldIsLoggedWithTheNames() {
    cache.events.register(
        new Ear(
                event -> {
                  hear(event);
                  if (event.getOldValue() != null) {
                    throw new IllegalStateException("unattended");
                  }
                })
            .synchronous());
    for (int round = 1; round <= 2; round++) {
      cache.put(KEY, round);
      cache.expire(KEY);
      int events = round * 2;
      await().until(() -> heard().size() == events && cache.events.undelivered() == 0);
    }
    await().until(() -> log.records().size() == 2);
    Throwable logged = log.records().get(0).getThrown();
    assertTrue(logged.getMessage().contains(TinyCache.NAME), logged.getMessage());
    assertNotNull(logged.getCause());
  }

  @Test
  void aCallerTakesOverWhatTheWorkersHaveNotBegun() {
    List<Runnable> refused = new ArrayList<>();
    TinyCache idle = new TinyCache(refused::add);
    idle.events.register(new Ear(this::hear).synchronous());
    idle.put(KEY, 1);
    idle.expire(KEY);
    assertEquals(1, idle.events.undelivered());
    idle.put(KEY, 2);
    assertEquals(
        List.of("CREATED Aa: null -> 1", "EXPIRED Aa: 1 -> 1", "CREATED Aa: null -> 2"), heard());
    assertEquals(0, idle.events.undelivered());
    refused.forEach(Runnable::run);
    assertEquals(3, heard().size());
  }

  @Test
  void anInterruptedCallerStillWaitsAndKeepsItsStatus() throws Exception {
    cache.events.register(
        new Ear(
                event -> {
                  if (event.getValue() == 1) {
                    block();
                  }
                  hear(event.getValue());
                })
            .synchronous());
    Future<?> first = callers.submit(() -> cache.put(KEY, 1));
    awaitLatch(blocking);
    AtomicReference<Boolean> interrupted = new AtomicReference<>();
    Thread second =
        new Thread(
            () -> {
              cache.put(KEY, 2);
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    second.start();
    await().until(() -> second.getState() == Thread.State.WAITING);
    second.interrupt();
    release.countDown();
    second.join(10_000);
    first.get(10, SECONDS);
    assertEquals(List.of("1", "2"), heard());
    assertEquals(true, interrupted.get());
  }

  @Test
  void endlessRecursionThroughListenersEndsAndLeavesNoKeyStuck() {
    AtomicInteger depth = new AtomicInteger();
    cache.events.register(
        new Ear(
                event -> {
                  if (event.getValue() == 1) {
                    cache.put("deep" + depth.incrementAndGet(), 1);
                  }
                })
            .synchronous());
    assertThrows(CacheEntryListenerException.class, () -> cache.put("deep0", 1));
    assertTrue(depth.get() > 100);
    assertEquals(0, cache.events.undelivered());
    Future<?> others =
        callers.submit(
            () -> {
              for (int key = 0; key < depth.get(); key++) {
                cache.put("deep" + key, 2);
              }
            });
    await().until(others::isDone);
  }
}

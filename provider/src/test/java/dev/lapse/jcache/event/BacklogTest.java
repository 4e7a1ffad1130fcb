package dev.lapse.jcache.event;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is undelivered: counted, bounded, kept, and worked off without a task for each event. */
@Timeout(60)
class BacklogTest {

  private static final int BOUND = 100;

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final List<Object> heard = new ArrayList<>();

  /** Its workers do nothing before they are told to. */
  private final TinyCache cache = new TinyCache(tasks::add, BOUND);

  private void hear(Object event) {
    heard.add(event.toString());
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  private void putAndExpire(int key) {
    cache.put("key" + key, key);
    cache.expire("key" + key);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void countsOneForEachListenerOfAnEventThatNobodyWaitsFor(boolean synchronous) {
    for (int listener = 0; listener < 3; listener++) {
      cache.events.register(new Ear(this::hear).listening(synchronous));
    }
    putAndExpire(1);
    assertEquals(synchronous ? 3 : 6, cache.events.undelivered());
    runTasks();
    assertEquals(0, cache.events.undelivered());
    assertEquals(6, heard.size());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isBehindFromTheBoundOnAndTellsOnceWhenItHasCaughtUp(boolean synchronous) {
    AtomicInteger told = new AtomicInteger();
    List<Long> undeliveredThen = new ArrayList<>();
    cache.events.whenCaughtUp(
        () -> {
          told.incrementAndGet();
          undeliveredThen.add(cache.events.undelivered());
        });
    List<Long> undelivered = new ArrayList<>();
    cache.events.register(
        new Ear(event -> undelivered.add(cache.events.undelivered())).listening(synchronous));
    for (int round = 1; round <= 2; round++) {
      int eventsOfAPair = synchronous ? 1 : 2;
      for (int key = 0; key < BOUND / eventsOfAPair; key++) {
        assertFalse(cache.events.isBehind());
        putAndExpire(key);
      }
      assertTrue(cache.events.isBehind());
      assertEquals(BOUND, cache.events.undelivered());
      undelivered.clear();
      runTasks();
      assertFalse(cache.events.isBehind());
      assertEquals(round, told.get());
      assertEquals(BOUND / 2 - 1, undeliveredThen.get(round - 1));
      assertEquals(BOUND, undelivered.get(0)); // each is counted until its listener has returned
      assertEquals(1, undelivered.get(BOUND - 1));
    }
  }

  @Test
  void doesNotTellWhereNobodyHasAskedMeanwhile() {
    AtomicInteger told = new AtomicInteger();
    cache.events.whenCaughtUp(told::incrementAndGet);
    cache.events.register(new Ear(this::hear).asynchronous());
    for (int key = 0; key < BOUND; key++) {
      putAndExpire(key);
    }
    runTasks();
    assertEquals(0, told.get());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void worksOffAnyNumberOfEventsInFewTasks(boolean synchronous) {
    AtomicInteger submitted = new AtomicInteger();
    TinyCache busy =
        new TinyCache(
            task -> {
              submitted.incrementAndGet();
              tasks.add(task);
            });
    busy.events.register(new Ear(this::hear).listening(synchronous));
    int keys = 100_000;
    for (int key = 0; key < keys; key++) {
      busy.put("key" + key, key);
      busy.expire("key" + key);
    }
    runTasks();
    assertEquals(2 * keys, heard.size());
    assertTrue(submitted.get() < 2 * keys / 100, submitted + " tasks");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void keepsWhatTheWorkersRefuseAndTriesAgainWithTheNextEvent(boolean synchronous) {
    AtomicInteger refusals = new AtomicInteger(20);
    TinyCache refused =
        new TinyCache(
            task -> {
              if (refusals.getAndDecrement() > 0) {
                throw new RejectedExecutionException("from the test");
              }
              tasks.add(task);
            });
    refused.events.register(new Ear(this::hear).listening(synchronous));
    try (Logbook log = new Logbook()) {
      for (int value = 1; value <= 5; value++) {
        refused.put("key", value);
      }
      refused.expire("key");
      assertEquals(1, log.records().size());
      assertTrue(log.records().get(0).getMessage().contains(TinyCache.NAME));
    }
    runTasks();
    assertEquals(synchronous ? 5 : 0, heard.size());
    assertTrue(refusals.get() > 0);
    refusals.set(0);
    refused.put(
        "other", 1); // of another stripe perhaps, so that it is not the one to wake the first
    refused.put("key", 6);
    runTasks();
    List<Object> ofTheKey =
        heard.stream().filter(event -> event.toString().contains(" key")).toList();
    assertEquals(7, ofTheKey.size());
    assertEquals("EXPIRED key: 5 -> 5", ofTheKey.get(5));
    assertEquals("CREATED key: null -> 6", ofTheKey.get(6));
    assertEquals(0, refused.events.undelivered());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void triesAgainWhenAskedWhetherItIsBehind(boolean synchronous) {
    AtomicInteger refusals = new AtomicInteger(1_000);
    TinyCache refused =
        new TinyCache(
            task -> {
              if (refusals.getAndDecrement() > 0) {
                throw new OutOfMemoryError("from the test: no more threads");
              }
              tasks.add(task);
            });
    refused.events.register(new Ear(this::hear).listening(synchronous));
    try (Logbook log = new Logbook()) {
      refused.put("key", 1);
      refused.expire("key");
      assertEquals(1, log.records().size());
    }
    refusals.set(0);
    assertFalse(refused.events.isBehind());
    runTasks();
    assertEquals(2, heard.size());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void deliversAMillionEventsOnceEach(boolean synchronous) {
    Workers workers = new Workers("million");
    TinyCache large = new TinyCache(workers, 10_000);
    LongAdder count = new LongAdder();
    LongAdder sum = new LongAdder();
    large.events.register(
        new Ear(
                event -> {
                  if (event.getValue() < 0) {
                    return;
                  }
                  count.increment();
                  sum.add(event.getValue());
                })
            .listening(synchronous));
    Semaphore caughtUp = new Semaphore(0);
    large.events.whenCaughtUp(caughtUp::release);
    int events = 1_000_000;
    long expected = 0;
    long most = 0;
    for (int event = 0; event < events; event++) {
      if (event % 100 == 0 && large.events.isBehind()) {
        most = Math.max(most, large.events.undelivered());
        caughtUp.acquireUninterruptibly();
      }
      large.events.publishUnattended(Happening.EXPIRED, "key" + event % 50_000, null, event);
      expected += event;
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> large.events.undelivered() == 0);
    assertEquals(events, count.sum());
    assertEquals(expected, sum.sum());
    assertTrue(most < 11_000, most + " undelivered");
    large.events.close(Duration.ofSeconds(1));
    workers.shutdown();
  }
}

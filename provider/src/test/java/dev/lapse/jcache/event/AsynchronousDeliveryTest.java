package dev.lapse.jcache.event;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.event.CacheEntryEventFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AsynchronousDeliveryTest {

  private final Workers workers = new Workers("test");
  private final TinyCache cache = new TinyCache(workers);
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private final CountDownLatch blocking = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private Logbook log;

  @BeforeEach
  void openLog() {
    log = new Logbook();
  }

  @AfterEach
  void end() {
    release.countDown();
    cache.events.close(Duration.ofSeconds(5));
    workers.shutdown();
    log.close();
  }

  private void hear(Object event) {
    heard.add(event.toString());
  }

  private void block() {
    blocking.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void awaitUndelivered(long count) {
    await().until(() -> cache.events.undelivered() == count);
  }

  @Test
  void theCallerOwesNothingAndAWorkerRunsTheListener() {
    AtomicReference<Thread> thread = new AtomicReference<>();
    cache.events.register(
        new Ear(
                event -> {
                  block();
                  thread.set(Thread.currentThread());
                })
            .asynchronous());
    assertNull(cache.putWithoutDelivery(null, "key", 1));
    assertNull(thread.get());
    assertEquals(1, cache.events.undelivered());
    release.countDown();
    awaitUndelivered(0);
    assertTrue(thread.get().getName().startsWith("lapse-events-test-"), thread.get().getName());
  }

  @Test
  void aListenerThatThrowsIsLoggedAndGetsTheNextEvent() {
    List<Throwable> failures =
        List.of(new IllegalStateException(), new NoClassDefFoundError("from the test"));
    cache.events.register(
        new Ear(
                event -> {
                  hear(event);
                  throw AsynchronousDeliveryTest.<RuntimeException>sneak(
                      failures.get(event.getValue() % 2));
                })
            .asynchronous());
    cache.events.register(new Ear(this::hear).asynchronous());
    for (int value = 0; value < 4; value++) {
      cache.put("key", value);
    }
    awaitUndelivered(0);
    assertEquals(8, heard.size());
    // The first, the second, the fourth, the eighth and so on, lest a broken listener floods the
    // log.
    assertEquals(3, log.records().size());
    int record = 0;
    for (int event : new int[] {0, 1, 3}) {
      Throwable logged = log.records().get(record++).getThrown();
      assertTrue(logged.getMessage().contains(TinyCache.NAME), logged.getMessage());
      assertEquals(failures.get(event % 2), logged.getCause());
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T sneak(Throwable failure) throws T {
    throw (T) failure;
  }

  @Test
  void aFilterThatThrowsIsLoggedAndAskedAboutTheNextEvent() {
    CacheEntryEventFilter<String, Integer> filter =
        event -> {
          if (event.getValue() == 1) {
            throw new IllegalStateException("from the test");
          }
          return event.getValue() != 2;
        };
    cache.events.register(
        new MutableCacheEntryListenerConfiguration<>(
            () -> new Ear(this::hear), () -> filter, true, false));
    for (int value = 1; value <= 3; value++) {
      cache.put("key", value);
    }
    awaitUndelivered(0);
    assertEquals(List.of("UPDATED key: 2 -> 3"), List.copyOf(heard));
    assertEquals(1, log.records().size());
  }

  @Test
  void aListenerThatLeavesItsThreadInterruptedDoesNotDisturbTheNext() {
    cache.events.register(
        new Ear(
                event -> {
                  hear(Thread.currentThread().isInterrupted());
                  Thread.currentThread().interrupt();
                })
            .asynchronous());
    cache.put("key", 1);
    cache.put("key", 2);
    awaitUndelivered(0);
    assertEquals(List.of("false", "false"), List.copyOf(heard));
  }

  @Test
  void aListenerThatBlocksHoldsUpNeitherOtherListenersNorOtherCachesNorMostKeys() {
    Ear blocked =
        new Ear(
            event -> {
              if (event.getKey().equals("blocked")) {
                block();
              }
              hear("first");
            });
    cache.events.register(blocked.asynchronous());
    cache.events.register(new Ear(event -> hear("second")).asynchronous());
    TinyCache other = new TinyCache(workers);
    other.events.register(new Ear(event -> hear("other")).asynchronous());
    cache.put("blocked", 0);
    for (int key = 0; key < 1000; key++) {
      cache.put("key" + key, key);
      other.put("key" + key, key);
    }
    await().until(() -> heard.stream().filter("second"::equals).count() == 1001);
    await().until(() -> heard.stream().filter("other"::equals).count() == 1000);
    await().until(() -> heard.stream().filter("first"::equals).count() > 600);
    assertTrue(cache.events.undelivered() > 100, cache.events.undelivered() + " undelivered");
    other.events.close(Duration.ofSeconds(5));
  }

  @Test
  void aListenerMayChangeItsOwnKeyWhereOthersAreSynchronous() {
    cache.events.register(
        new Ear(
                event -> {
                  if (event.getValue() < 5) {
                    cache.put("key", event.getValue() + 1);
                  }
                })
            .asynchronous());
    cache.events.register(new Ear(event -> hear(event.getValue())).synchronous());
    cache.put("key", 1);
    await().until(() -> heard.size() == 5);
    assertEquals(List.of("1", "2", "3", "4", "5"), List.copyOf(heard));
    awaitUndelivered(0);
  }

  @Test
  void aPoolOfOneThreadIsEnough() throws Exception {
    ExecutorService single = Executors.newSingleThreadExecutor();
    TinyCache narrow = new TinyCache(single);
    narrow.events.register(new Ear(this::hear).asynchronous());
    narrow.events.register(new Ear(this::hear).synchronous());
    for (int key = 0; key < 1000; key++) {
      narrow.put("key" + key, key);
      narrow.expire("key" + key);
    }
    await().until(() -> heard.size() == 4000);
    assertFalse(narrow.events.isBehind());
    narrow.events.close(Duration.ofSeconds(5));
    single.shutdown();
    assertTrue(single.awaitTermination(10, SECONDS));
  }
}

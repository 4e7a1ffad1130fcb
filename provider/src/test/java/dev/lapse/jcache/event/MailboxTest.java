package dev.lapse.jcache.event;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What lies between publishers and the worker of an asynchronous listener. */
@Timeout(60)
class MailboxTest {

  @Test
  void aWorkerIsAskedForOnceEachTimeThatThereIsNone() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    TinyCache cache = new TinyCache(tasks::add, 1_000_000);
    List<Integer> heard = new ArrayList<>();
    cache.events.register(new Ear(event -> heard.add(event.getValue())).asynchronous());
    List<Integer> expected = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(4711);
    for (int round = 0; round < 200; round++) {
      for (int more = random.nextInt(1, 2 * EventChunk.SIZE); more > 0; more--) {
        expected.add(expected.size());
        cache.put("key", expected.size() - 1);
      }
      assertEquals(1, tasks.size());
      tasks.remove().run();
      assertEquals(0, cache.events.undelivered());
    }
    assertEquals(List.of(), List.copyOf(tasks));
    assertEquals(expected, heard);
  }

  @Test
  void whatAListenerPublishesIntoItsOwnMailboxComesNext() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    TinyCache cache = new TinyCache(tasks::add, 1_000_000);
    List<Integer> heard = new ArrayList<>();
    int most = 10 * EventChunk.SIZE;
    cache.events.register(
        new Ear(
                event -> {
                  heard.add(event.getValue());
                  if (event.getValue() < most) {
                    cache.put("key", event.getValue() + 1);
                  }
                })
            .asynchronous());
    cache.put("key", 0);
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
    assertEquals(most + 1, heard.size());
    assertEquals(most, heard.get(most));
  }

  @Test
  void eventsOfManyPublishersComeOnceAndInOrderWhileWorkersComeAndGo() throws Exception {
    int publishers = 4;
    int events = 20_000;
    Workers workers = new Workers("mailbox");
    TinyCache cache = new TinyCache(workers, 1_000_000);
    Map<String, Integer> latest = new ConcurrentHashMap<>();
    AtomicInteger outOfOrder = new AtomicInteger();
    cache.events.register(
        new Ear(
                event -> {
                  Integer before = latest.put(event.getKey(), event.getValue());
                  if (event.getValue() != (before == null ? 0 : before + 1)) {
                    outOfOrder.incrementAndGet();
                  }
                })
            .asynchronous());
    ExecutorService threads = Executors.newFixedThreadPool(publishers);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int publisher = 0; publisher < publishers; publisher++) {
        String key = "key" + publisher;
        SplittableRandom random = new SplittableRandom(publisher);
        ends.add(
            threads.submit(
                () -> {
                  int pause = 0;
                  for (int value = 0; value < events; value++) {
                    cache.put(key, value);
                    if (pause-- == 0) { // about now the worker goes, or has gone
                      pause = random.nextInt(200);
                      int published = value;
                      await()
                          .pollDelay(Duration.ZERO)
                          .pollInterval(Duration.ofNanos(random.nextInt(1, 1_000_000)))
                          .until(() -> latest.getOrDefault(key, -1) == published);
                    }
                  }
                }));
      }
      for (Future<?> end : ends) {
        end.get(60, TimeUnit.SECONDS);
      }
      await().until(() -> cache.events.undelivered() == 0);
      assertEquals(0, outOfOrder.get());
      assertEquals(publishers, latest.size());
      assertTrue(latest.values().stream().allMatch(value -> value == events - 1));
    } finally {
      threads.shutdownNow();
      cache.events.close(Duration.ofSeconds(5));
      workers.shutdown();
    }
  }

  /** With a place in a chunk that is there, and in one that nobody else will ever need. */
  @ParameterizedTest
  @ValueSource(ints = {3, EventChunk.SIZE})
  void eventsGoOnWithoutOneWhosePublisherHasFailed(int before) {
    Workers workers = new Workers("mailbox");
    List<Integer> heard = new CopyOnWriteArrayList<>();
    Mailbox mailbox = mailbox(heard, workers, new Backlog(1000, () -> 0));
    for (int event = 0; event < before; event++) {
      mailbox.post(Happening.CREATED, "key", event, null);
    }
    mailbox.takeNumber(); // and the memory for the chunk could not be had
    mailbox.retry();
    await().until(mailbox::isIdle);
    mailbox.post(Happening.CREATED, "key", before, null);
    await().until(mailbox::isIdle);
    assertEquals(IntStream.rangeClosed(0, before).boxed().toList(), heard);
    workers.shutdown();
  }

  /** Within a chunk, and after the worker has left the chunk for another one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2 * EventChunk.SIZE + 5})
  void aPublisherThatHasBeenGivenUpPostsAgain(int givenUp) {
    Queue<Runnable> tasks = new ArrayDeque<>();
    List<Integer> heard = new ArrayList<>();
    Mailbox mailbox = mailbox(heard, tasks::add, new Backlog(1000, () -> 0));
    for (int number = 0; number < givenUp; number++) {
      mailbox.goOnWithout(number);
    }
    mailbox.post(Happening.CREATED, "key", 1, null);
    mailbox.post(Happening.UPDATED, "key", 2, 1);
    assertEquals(1, tasks.size());
    tasks.remove().run();
    assertEquals(List.of(1, 2), heard);
    assertTrue(mailbox.isIdle());
  }

  @Test
  void aPlaceIsFilledInOrGivenUp() {
    EventChunk chunk = new EventChunk(0);
    assertTrue(chunk.giveUp(1));
    assertFalse(chunk.fill(1, Happening.CREATED, "key", 1, null));
    assertTrue(chunk.fill(2, Happening.CREATED, "key", 1, null));
    assertFalse(chunk.giveUp(2));
  }

  @Test
  void aWorkerThatHasFailedIsReplaced() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    List<Integer> heard = new ArrayList<>();
    AtomicBoolean fails = new AtomicBoolean();
    Backlog backlog =
        new Backlog(
            1000,
            () -> {
              if (fails.getAndSet(false)) {
                throw new OutOfMemoryError("only for this test");
              }
              return 2000;
            });
    Mailbox mailbox = mailbox(heard, tasks::add, backlog);
    assertTrue(backlog.isBehind()); // so that the worker asks whether it has lessened
    mailbox.post(Happening.CREATED, "key", 1, null);
    fails.set(true);
    assertThrows(OutOfMemoryError.class, tasks.remove()::run);
    mailbox.post(Happening.UPDATED, "key", 2, 1);
    assertEquals(1, tasks.size());
    tasks.remove().run();
    assertEquals(List.of(1, 2), heard);
  }

  private static Mailbox mailbox(List<Integer> heard, Executor workers, Backlog backlog) {
    TinyCache cache = new TinyCache(workers);
    return Registration.create(
            cache,
            new Ear(event -> heard.add(event.getValue())).asynchronous(),
            new Bookkeeping(cache, new Submitter(workers, cache), backlog, new Departures()))
        .mailboxes()
        .get(0);
  }

  /** Equal keys, so of one mailbox, but each an object of its own. */
  private static String freshKey() {
    return String.valueOf(new char[] {'k', 'e', 'y'});
  }

  @Test
  void aDeliveredEventIsNotKept() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    TinyCache cache = new TinyCache(tasks::add, 1_000_000);
    AtomicInteger heard = new AtomicInteger();
    cache.events.register(new Ear(event -> heard.incrementAndGet()).asynchronous());
    List<WeakReference<String>> keys = new ArrayList<>();
    for (int event = 0; event < EventChunk.SIZE + 2; event++) {
      String key = freshKey();
      keys.add(new WeakReference<>(key));
      cache.events.publishUnattended(Happening.EXPIRED, key, null, event);
    }
    tasks.remove().run();
    assertEquals(EventChunk.SIZE + 2, heard.get());
    awaitCollected(keys);
  }

  @Test
  void aDroppedEventIsNotKeptByAListenerThatDoesNotReturn() {
    Workers workers = new Workers("mailbox");
    TinyCache cache = new TinyCache(workers, 1_000_000);
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger heard = new AtomicInteger();
    cache.events.register(
        new Ear(
                event -> {
                  heard.incrementAndGet();
                  try {
                    release.await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                })
            .asynchronous());
    List<WeakReference<String>> keys = new ArrayList<>();
    for (int event = 0; event < 10 * EventChunk.SIZE; event++) {
      String key = freshKey();
      keys.add(new WeakReference<>(key));
      cache.events.publishUnattended(Happening.EXPIRED, key, null, event);
    }
    await().until(() -> heard.get() == 1);
    cache.events.close(Duration.ofMillis(1));
    awaitCollected(keys.subList(2 * EventChunk.SIZE, keys.size()));
    release.countDown();
    workers.shutdown();
    assertEquals(1, heard.get());
  }

  private static void awaitCollected(List<WeakReference<String>> references) {
    await()
        .until(
            () -> {
              System.gc();
              return references.stream().allMatch(reference -> reference.refersTo(null));
            });
  }
}

package dev.lapse.jcache.event;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.EventType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many threads at few keys. Each listener checks for each key that the old value of an event is the
 * new one of the event before, that no two calls overlap, and that it gets as many events as were
 * published.
 */
@Timeout(120)
class OrderUnderContentionTest {

  private static final int THREADS = 6;

  private final Workers workers = new Workers("contention");
  private final TinyCache cache = new TinyCache(workers);
  private final ExecutorService callers = Executors.newFixedThreadPool(THREADS);
  private final LongAdder published = new LongAdder();
  private final Collection<String> faults = new ConcurrentLinkedQueue<>();

  @AfterEach
  void end() throws Exception {
    callers.shutdownNow();
    assertTrue(callers.awaitTermination(10, SECONDS));
    cache.events.close(Duration.ofSeconds(5));
    workers.shutdown();
  }

  /** What one listener knows of one key. */
  private static final class Chain {
    final AtomicInteger inside = new AtomicInteger();
    @Nullable Integer last;
  }

  /** Checks the chains of all keys as one listener sees them. */
  private final class Witness
      implements Consumer<CacheEntryEvent<? extends String, ? extends Integer>> {

    final LongAdder heard = new LongAdder();
    private final Map<String, Chain> chains = new ConcurrentHashMap<>();
    private final Consumer<CacheEntryEvent<? extends String, ? extends Integer>> more;

    Witness(Consumer<CacheEntryEvent<? extends String, ? extends Integer>> more) {
      this.more = more;
    }

    @Override
    public void accept(CacheEntryEvent<? extends String, ? extends Integer> event) {
      Chain chain = chains.computeIfAbsent(event.getKey(), key -> new Chain());
      if (chain.inside.incrementAndGet() != 1) {
        faults.add("Two calls at a time for " + event);
      }
      Integer old = event.getEventType() == EventType.CREATED ? null : event.getOldValue();
      if (old == null ? chain.last != null : !old.equals(chain.last)) {
        faults.add(event + " after " + chain.last);
      }
      boolean gone =
          event.getEventType() == EventType.REMOVED || event.getEventType() == EventType.EXPIRED;
      chain.last = gone ? null : event.getValue();
      heard.increment();
      try {
        more.accept(event);
      } finally {
        chain.inside.decrementAndGet();
      }
    }
  }

  private void hammer(int operationsPerThread, int keys, long seed) throws Exception {
    List<Future<?>> all = new ArrayList<>();
    SplittableRandom seeds = new SplittableRandom(seed);
    AtomicInteger values = new AtomicInteger();
    for (SplittableRandom random :
        IntStream.range(0, THREADS).mapToObj(thread -> seeds.split()).toList()) {
      all.add(
          callers.submit(
              () -> {
                for (int operation = 0; operation < operationsPerThread; operation++) {
                  operate(
                      "key" + random.nextInt(keys), random.nextInt(10), values.incrementAndGet());
                }
              }));
    }
    for (Future<?> one : all) {
      one.get(100, SECONDS);
    }
    await().atMost(60, SECONDS).until(() -> cache.events.undelivered() == 0);
  }

  private void operate(String key, int what, int value) {
    if (what < 7) {
      published.increment();
      cache.put(key, value);
    } else if (what < 9) {
      if (cache.expire(key)) {
        published.increment();
      }
    } else if (cache.remove(key)) {
      published.increment();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 50})
  void theChainOfEachKeyIsUnbroken(int keys) throws Exception {
    List<Witness> witnesses = new ArrayList<>();
    for (int listener = 0; listener < 4; listener++) {
      Witness witness = new Witness(event -> {});
      witnesses.add(witness);
      cache.events.register(new Ear(witness).listening(listener % 2 == 0));
    }
    hammer(keys == 1 ? 5_000 : 30_000, keys, 42);
    assertEquals(List.of(), List.copyOf(faults));
    for (Witness witness : witnesses) {
      assertEquals(published.sum(), witness.heard.sum());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 50})
  void theChainIsUnbrokenWhereListenersChangeTheSameAndOtherKeys(int keys) throws Exception {
    Witness asynchronous = new Witness(event -> {});
    cache.events.register(new Ear(asynchronous).asynchronous());
    Witness synchronous =
        new Witness(
            event -> {
              int value = event.getValue() == null ? 1 : event.getValue();
              if (value % 7 == 0) { // a value of its own, so that this ends
                operate("key" + value / 7 % keys, value / 7 % 10, value + 1);
              }
            });
    cache.events.register(new Ear(synchronous).synchronous());
    hammer(10_000, keys, 4711);
    assertEquals(List.of(), List.copyOf(faults));
    assertEquals(published.sum(), synchronous.heard.sum());
    assertEquals(published.sum(), asynchronous.heard.sum());
  }
}

package dev.lapse.jcache.suite;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.integration.CacheLoaderException;
import javax.cache.integration.CompletionListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code loadAll}: which keys it asks for, that it does not block, and that its listener hears of
 * the end exactly once.
 */
class LoadAllTest extends SuiteTest {

  private final RecordingLoader<Integer, String> loader = new RecordingLoader<>(key -> "L" + key);
  private final RecordingListener<Integer, String> listener = new RecordingListener<>();

  /** Writes down each call, and may throw in it. */
  private static final class Completion implements CompletionListener {
    final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final RuntimeException thrown;

    Completion() {
      this(null);
    }

    Completion(RuntimeException thrown) {
      this.thrown = thrown;
    }

    @Override
    public void onCompletion() {
      heard("completed");
    }

    @Override
    public void onException(Exception e) {
      heard("failed with " + e.getClass().getSimpleName());
    }

    private void heard(String call) {
      calls.add(call);
      if (thrown != null) {
        throw thrown;
      }
    }

    void assertHears(String expected) {
      await().atMost(SOON).until(() -> !calls.isEmpty());
      await().during(Duration.ofMillis(50)).atMost(SOON).until(() -> calls.size() == 1);
      assertEquals(List.of(expected), calls);
    }
  }

  private MutableConfiguration<Integer, String> loading() {
    return configuration()
        .setStatisticsEnabled(true)
        .setCacheLoaderFactory(() -> loader)
        .addCacheEntryListenerConfiguration(synchronous(listener));
  }

  private static Set<Integer> keys(int count) {
    return IntStream.range(0, count).boxed().collect(Collectors.toCollection(HashSet::new));
  }

  @Test
  void asksForTheKeysThatAreNotThere() throws Exception {
    Cache<Integer, String> cache =
        world.create(loading().setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(100))));
    cache.put(1, "dead");
    clock.advanceMillis(100);
    cache.put(2, "live");
    loadAll(cache, Set.of(1, 2, 3), false);
    assertEquals(Set.of(1, 3), Set.copyOf(loader.loaded()));
    assertEquals(Map.of(1, "L1", 2, "live", 3, "L3"), cache.getAll(Set.of(1, 2, 3)));
    assertEquals(List.of("CREATED dead", "EXPIRED dead", "CREATED L1"), listener.of(1));
    assertEquals(List.of("CREATED live"), listener.of(2));
  }

  @Test
  void replacesWhatIsThereIfItIsTold() throws Exception {
    Cache<Integer, String> cache = world.create(loading());
    cache.put(1, "old");
    loadAll(cache, Set.of(1, 2), true);
    assertEquals(List.of("CREATED old", "UPDATED old>L1"), listener.of(1));
    assertEquals(List.of("CREATED L2"), listener.of(2));
    assertEquals("0 0 1 0", Counters.of(cache).four(), "a load is no put");
  }

  @Test
  void doesNotBlockAndDoesNotKeepTheSet() {
    Gate gate = new Gate();
    loader.source =
        key -> {
          gate.pass();
          return "L" + key;
        };
    Cache<Integer, String> cache = world.create(loading());
    Completion completion = new Completion();
    Set<Integer> keys = new LinkedHashSet<>(Set.of(1, 2, 3));
    assertTimeoutPreemptively(SOON, () -> cache.loadAll(keys, true, completion));
    keys.clear();
    gate.awaitArrival();
    assertEquals(List.of(), completion.calls);
    gate.open();
    completion.assertHears("completed");
    assertEquals(Map.of(1, "L1", 2, "L2", 3, "L3"), cache.getAll(Set.of(1, 2, 3)));
  }

  @Test
  void completesForNoKeysAndWithoutALoader() {
    Completion forNothing = new Completion();
    world.create(loading()).loadAll(Set.of(), true, forNothing);
    forNothing.assertHears("completed");
    Completion withoutLoader = new Completion();
    Cache<Integer, String> cache = world.plain();
    cache.loadAll(Set.of(1), true, withoutLoader);
    withoutLoader.assertHears("completed");
    assertFalse(cache.containsKey(1), "no loader, no objects");
    Completion allThere = new Completion();
    Cache<Integer, String> full = world.create(loading());
    full.put(1, "A");
    full.loadAll(Set.of(1), false, allThere);
    allThere.assertHears("completed");
  }

  @Test
  void listenerMayBeMissing() {
    Cache<Integer, String> cache = world.create(loading());
    cache.loadAll(keys(50), true, null);
    await().atMost(SOON).until(() -> keys(50).stream().allMatch(cache::containsKey));
    loader.source =
        key -> {
          throw new IllegalStateException("on purpose");
        };
    cache.loadAll(Set.of(100), true, null);
    await().atMost(SOON).until(() -> loader.loaded().contains(100));
    assertFalse(cache.containsKey(100));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void loaderThatThrowsIsToldOnce(boolean error) {
    loader.source =
        key -> {
          if (key == 7) {
            if (error) {
              throw new AssertionError("on purpose");
            }
            throw new IllegalStateException("on purpose");
          }
          return "L";
        };
    Cache<Integer, String> cache = world.create(loading());
    Completion completion = new Completion();
    cache.loadAll(keys(10), true, completion);
    completion.assertHears("failed with " + CacheLoaderException.class.getSimpleName());
    assertFalse(cache.containsKey(7));
    assertTimeoutPreemptively(SOON, () -> cache.put(7, "B"), "another thread can work on the key");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void completionListenerThatThrowsIsNotCalledAgain(boolean loaderFails) {
    if (loaderFails) {
      loader.source =
          key -> {
            throw new IllegalStateException("on purpose");
          };
    }
    Cache<Integer, String> cache = world.create(loading());
    Completion completion =
        new Completion(new IllegalStateException("from the listener, on purpose"));
    cache.loadAll(Set.of(1), true, completion);
    completion.assertHears(loaderFails ? "failed with CacheLoaderException" : "completed");
    cache.put(2, "still working");
    assertEquals("still working", cache.get(2));
  }

  @Test
  void executorThatRejectsFailsTheLoadOnce() {
    Executor rejecting =
        task -> {
          throw new RejectedExecutionException("on purpose");
        };
    try (World other = new World(World.property("lapse.executor", rejecting))) {
      Cache<Integer, String> cache =
          other.create(configuration().setCacheLoaderFactory(() -> loader));
      Completion completion = new Completion();
      boolean thrown = false;
      try {
        cache.loadAll(keys(10), true, completion);
      } catch (CacheException e) {
        thrown = true;
      }
      if (thrown) {
        assertEquals(List.of(), completion.calls, "either the call fails or the listener is told");
      } else {
        await().atMost(SOON).until(() -> completion.calls.size() == 1);
      }
      cache.put(1, "still working");
      assertEquals("still working", cache.get(1));
    }
  }

  @Test
  void cacheThatClosesMeanwhileStillTellsTheEndOnce() {
    Gate gate = new Gate();
    loader.source =
        key -> {
          gate.pass();
          return "L";
        };
    Cache<Integer, String> cache = world.create(loading());
    Completion completion = new Completion();
    cache.loadAll(keys(20), true, completion);
    gate.awaitArrival();
    Thread closing = inBackground(cache::close);
    gate.open();
    await().atMost(SOON).until(() -> completion.calls.size() == 1);
    await().atMost(SOON).until(() -> !closing.isAlive());
    assertTrue(cache.isClosed());
    assertEquals(1, completion.calls.size());
  }

  @Test
  void manyAtOnceAllComplete() throws Exception {
    Cache<Integer, String> cache = world.create(loading());
    List<Completion> completions = Collections.synchronizedList(new ArrayList<>());
    Concurrently.run(
        4,
        thread -> {
          for (int i = 0; i < 50; i++) {
            Completion completion = new Completion();
            completions.add(completion);
            cache.loadAll(keys(20), i % 2 == 0, completion);
          }
        });
    await()
        .atMost(SOON)
        .until(
            () -> completions.stream().allMatch(each -> each.calls.equals(List.of("completed"))));
    assertEquals(200, completions.size());
  }
}

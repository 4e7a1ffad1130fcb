package dev.lapse.jcache.suite;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.integration.CompletionListenerFuture;
import javax.management.ObjectName;

/**
 * One cache and one {@link ReferenceCache}, to which the same is done, and everything compared
 * after each step. What is done is chosen by {@link ModelSteps}.
 *
 * @param <V> the cache's type of values: texts, or boxes that are scribbled on whenever they have
 *     crossed the boundary of a cache by value
 */
final class ModelRun<V> implements AutoCloseable {

  static final int KEYS = 5;

  /**
   * What is configured.
   *
   * @param standardPolicy one of the specification's policies, which answers always the same and
   *     cannot be watched; null for one whose answers change
   */
  record Setting(
      String name,
      boolean readThrough,
      boolean writeThrough,
      boolean byValue,
      boolean reaper,
      ExpiryPolicy standardPolicy) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** One operation for both sides. */
  record Step<V>(String text, Callable<Object> onCache, Supplier<Object> onModel) {}

  private record Failure(String exception) {}

  private final Setting setting;
  private final Class<V> valueType;
  final Random random;
  final ReferenceCache.Script script = new ReferenceCache.Script();
  final ReferenceCache model;
  final Cache<Integer, V> cache;
  private final World world;
  private final QueueingExecutor executor = new QueueingExecutor();
  private final SettablePolicy policy = new SettablePolicy();
  private final RecordingListener<Integer, V> listener =
      new RecordingListener<>(seen -> crossed(seen.value(), seen.oldValue()));
  private final RecordingWriter<Integer, V> writer = new RecordingWriter<>();
  private final RecordingLoader<Integer, V> loader = new RecordingLoader<>(this::fromSource);
  private final ObjectName bean;
  private final List<Box> boxes = new ArrayList<>();
  private final Deque<String> lastSteps = new ArrayDeque<>();

  ModelRun(Setting setting, Class<V> valueType, long seed) {
    this.setting = setting;
    this.valueType = valueType;
    random = new Random(seed);
    policy.creation = () -> script.creation;
    policy.access = () -> script.access;
    policy.update = () -> script.update;
    if (setting.standardPolicy() != null) {
      script.creation = setting.standardPolicy().getExpiryForCreation();
      script.access = setting.standardPolicy().getExpiryForAccess();
      script.update = setting.standardPolicy().getExpiryForUpdate();
    }
    writer.failsFor = key -> script.writerFailsFor.contains(key);
    model = new ReferenceCache(script, setting.readThrough(), setting.writeThrough());
    Properties properties = setting.reaper() ? ReaperByHand.properties() : new Properties();
    properties.put("lapse.executor", executor);
    properties.put("lapse.random.seed", String.valueOf(seed));
    world =
        new World(new ManualTicker(seed % 2 == 0 ? Long.MAX_VALUE - 1_000_000 : seed), properties);
    cache =
        world.create(
            new MutableConfiguration<Integer, V>()
                .setStoreByValue(setting.byValue())
                .setStatisticsEnabled(true)
                .setExpiryPolicyFactory(
                    () -> setting.standardPolicy() == null ? policy : setting.standardPolicy())
                .setCacheLoaderFactory(() -> loader)
                .setReadThrough(setting.readThrough())
                .setCacheWriterFactory(() -> writer)
                .setWriteThrough(setting.writeThrough())
                .addCacheEntryListenerConfiguration(SuiteTest.synchronous(listener)));
    bean = Counters.statisticsBean(cache);
  }

  /** Does one step on both sides. */
  void run(Step<V> step) {
    remember(step.text());
    model.begin();
    forgetObservations();
    Counters before =
        new Counters(
            model.expected.hits,
            model.expected.misses,
            model.expected.puts,
            model.expected.removals,
            0);
    Object seen = outcome(step.onCache());
    Object wanted = outcome(step.onModel()::get);
    model.settle();
    if (wanted != ReferenceCache.ANYTHING) {
      same("result", wanted, seen);
    }
    compareContent();
    compareEvents(step.text().equals("clear"));
    compareCalls(wanted instanceof Failure);
    compareCounters(before, wanted instanceof Failure);
    boxes.forEach(box -> box.text = "scribbled");
    boxes.clear();
  }

  void advance(long nanos) {
    remember("advance " + nanos + " ns");
    model.begin();
    forgetObservations();
    world.clock.advanceNanos(nanos);
    model.advance(nanos);
    if (setting.reaper() && random.nextBoolean()) {
      remember("reap");
      ReaperByHand.runPass(world.manager);
      executor.drain();
      compareEvents(false);
    }
  }

  /** How often the policy's method has been asked in the operation that the cache has just done. */
  int accessesSeen() {
    return Collections.frequency(policy.calls(), "access");
  }

  private void remember(String step) {
    lastSteps.add(step);
    if (lastSteps.size() > 30) {
      lastSteps.remove();
    }
  }

  private void forgetObservations() {
    policy.forget();
    loader.forget();
    writer.forget();
    listener.forget();
  }

  /**
   * Exceptions of a processor or from inside one are all the same here: how they are wrapped is
   * tested elsewhere.
   */
  private static Object outcome(Callable<Object> call) {
    try {
      return call.call();
    } catch (ReferenceCache.Failed e) {
      return new Failure(e.getMessage());
    } catch (CacheException e) {
      return new Failure(e.getClass().getSimpleName());
    } catch (ExecutionException e) {
      return new Failure(e.getCause().getClass().getSimpleName());
    } catch (Exception e) {
      throw new AssertionError("unexpected " + e, e);
    }
  }

  // ---- comparing

  private static void same(String what, Object wanted, Object seen) {
    if (wanted == null ? seen != null : !wanted.equals(seen)) {
      throw new AssertionError(what + ": expected " + wanted + ", saw " + seen);
    }
  }

  private void compareContent() {
    for (int key = 0; key < KEYS; key++) {
      same("containsKey " + key, model.containsKey(key), cache.containsKey(key));
    }
  }

  private void compareEvents(boolean cleared) {
    Expectations expected = model.expected;
    for (RecordingListener.Seen seen : listener.all()) {
      Deque<String> wanted = expected.events.get(seen.key());
      same("event of key " + seen.key(), wanted == null ? null : wanted.poll(), seen.toString());
    }
    listener.forget();
    expected.events.forEach(
        (key, owed) -> {
          if (cleared) {
            owed.clear();
          }
          boolean late =
              owed.size() == 1
                  && owed.peek().startsWith("EXPIRED")
                  && !expected.announced.contains(key);
          if (!owed.isEmpty() && !late) {
            throw new AssertionError("events of key " + key + " did not come: " + owed);
          }
        });
  }

  private void compareCalls(boolean failed) {
    Expectations expected = model.expected;
    if (setting.standardPolicy() == null) {
      comparePolicyCalls();
    }
    if (!failed) {
      same(
          "loads",
          expected.loads.stream().sorted().toList(),
          loader.loaded().stream().sorted().toList());
    }
    List<String> missing = new ArrayList<>(expected.writerCalls);
    for (String call : writer.calls()) {
      if (!missing.remove(call)) {
        throw new AssertionError(
            "writer call " + call + " was not expected, but " + expected.writerCalls);
      }
    }
    missing.removeAll(expected.optionalWriterCalls);
    same("writer calls that did not come", List.of(), missing);
  }

  private void comparePolicyCalls() {
    Expectations expected = model.expected;
    List<String> calls = policy.calls();
    inRange(
        "getExpiryForCreation", expected.creationCalls, Collections.frequency(calls, "creation"));
    inRange("getExpiryForAccess", expected.accessCalls, Collections.frequency(calls, "access"));
    inRange("getExpiryForUpdate", expected.updateCalls, Collections.frequency(calls, "update"));
  }

  private static void inRange(String what, Expectations.Range wanted, int seen) {
    if (!wanted.holds(seen)) {
      throw new AssertionError(what + ": expected " + wanted + " calls, saw " + seen);
    }
  }

  /** Whether an operation that failed counts as a hit or a miss is nowhere said. */
  private void compareCounters(Counters before, boolean failed) {
    Expectations expected = model.expected;
    Counters seen = Counters.of(bean);
    if (failed) {
      expected.hits = Math.max(before.hits(), Math.min(seen.hits(), expected.hits));
      expected.misses = Math.max(before.misses(), Math.min(seen.misses(), expected.misses));
    }
    same(
        "counters",
        new Counters(expected.hits, expected.misses, expected.puts, expected.removals, 0),
        seen);
  }

  // ---- values

  /** A value to give to the cache. */
  V value(String text) {
    if (valueType == String.class) {
      return valueType.cast(text);
    }
    V box = valueType.cast(new Box(text));
    crossed(box);
    return box;
  }

  /** The text of a value that the cache has given. */
  String text(V value) {
    crossed(value);
    return value == null ? null : value.toString();
  }

  Map<Integer, String> texts(Map<Integer, V> values) {
    Map<Integer, String> texts = new TreeMap<>();
    values.forEach((key, value) -> texts.put(key, text(value)));
    return texts;
  }

  private void crossed(Object... values) {
    for (Object value : values) {
      if (value instanceof Box box && setting.byValue()) {
        boxes.add(box);
      }
    }
  }

  private V fromSource(int key) {
    if (script.loaderFails) {
      throw new IllegalStateException("the source is down");
    }
    String text = script.source.apply(key);
    return text == null ? null : value(text);
  }

  /** A random set of keys, perhaps empty. */
  Set<Integer> someKeys() {
    Set<Integer> keys = new TreeSet<>();
    for (int key = 0; key < KEYS; key++) {
      if (random.nextInt(3) == 0) {
        keys.add(key);
      }
    }
    return random.nextBoolean() ? keys : Set.copyOf(new HashSet<>(keys));
  }

  /** Runs to the end what a loadAll has started. */
  Object await(CompletionListenerFuture done) throws Exception {
    while (!done.isDone()) {
      executor.drain();
      LockSupport.parkNanos(1_000);
    }
    return done.get();
  }

  Setting setting() {
    return setting;
  }

  String describe() {
    return String.join("\n  ", lastSteps) + "\nreference: " + model;
  }

  @Override
  public void close() {
    world.close();
  }
}

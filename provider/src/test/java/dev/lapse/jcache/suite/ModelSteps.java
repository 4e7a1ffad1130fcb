package dev.lapse.jcache.suite;

import dev.lapse.jcache.suite.ModelRun.Step;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.expiry.Duration;
import javax.cache.integration.CompletionListenerFuture;
import javax.cache.processor.EntryProcessor;
import javax.cache.processor.EntryProcessorException;

/** Chooses at random what is done next. Leaves out what the specification leaves open. */
final class ModelSteps<V> {

  private static final Duration[] DURATIONS = {
    null,
    null,
    null,
    Duration.ZERO,
    new Duration(TimeUnit.MILLISECONDS, 1),
    new Duration(TimeUnit.MILLISECONDS, 2),
    new Duration(TimeUnit.MILLISECONDS, 5),
    new Duration(TimeUnit.MILLISECONDS, 50),
    new Duration(TimeUnit.HOURS, 1),
    Duration.ETERNAL,
    new Duration(TimeUnit.DAYS, Long.MAX_VALUE)
  };

  private static final long[] ADVANCES = {
    1, 300_000, 999_999, 1_000_000, 2_000_000, 5_000_000, 50_000_000, 3_600_000_000_000L
  };

  private static final List<List<ReferenceCache.Step>> WHEN_SOMETHING_FAILS =
      List.of(
          List.of(),
          List.of(ReferenceCache.Step.EXISTS),
          List.of(ReferenceCache.Step.EXISTS, ReferenceCache.Step.SET),
          List.of(ReferenceCache.Step.SET),
          List.of(ReferenceCache.Step.REMOVE));

  private final ModelRun<V> run;
  private final Random random;
  private final Cache<Integer, V> cache;
  private final ReferenceCache model;
  private final ReferenceCache.Script script;
  private long values;

  ModelSteps(ModelRun<V> run) {
    this.run = run;
    random = run.random;
    cache = run.cache;
    model = run.model;
    script = run.script;
  }

  /**
   * One operation, and sometimes a change of what the customisations answer or a move of the clock
   * before it.
   */
  void next() {
    if (random.nextInt(3) == 0 && run.setting().standardPolicy() == null) {
      script.creation = any(DURATIONS);
      script.access = any(DURATIONS);
      script.update = any(DURATIONS);
    }
    if (random.nextInt(4) == 0) {
      run.advance(ADVANCES[random.nextInt(ADVANCES.length)]);
    }
    String loaded = random.nextInt(5) == 0 ? null : "loaded" + values++;
    script.source = key -> loaded;
    script.loaderFails = random.nextInt(20) == 0;
    script.writerFailsFor = random.nextInt(10) == 0 ? run.someKeys() : Set.of();
    int kind = random.nextInt(24);
    run.run(kind < 17 ? single(kind, random.nextInt(ModelRun.KEYS)) : bulk(kind));
  }

  private <E> E any(E[] items) {
    return items[random.nextInt(items.length)];
  }

  private String newText() {
    return "v" + values++;
  }

  /** Mostly the value that is there. */
  private String match(int key) {
    String there = model.peek(key);
    return there == null || random.nextInt(3) == 0 ? "other" : there;
  }

  private Step<V> single(int kind, int key) {
    String text = newText();
    String match = match(key);
    V value = run.value(text);
    return switch (kind) {
      case 0, 1, 2 -> step("get " + key, () -> run.text(cache.get(key)), () -> model.get(key));
      case 3 ->
          step("containsKey " + key, () -> cache.containsKey(key), () -> model.containsKey(key));
      case 4, 5 ->
          step(
              "put " + key, () -> nothing(() -> cache.put(key, value)), () -> model.put(key, text));
      case 6 ->
          step(
              "getAndPut " + key,
              () -> run.text(cache.getAndPut(key, value)),
              () -> model.getAndPut(key, text));
      case 7 ->
          step(
              "putIfAbsent " + key,
              () -> cache.putIfAbsent(key, value),
              () -> model.putIfAbsent(key, text));
      case 8 ->
          step("replace " + key, () -> cache.replace(key, value), () -> model.replace(key, text));
      case 9 -> {
        V old = run.value(match);
        yield step(
            "replace " + key + " if " + match,
            () -> cache.replace(key, old, value),
            () -> model.replace(key, match, text));
      }
      case 10 ->
          step(
              "getAndReplace " + key,
              () -> run.text(cache.getAndReplace(key, value)),
              () -> model.getAndReplace(key, text));
      case 11 -> step("remove " + key, () -> cache.remove(key), () -> model.remove(key));
      case 12 -> {
        V old = run.value(match);
        yield step(
            "remove " + key + " if " + match,
            () -> cache.remove(key, old),
            () -> model.remove(key, match));
      }
      case 13 ->
          step(
              "getAndRemove " + key,
              () -> run.text(cache.getAndRemove(key)),
              () -> model.getAndRemove(key));
      default -> invoke(key);
    };
  }

  private Step<V> bulk(int kind) {
    Set<Integer> keys = run.someKeys();
    return switch (kind) {
      case 17 -> {
        script.loaderFails = false;
        yield step("getAll " + keys, () -> run.texts(cache.getAll(keys)), () -> model.getAll(keys));
      }
      case 18 -> putAll(keys);
      case 19 ->
          step(
              "removeAll " + keys,
              () -> nothing(() -> cache.removeAll(keys)),
              () -> model.removeAll(keys));
      case 20 ->
          random.nextInt(3) == 0
              ? step("clear", () -> nothing(cache::clear), model::clear)
              : step("removeAll", () -> nothing(cache::removeAll), model::removeAll);
      case 21 -> iterate(keys);
      case 22 -> invokeAll(keys);
      default -> {
        boolean replace = random.nextBoolean();
        yield step(
            "loadAll " + keys + (replace ? " replacing" : ""),
            () -> {
              CompletionListenerFuture done = new CompletionListenerFuture();
              cache.loadAll(keys, replace, done);
              return run.await(done);
            },
            () -> model.loadAll(keys, replace));
      }
    };
  }

  private Step<V> putAll(Set<Integer> keys) {
    Map<Integer, String> texts = new TreeMap<>();
    Map<Integer, V> given = new TreeMap<>();
    for (int key : keys.isEmpty() ? Set.of(0) : keys) {
      texts.put(key, newText());
      given.put(key, run.value(texts.get(key)));
    }
    return step(
        "putAll " + texts, () -> nothing(() -> cache.putAll(given)), () -> model.putAll(texts));
  }

  /**
   * Nothing is removed where the access has just ended the entry, and no writer fails: the order is
   * not known.
   */
  private Step<V> iterate(Set<Integer> toRemove) {
    script.writerFailsFor = Set.of();
    boolean endsByAccess = script.access != null && script.access.isZero();
    Set<Integer> removed = endsByAccess ? Set.of() : toRemove;
    return step(
        "iterate, removing " + removed,
        () -> {
          Map<Integer, String> found = new TreeMap<>();
          for (Iterator<Cache.Entry<Integer, V>> each = cache.iterator(); each.hasNext(); ) {
            Cache.Entry<Integer, V> entry = each.next();
            found.put(entry.getKey(), run.text(entry.getValue()));
            if (removed.contains(entry.getKey())) {
              each.remove();
            }
          }
          return found;
        },
        () -> model.iterate(removed));
  }

  private Step<V> invoke(int key) {
    List<ReferenceCache.Step> steps = processorSteps();
    String text = newText();
    return step(
        "invoke " + key + " " + steps,
        () -> {
          try {
            return cache.invoke(key, processor(steps, text));
          } catch (CacheException e) {
            return "failed";
          }
        },
        () -> {
          try {
            return model.invoke(key, steps, text, run.accessesSeen());
          } catch (ReferenceCache.Failed e) {
            return "failed";
          }
        });
  }

  private Step<V> invokeAll(Set<Integer> keys) {
    script.writerFailsFor = Set.of();
    script.loaderFails = false;
    List<ReferenceCache.Step> steps = new ArrayList<>(processorSteps());
    steps.removeIf(step -> step == ReferenceCache.Step.THROW || step == ReferenceCache.Step.GET);
    String text = newText();
    return step(
        "invokeAll " + keys + " " + steps,
        () -> {
          Map<Integer, String> told = new TreeMap<>();
          cache
              .invokeAll(keys, processor(steps, text))
              .forEach((key, result) -> told.put(key, result.get()));
          return told;
        },
        () -> model.invokeAll(keys, steps, text, 0));
  }

  private List<ReferenceCache.Step> processorSteps() {
    boolean somethingFails = script.loaderFails || !script.writerFailsFor.isEmpty();
    if (somethingFails) {
      return WHEN_SOMETHING_FAILS.get(random.nextInt(WHEN_SOMETHING_FAILS.size()));
    }
    List<ReferenceCache.Step> steps = new ArrayList<>();
    for (int left = random.nextInt(5); left > 0; left--) {
      ReferenceCache.Step step = ReferenceCache.Step.values()[random.nextInt(4)];
      boolean wouldLoadAgain =
          step == ReferenceCache.Step.GET
              && run.setting().readThrough()
              && (steps.contains(ReferenceCache.Step.GET)
                  || steps.contains(ReferenceCache.Step.REMOVE));
      if (!wouldLoadAgain) {
        steps.add(step);
      }
    }
    if (random.nextInt(10) == 0) {
      steps.removeIf(step -> step == ReferenceCache.Step.GET);
      steps.add(ReferenceCache.Step.THROW);
    }
    return steps;
  }

  private EntryProcessor<Integer, V, String> processor(
      List<ReferenceCache.Step> steps, String text) {
    return (entry, arguments) -> {
      StringBuilder told = new StringBuilder();
      for (int i = 0; i < steps.size(); i++) {
        switch (steps.get(i)) {
          case EXISTS -> told.append(entry.exists());
          case GET -> told.append(run.text(entry.getValue()));
          case SET -> entry.setValue(run.value(text + i));
          case REMOVE -> entry.remove();
          case THROW -> throw new EntryProcessorException("on purpose");
          default -> throw new AssertionError(steps);
        }
        told.append(';');
      }
      return told.toString();
    };
  }

  private Step<V> step(
      String text,
      java.util.concurrent.Callable<Object> onCache,
      java.util.function.Supplier<Object> onModel) {
    return new Step<>(text, onCache, onModel);
  }

  private static Object nothing(Runnable call) {
    call.run();
    return null;
  }
}

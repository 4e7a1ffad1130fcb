package dev.lapse.jcache.suite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.cache.Cache;
import javax.cache.integration.CompletionListenerFuture;
import javax.cache.processor.EntryProcessor;
import javax.cache.processor.EntryProcessorException;
import javax.cache.processor.EntryProcessorResult;
import javax.cache.processor.MutableEntry;

/**
 * The operations of a cache, each on the key 1. What they store is B; A is what may be there
 * before.
 */
enum Operation {
  GET(cache -> cache.get(1)),
  GET_ALL(cache -> cache.getAll(Set.of(1))),
  CONTAINS_KEY(cache -> cache.containsKey(1)),
  PUT(cache -> nothing(() -> cache.put(1, "B"))),
  GET_AND_PUT(cache -> cache.getAndPut(1, "B")),
  PUT_ALL(cache -> nothing(() -> cache.putAll(Map.of(1, "B")))),
  PUT_IF_ABSENT(cache -> cache.putIfAbsent(1, "B")),
  REPLACE(cache -> cache.replace(1, "B")),
  REPLACE_MATCHING(cache -> cache.replace(1, "A", "B")),
  REPLACE_OTHER(cache -> cache.replace(1, "other", "B")),
  GET_AND_REPLACE(cache -> cache.getAndReplace(1, "B")),
  REMOVE(cache -> cache.remove(1)),
  REMOVE_MATCHING(cache -> cache.remove(1, "A")),
  REMOVE_OTHER(cache -> cache.remove(1, "other")),
  GET_AND_REMOVE(cache -> cache.getAndRemove(1)),
  REMOVE_ALL_KEYS(cache -> nothing(() -> cache.removeAll(Set.of(1)))),
  REMOVE_ALL(cache -> nothing(cache::removeAll)),
  CLEAR(cache -> nothing(cache::clear)),
  ITERATE(Operation::iterate),
  ITERATE_AND_REMOVE(Operation::iterateAndRemove),
  INVOKE_NOTHING(invoke(entry -> "done")),
  INVOKE_EXISTS(invoke(MutableEntry::exists)),
  INVOKE_GET(invoke(MutableEntry::getValue)),
  INVOKE_GET_TWICE(invoke(entry -> entry.getValue() + "," + entry.getValue())),
  INVOKE_SET(invoke(entry -> set(entry, "B"))),
  INVOKE_REMOVE(invoke(entry -> remove(entry))),
  INVOKE_GET_SET(invoke(entry -> entry.getValue() + "," + set(entry, "B"))),
  INVOKE_GET_REMOVE(invoke(entry -> entry.getValue() + "," + remove(entry))),
  INVOKE_SET_GET(invoke(entry -> set(entry, "B") + "," + entry.getValue())),
  INVOKE_SET_SET(invoke(entry -> set(entry, "x") + "," + set(entry, "B"))),
  INVOKE_SET_REMOVE(invoke(entry -> set(entry, "x") + "," + remove(entry))),
  INVOKE_REMOVE_SET(invoke(entry -> remove(entry) + "," + set(entry, "B"))),
  INVOKE_REMOVE_TWICE(invoke(entry -> remove(entry) + "," + remove(entry))),
  INVOKE_SET_THROW(Operation::invokeSetThrow),
  INVOKE_ALL_SET(cache -> texts(cache.invokeAll(Set.of(1), processor(entry -> set(entry, "B"))))),
  INVOKE_ALL_NULL(cache -> cache.invokeAll(Set.of(1), processor(entry -> null))),
  LOAD_ALL(cache -> loadAll(cache, false)),
  LOAD_ALL_REPLACING(cache -> loadAll(cache, true));

  /** One operation and its result; void operations give null. */
  interface Call {
    Object on(Cache<Integer, String> cache) throws Exception;
  }

  private interface Step {
    Object on(MutableEntry<Integer, String> entry);
  }

  private final Call call;

  Operation(Call call) {
    this.call = call;
  }

  /** Runs it and gives the result as text. */
  String run(Cache<Integer, String> cache) throws Exception {
    return String.valueOf(call.on(cache));
  }

  private static Object nothing(Runnable call) {
    call.run();
    return null;
  }

  private static Call invoke(Step step) {
    return cache -> cache.invoke(1, processor(step));
  }

  private static EntryProcessor<Integer, String, Object> processor(Step step) {
    return (entry, arguments) -> step.on(entry);
  }

  /** Tells whether the entry exists after it, which it must. */
  private static String set(MutableEntry<Integer, String> entry, String value) {
    entry.setValue(value);
    return entry.exists() ? "set" : "set without existing";
  }

  private static String remove(MutableEntry<Integer, String> entry) {
    entry.remove();
    return entry.exists() ? "removed but existing" : "removed";
  }

  private static Object invokeSetThrow(Cache<Integer, String> cache) {
    RuntimeException failure = new IllegalArgumentException("on purpose");
    try {
      return cache.invoke(
          1,
          processor(
              entry -> {
                entry.setValue("B");
                throw failure;
              }));
    } catch (EntryProcessorException e) {
      return e.getCause() == failure ? "wrapped once" : e;
    }
  }

  private static Object iterate(Cache<Integer, String> cache) {
    List<String> found = new ArrayList<>();
    for (Cache.Entry<Integer, String> entry : cache) {
      found.add(entry.getKey() + "=" + entry.getValue());
    }
    return found;
  }

  private static Object iterateAndRemove(Cache<Integer, String> cache) {
    int removed = 0;
    for (Iterator<Cache.Entry<Integer, String>> each = cache.iterator();
        each.hasNext();
        removed++) {
      each.next();
      each.remove();
    }
    return removed;
  }

  private static Map<Integer, Object> texts(Map<Integer, EntryProcessorResult<Object>> results) {
    Map<Integer, Object> texts = new HashMap<>();
    results.forEach((key, result) -> texts.put(key, result.get()));
    return texts;
  }

  private static Object loadAll(Cache<Integer, String> cache, boolean replace) throws Exception {
    CompletionListenerFuture done = new CompletionListenerFuture();
    cache.loadAll(Set.of(1), replace, done);
    return done.get(SuiteTest.SOON.toSeconds(), TimeUnit.SECONDS);
  }
}

package dev.lapse.jcache.operation;

import dev.lapse.jcache.stats.CacheCounters;
import dev.lapse.jcache.stats.StatisticsSwitch;
import dev.lapse.jcache.store.Effect;
import dev.lapse.jcache.store.EntryStore;
import dev.lapse.jcache.store.RunningStep;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.cache.CacheException;
import javax.cache.event.CacheEntryListenerException;
import javax.cache.processor.EntryProcessor;
import javax.cache.processor.EntryProcessorException;
import javax.cache.processor.EntryProcessorResult;
import org.jspecify.annotations.Nullable;

/**
 * {@code Cache.invoke} and {@code invokeAll}. A processor runs once for each call, as a step of its
 * key: no other change of that key happens meanwhile, and no other key waits.
 *
 * <p>What a processor throws, errors included, arrives as an {@link EntryProcessorException} with
 * the cause, wrapped once. A loader that fails inside {@code getValue()} fails the processor,
 * unless it handles that. A writer or a listener that fails after the processor has returned is not
 * the processor's failure, and its exception arrives as it is.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class ProcessorVerbs<K, V> {

  private final CacheContext<K, V> context;
  private final StatisticsSwitch statistics;
  private final EntryStore<K, V> store;

  /**
   * Creates the verbs.
   *
   * @param context what to work on
   */
  public ProcessorVerbs(CacheContext<K, V> context) {
    this.context = context;
    this.statistics = context.statistics();
    this.store = context.store();
  }

  /**
   * {@code Cache.invoke}.
   *
   * @param key not null
   * @param processor not null
   * @param arguments for the processor
   * @param <T> the type of the result
   * @return what the processor returned
   * @throws EntryProcessorException if it threw; nothing has changed then
   */
  public <T> @Nullable T invoke(
      K key, EntryProcessor<K, V, T> processor, @Nullable Object... arguments) {
    CacheCounters counters = statistics.get();
    RunningStep<K> step = store.begin(key);
    if (counters.enabled()) {
      counters.recordHits(step.prior() == null ? 0 : 1);
      counters.recordMisses(step.prior() == null ? 1 : 0);
    }
    StepEntry<K, V> entry = new StepEntry<>(context, key, step);
    T result;
    Effect effect;
    try {
      result = process(key, processor, entry, arguments);
      effect = store.finish(step, entry.conclude());
    } catch (Throwable e) {
      store.abandon(step, e);
      throw e;
    }
    if (counters.enabled()) {
      counters.recordPuts(effect.isPut() && entry.wasSet() ? 1 : 0); // a load is no put
      counters.recordRemovals(effect == Effect.REMOVED ? 1 : 0);
    }
    if (effect == Effect.REFUSED && entry.wasSet()) { // a loaded value is handed out all the same
      throw store.refusal(step);
    }
    store.deliver(step);
    return result;
  }

  private <T> T process(
      K key,
      EntryProcessor<K, V, T> processor,
      StepEntry<K, V> entry,
      @Nullable Object... arguments) {
    try {
      return processor.process(entry, arguments);
    } catch (EntryProcessorException e) {
      throw e;
    } catch (Throwable e) {
      throw new EntryProcessorException(
          "Cache "
              + context.cacheName()
              + ": the entry processor "
              + processor.getClass().getName()
              + " failed for key "
              + key
              + ": "
              + e,
          e);
    }
  }

  /**
   * {@code Cache.invokeAll}: one key after the other; what fails for one key is that key's result.
   *
   * @param keys without nulls, the caller's own copy
   * @param processor not null
   * @param arguments for the processor
   * @param <T> the type of the results
   * @return the results that are not null
   */
  public <T> Map<K, EntryProcessorResult<T>> invokeAll(
      Set<K> keys, EntryProcessor<K, V, T> processor, @Nullable Object... arguments) {
    Map<K, EntryProcessorResult<T>> results = new LinkedHashMap<>();
    Failures failures = new Failures();
    for (K key : keys) {
      try {
        T result = invoke(key, processor, arguments);
        if (result != null) {
          results.put(key, () -> result);
        }
      } catch (CacheEntryListenerException e) {
        failures.add(e);
      } catch (EntryProcessorException e) {
        results.put(key, failed(e));
      } catch (CacheException e) {
        results.put(key, failed(new EntryProcessorException(e)));
      }
    }
    failures.throwIfAny();
    return results;
  }

  private static <T> EntryProcessorResult<T> failed(EntryProcessorException failure) {
    return () -> {
      throw failure;
    };
  }
}

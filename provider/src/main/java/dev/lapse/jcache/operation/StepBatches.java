package dev.lapse.jcache.operation;

import dev.lapse.jcache.store.EntryStore;
import dev.lapse.jcache.store.RunningStep;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Holds the steps of many keys at once for user code that wants them together, without ever waiting
 * while it holds one: what cannot be had now is left for a later round.
 */
final class StepBatches {

  private StepBatches() {}

  /**
   * Gives every key to the work once, in batches; one batch where nobody else is at these keys.
   *
   * @param store the entries
   * @param keys without nulls
   * @param work ends every step that it is given, also when it throws; what it throws ends the
   *     whole
   * @param <K> the type of keys
   */
  static <K> void run(
      EntryStore<K, ?> store, Collection<K> keys, Consumer<Map<K, RunningStep<K>>> work) {
    Collection<K> left = keys;
    while (!left.isEmpty()) {
      Map<K, RunningStep<K>> held = new LinkedHashMap<>();
      List<K> busy = new ArrayList<>();
      try {
        for (K key : left) {
          RunningStep<K> step = held.containsKey(key) ? null : store.tryBegin(key);
          if (step != null) {
            held.put(key, step);
          } else if (!held.containsKey(key)) {
            busy.add(key);
          }
        }
      } catch (Throwable e) { // a key that cannot be copied
        held.values().forEach(step -> store.abandon(step, e));
        throw e;
      }
      if (!held.isEmpty()) {
        work.accept(held);
      }
      if (!busy.isEmpty()) {
        store.awaitStep(busy.get(0));
      }
      left = busy;
    }
  }
}

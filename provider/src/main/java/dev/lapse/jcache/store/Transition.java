package dev.lapse.jcache.store;

import org.jspecify.annotations.Nullable;

/**
 * A verb, seen by the store: looks at an entry and says what it wants. The same object serves all
 * calls; what belongs to one call comes as the argument.
 *
 * @param <K> the type of keys
 * @param <A> the type of the argument
 */
@FunctionalInterface
public interface Transition<K, A> {

  /**
   * Decides. Called with the key locked against every other mutation, exactly once for each step
   * that took effect; unless the step was asked to run user code ({@link EntryStore#step}), it must
   * be free of side effects other than on the argument, and may be called again.
   *
   * @param key the caller's key
   * @param prior the live value in stored form, or null
   * @param argument what the caller passed
   * @return the decision
   */
  Decision decide(K key, @Nullable Object prior, A argument);

  /**
   * Told what came of the decision, before any listener runs.
   *
   * @param argument what the caller passed
   * @param effect what became of the entry
   */
  default void committed(A argument, Effect effect) {}
}

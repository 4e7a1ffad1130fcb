package dev.lapse.jcache.operation;

import dev.lapse.jcache.store.Decision;
import dev.lapse.jcache.store.Effect;
import dev.lapse.jcache.store.Transition;
import org.jspecify.annotations.Nullable;

/**
 * A transition that notes in its argument what was found and what came of it, so that this is known
 * also where a listener throws afterwards.
 *
 * @param verb decides
 * @param <K> the type of keys
 * @param <V> the type of values
 */
record Noting<K, V>(Transition<K, Incoming<V>> verb) implements Transition<K, Incoming<V>> {

  @Override
  public Decision decide(K key, @Nullable Object prior, Incoming<V> call) {
    call.prior = prior;
    return verb.decide(key, prior, call);
  }

  @Override
  public void committed(Incoming<V> call, Effect effect) {
    call.effect = effect;
  }
}

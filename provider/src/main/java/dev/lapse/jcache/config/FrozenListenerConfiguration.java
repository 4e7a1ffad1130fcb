package dev.lapse.jcache.config;

import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.Factory;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.event.CacheEntryEventFilter;
import javax.cache.event.CacheEntryListener;

/**
 * A copy of a user's {@link MutableCacheEntryListenerConfiguration} that cannot be changed. It is
 * one itself so that both are equal, whichever is asked: a listener is deregistered by an equal
 * configuration.
 */
final class FrozenListenerConfiguration<K, V> extends MutableCacheEntryListenerConfiguration<K, V> {

  private static final long serialVersionUID = 1L;

  private FrozenListenerConfiguration(CacheEntryListenerConfiguration<K, V> original) {
    super(original);
  }

  /**
   * Freezes what can be frozen. A class of the user's is kept as it is: its equality is the user's
   * as well.
   */
  static <K, V> CacheEntryListenerConfiguration<K, V> of(
      CacheEntryListenerConfiguration<K, V> original) {
    return original.getClass() == MutableCacheEntryListenerConfiguration.class
        ? new FrozenListenerConfiguration<>(original)
        : original;
  }

  @Override
  public MutableCacheEntryListenerConfiguration<K, V> setCacheEntryListenerFactory(
      Factory<? extends CacheEntryListener<? super K, ? super V>> listenerFactory) {
    throw frozen();
  }

  @Override
  public MutableCacheEntryListenerConfiguration<K, V> setCacheEntryEventFilterFactory(
      Factory<? extends CacheEntryEventFilter<? super K, ? super V>> filterFactory) {
    throw frozen();
  }

  @Override
  public MutableCacheEntryListenerConfiguration<K, V> setOldValueRequired(
      boolean isOldValueRequired) {
    throw frozen();
  }

  @Override
  public MutableCacheEntryListenerConfiguration<K, V> setSynchronous(boolean isSynchronous) {
    throw frozen();
  }

  private static UnsupportedOperationException frozen() {
    return new UnsupportedOperationException(
        "The listener configuration of a cache cannot be changed. Make a copy with"
            + " new MutableCacheEntryListenerConfiguration<>(configuration), change that,"
            + " deregister this one and register the copy.");
  }
}

package dev.lapse.jcache.config;

import static java.util.Objects.requireNonNull;

import dev.lapse.jcache.copy.Copier;
import dev.lapse.jcache.eviction.EvictionPolicy;
import dev.lapse.jcache.eviction.Weigher;
import dev.lapse.jcache.expiry.EntryExpiry;
import java.io.ObjectInputFilter;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.Factory;
import javax.cache.expiry.EternalExpiryPolicy;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.integration.CacheLoader;
import javax.cache.integration.CacheWriter;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link LapseConfiguration}. Each method sets one thing, the last call counts; {@link
 * #build} says what does not go together. Not safe for use by several threads at once.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 * @see LapseConfiguration#builder(Class, Class)
 */
public final class LapseConfigurationBuilder<K, V> {

  final Class<K> keyType;
  final Class<V> valueType;
  boolean storeByValue = true;
  boolean readThrough;
  boolean writeThrough;
  boolean statisticsEnabled;
  boolean managementEnabled;
  final Set<CacheEntryListenerConfiguration<K, V>> listeners = new LinkedHashSet<>();
  @Nullable Factory<CacheLoader<K, V>> cacheLoaderFactory;
  @Nullable Factory<CacheWriter<? super K, ? super V>> cacheWriterFactory;
  Factory<ExpiryPolicy> expiryPolicyFactory = EternalExpiryPolicy.factoryOf();
  @Nullable Factory<EntryExpiry<? super K, ? super V>> entryExpiryFactory;
  double expiryJitter;
  double earlyRefresh;
  Duration staleOnError = Duration.ZERO;
  @Nullable Copier copier;
  @Nullable ObjectInputFilter inputFilter;

  /** Zero for none. */
  long maximumEntries;

  /** Zero for none. */
  long maximumWeight;

  @Nullable Weigher<? super K, ? super V> weigher;

  /** Null for the default. */
  @Nullable EvictionPolicy evictionPolicy;

  boolean evictAnyWhereNoneExpires;

  LapseConfigurationBuilder(Class<K> keyType, Class<V> valueType) {
    this.keyType = checkedType(keyType, "key type");
    this.valueType = checkedType(valueType, "value type");
  }

  private static <T> Class<T> checkedType(Class<T> type, String name) {
    requireNonNull(type, () -> "The " + name + " is null. Give a class, Object.class for any");
    if (type.isPrimitive()) {
      throw new IllegalArgumentException(
          "The %s is %s, which no object has. Give the class of its objects, such as Integer.class for int"
              .formatted(name, type));
    }
    return type;
  }

  /**
   * Whether callers get copies of keys and values, or the objects themselves.
   *
   * @param byValue true (the default) to store by value, false by reference
   * @return this builder
   */
  public LapseConfigurationBuilder<K, V> storeByValue(boolean byValue) {
    storeByValue = byValue;
    return this;
  }

  /**
   * Whether a get that finds nothing asks the cache loader.
   *
   * @param enabled true to read through; needs a {@link #cacheLoaderFactory}
   * @return this builder
   */
  public LapseConfigurationBuilder<K, V> readThrough(boolean enabled) {
    readThrough = enabled;
    return this;
  }

  /**
   * Whether changes are passed on to the cache writer.
   *
   * @param enabled true to write through; needs a {@link #cacheWriterFactory}
   * @return this builder
   */
  public LapseConfigurationBuilder<K, V> writeThrough(boolean enabled) {
    writeThrough = enabled;
    return this;
  }

  /**
   * Whether statistics are gathered and shown. Can be changed later by {@code
   * CacheManager.enableStatistics}.
   *
   * @param enabled true to gather statistics
   * @return this builder
   */
  public LapseConfigurationBuilder<K, V> statisticsEnabled(boolean enabled) {
    statisticsEnabled = enabled;
    return this;
  }

  /**
   * Whether the configuration is shown as a management bean. Can be changed later by {@code
   * CacheManager.enableManagement}.
   *
   * @param enabled true to show it
   * @return this builder
   */
  public LapseConfigurationBuilder<K, V> managementEnabled(boolean enabled) {
    managementEnabled = enabled;
    return this;
  }

  /**
   * Adds a listener.
   *
   * @param listener says how to make it and what it wants; later changes of it have no effect
   * @return this builder
   * @throws IllegalArgumentException if it has no listener factory, or an equal one is there
   *     already
   */
  public LapseConfigurationBuilder<K, V> listener(CacheEntryListenerConfiguration<K, V> listener) {
    requireNonNull(listener, "A listener configuration is null");
    if (listener.getCacheEntryListenerFactory() == null) {
      throw new IllegalArgumentException(
          "The listener configuration %s has no listener factory. Give it one that makes the listener"
              .formatted(listener));
    }
    if (!listeners.add(FrozenListenerConfiguration.of(listener))) {
      throw new IllegalArgumentException(
          "The listener configuration %s is there twice. Equal ones can be registered only once"
              .formatted(listener));
    }
    return this;
  }

  LapseConfigurationBuilder<K, V> listeners(Iterable<CacheEntryListenerConfiguration<K, V>> all) {
    requireNonNull(
        all, "The listener configurations are null. Return an empty Iterable where there are none");
    listeners.clear();
    all.forEach(this::listener);
    return this;
  }

  /**
   * Sets what makes the cache loader, which {@code loadAll} and read-through use.
   *
   * @param factory makes the loader once, when the cache is created; null for none
   * @return this builder
   */
  @SuppressWarnings("unchecked") // a factory only makes
  public LapseConfigurationBuilder<K, V> cacheLoaderFactory(
      @Nullable Factory<? extends CacheLoader<K, V>> factory) {
    cacheLoaderFactory = (Factory<CacheLoader<K, V>>) factory;
    return this;
  }

  /**
   * Sets what makes the cache writer, which write-through uses.
   *
   * @param factory makes the writer once, when the cache is created; null for none
   * @return this builder
   */
  @SuppressWarnings("unchecked") // a factory only makes
  public LapseConfigurationBuilder<K, V> cacheWriterFactory(
      @Nullable Factory<? extends CacheWriter<? super K, ? super V>> factory) {
    cacheWriterFactory = (Factory<CacheWriter<? super K, ? super V>>) factory;
    return this;
  }

  /**
   * Sets what makes the expiry policy.
   *
   * @param factory makes the policy once, when the cache is created; null for the default, eternal
   * @return this builder
   */
  @SuppressWarnings("unchecked") // a factory only makes
  public LapseConfigurationBuilder<K, V> expiryPolicyFactory(
      @Nullable Factory<? extends ExpiryPolicy> factory) {
    expiryPolicyFactory =
        factory == null ? EternalExpiryPolicy.factoryOf() : (Factory<ExpiryPolicy>) factory;
    return this;
  }

  /**
   * Sets what makes an expiry that sees the entry, in place of an expiry policy.
   *
   * @param factory makes it once, when the cache is created; null (the default) for the expiry
   *     policy
   * @return this builder
   */
  @SuppressWarnings("unchecked") // a factory only makes
  public LapseConfigurationBuilder<K, V> entryExpiryFactory(
      @Nullable Factory<? extends EntryExpiry<? super K, ? super V>> factory) {
    entryExpiryFactory = (Factory<EntryExpiry<? super K, ? super V>>) factory;
    return this;
  }

  /**
   * Spreads the configured times to live, so that entries that were written together do not expire
   * together. A finite duration of the expiry policy or the entry expiry is multiplied by a factor
   * that is chosen at random for each key, between 1 - share and 1 + share; nothing lives longer
   * than its duration times 1 + share. What a call gives as its own {@link
   * dev.lapse.jcache.expiry.Expiration} stays as it is.
   *
   * @param share from 0 (the default: none) to below 1; 0.1 spreads by ten per cent either way
   * @return this builder
   * @throws IllegalArgumentException if it is out of range
   */
  public LapseConfigurationBuilder<K, V> expiryJitter(double share) {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException(
          "The expiry jitter is "
              + share
              + ". Give a share from 0 (none) to below 1, such as 0.1 for ten per cent either way");
    }
    expiryJitter = share;
    return this;
  }

  /**
   * Has values that are much read loaded anew, asynchronously, shortly before they expire, so that
   * no reader waits for the load. Each read decides at random, the more likely the nearer the
   * deadline is in comparison with how long loads have taken lately (Vattani, Chierichetti,
   * Lowenstein: Optimal Probabilistic Cache Stampede Prevention, VLDB 2015; this is their beta).
   * The new value gets the time to live of a new entry and fires UPDATED. A load that fails, or
   * that finds no value, changes nothing and is logged.
   *
   * @param factor 0 (the default) for never, 1 for the usual, more for earlier
   * @return this builder
   * @throws IllegalArgumentException if it is negative or not a finite number
   */
  public LapseConfigurationBuilder<K, V> earlyRefresh(double factor) {
    if (!(factor >= 0 && factor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The factor of early refresh is "
              + factor
              + ". Give 0 for never, 1 for the usual, more for earlier");
    }
    earlyRefresh = factor;
    return this;
  }

  /**
   * Lets {@code get}, {@code getAll} and {@code getAndExpire} answer with a value that has expired
   * where the cache loader fails. The value has expired all the same: its EXPIRED event has been
   * fired, the read counts as a miss, and no other operation sees it. Such values are kept beside
   * the entries, up to as many as the maximum number of entries again. A change of the key drops
   * its old value.
   *
   * @param howLong after the deadline; zero (the default) for not at all
   * @return this builder
   * @throws IllegalArgumentException if it is negative
   */
  public LapseConfigurationBuilder<K, V> staleOnError(Duration howLong) {
    requireNonNull(howLong, "The duration of stale on error is null. Give zero for not at all");
    if (howLong.isNegative()) {
      throw new IllegalArgumentException(
          "The duration of stale on error is negative: " + howLong + ". Give zero for not at all");
    }
    staleOnError = howLong;
    return this;
  }

  /**
   * Sets what copies keys and values in place of serialization.
   *
   * @param newCopier the copier; null for serialization
   * @return this builder
   */
  public LapseConfigurationBuilder<K, V> copier(@Nullable Copier newCopier) {
    copier = newCopier;
    return this;
  }

  /**
   * Sets what may be deserialized when keys and values are copied by serialization, besides what
   * the JVM's own filter ({@code jdk.serialFilter}) allows: both must allow a class.
   *
   * @param filter the filter; null for the JVM's alone
   * @return this builder
   */
  public LapseConfigurationBuilder<K, V> inputFilter(@Nullable ObjectInputFilter filter) {
    inputFilter = filter;
    return this;
  }

  /**
   * Bounds the cache by a number of entries. Where one too many comes in, dead entries go first,
   * then others as the {@link #evictionPolicy} says. The bound holds at every moment but for one
   * entry for each thread that is writing.
   *
   * @param entries the most entries, above zero
   * @return this builder
   * @throws IllegalArgumentException if it is not positive
   */
  public LapseConfigurationBuilder<K, V> maximumEntries(long entries) {
    maximumEntries = positive(entries, "maximum number of entries");
    return this;
  }

  /**
   * Bounds the cache by a weight. A value that alone weighs more than the maximum is not stored:
   * the put succeeds, and the entry counts as evicted at once.
   *
   * @param weight the most that all entries together may weigh, above zero, in units of the weigher
   * @param by weighs each entry that is stored, once; an exception of its, or a negative weight,
   *     makes the put fail with a {@link javax.cache.CacheException}, and nothing changes in the
   *     cache; a cache writer has been called by then
   * @return this builder
   * @throws IllegalArgumentException if the weight is not positive
   */
  public LapseConfigurationBuilder<K, V> maximumWeight(
      long weight, Weigher<? super K, ? super V> by) {
    maximumWeight = positive(weight, "maximum weight");
    weigher =
        requireNonNull(
            by,
            "The weigher is null. A maximum weight needs one; to count entries set maximumEntries");
    return this;
  }

  private static long positive(long maximum, String name) {
    if (maximum <= 0) {
      throw new IllegalArgumentException(
          "The %s is %d. Give a positive number, or leave it away for a cache without a bound"
              .formatted(name, maximum));
    }
    return maximum;
  }

  /**
   * Chooses which entries a full cache gives up.
   *
   * @param policy the policy; {@link EvictionPolicy#ALLKEYS_TINYLFU} by default
   * @return this builder
   */
  public LapseConfigurationBuilder<K, V> evictionPolicy(EvictionPolicy policy) {
    evictionPolicy =
        requireNonNull(policy, "The eviction policy is null. Leave it away for the default");
    return this;
  }

  /**
   * Says what a {@code VOLATILE} eviction policy does where no entry has a deadline.
   *
   * @param anyKey true to take any entry, as the {@code ALLKEYS} policy would; false (the default,
   *     as in Redis) to refuse the put with a {@link javax.cache.CacheException}
   * @return this builder
   */
  public LapseConfigurationBuilder<K, V> evictAnyWhereNoneExpires(boolean anyKey) {
    evictAnyWhereNoneExpires = anyKey;
    return this;
  }

  /**
   * Makes the configuration. This builder may be used on for others.
   *
   * @return a configuration with the present settings
   * @throws IllegalArgumentException if settings do not go together: read-through without a cache
   *     loader, write-through without a cache writer, a copier or a filter where nothing is copied
   *     or deserialized, two kinds of expiry or of bound, and the like
   */
  public LapseConfiguration<K, V> build() {
    check(
        !readThrough || cacheLoaderFactory != null,
        "read-through is on without a cache loader. Set a cache loader factory");
    check(
        !writeThrough || cacheWriterFactory != null,
        "write-through is on without a cache writer. Set a cache writer factory");
    check(
        entryExpiryFactory == null || expiryPolicyFactory.equals(EternalExpiryPolicy.factoryOf()),
        "both an entry expiry and an expiry policy are set. Choose one of them");
    check(
        earlyRefresh == 0 || readThrough,
        "early refresh is on without read-through, so nothing could be loaded. Set readThrough and a cache loader factory");
    check(
        staleOnError.isZero() || readThrough,
        "stale on error is on without read-through, so no load can fail. Set readThrough and a cache loader factory");
    check(
        staleOnError.isZero() || maximumWeight == 0,
        "stale on error keeps a number of old values and does not weigh them. Bound the cache by maximumEntries");
    check(
        storeByValue || copier == null,
        "a copier is set, but storing by reference copies nothing. Store by value, or take the copier away");
    check(
        storeByValue && copier == null || inputFilter == null,
        "an input filter is set, but nothing is deserialized by reference or with a copier. Take the filter away");
    check(
        maximumEntries == 0 || maximumWeight == 0,
        "both a maximum number of entries ("
            + maximumEntries
            + ") and a maximum weight ("
            + maximumWeight
            + ") are set. Choose one of them");
    boolean bounded = maximumEntries != 0 || maximumWeight != 0;
    check(
        bounded || evictionPolicy == null,
        "the eviction policy "
            + evictionPolicy
            + " is set, but there is no bound. Set maximumEntries or maximumWeight");
    check(
        !evictAnyWhereNoneExpires || (evictionPolicy != null && evictionPolicy.isVolatile()),
        "evictAnyWhereNoneExpires is set, but the eviction policy takes any entry anyway. Choose a VOLATILE policy");
    return new LapseConfiguration<>(this);
  }

  private static void check(boolean valid, String otherwise) {
    if (!valid) {
      throw new IllegalArgumentException("Invalid cache configuration: " + otherwise + ".");
    }
  }
}

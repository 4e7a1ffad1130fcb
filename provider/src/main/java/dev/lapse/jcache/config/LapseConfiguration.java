package dev.lapse.jcache.config;

import dev.lapse.jcache.copy.Copier;
import dev.lapse.jcache.eviction.EvictionPolicy;
import dev.lapse.jcache.eviction.Weigher;
import dev.lapse.jcache.expiry.EntryExpiry;
import java.io.ObjectInputFilter;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.CompleteConfiguration;
import javax.cache.configuration.Configuration;
import javax.cache.configuration.Factory;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.integration.CacheLoader;
import javax.cache.integration.CacheWriter;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a cache: those of the specification and those of this provider. It cannot be
 * changed, so one may be used for several caches, and a cache hands out its own.
 *
 * <pre>{@code
 * var configuration = LapseConfiguration.builder(String.class, Book.class)
 *     .expiryPolicyFactory(CreatedExpiryPolicy.factoryOf(Duration.FIVE_MINUTES))
 *     .copier(bookCopier)
 *     .build();
 * manager.createCache("books", configuration);
 * }</pre>
 *
 * <p>It is serializable where all factories, listeners, the copier and the filter are.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class LapseConfiguration<K, V> implements CompleteConfiguration<K, V> {

  private static final long serialVersionUID = 1L;

  private final Class<K> keyType;
  private final Class<V> valueType;
  private final boolean storeByValue;
  private final boolean readThrough;
  private final boolean writeThrough;
  private final boolean statisticsEnabled;
  private final boolean managementEnabled;

  @SuppressWarnings("serial") // an unmodifiable view of a LinkedHashSet
  private final Set<CacheEntryListenerConfiguration<K, V>> listeners;

  private final @Nullable Factory<CacheLoader<K, V>> cacheLoaderFactory;
  private final @Nullable Factory<CacheWriter<? super K, ? super V>> cacheWriterFactory;
  private final Factory<ExpiryPolicy> expiryPolicyFactory;
  private final @Nullable Factory<EntryExpiry<? super K, ? super V>> entryExpiryFactory;
  private final double expiryJitter;
  private final double earlyRefresh;
  private final Duration staleOnError;

  @SuppressWarnings("serial") // serializable if the user's is
  private final @Nullable Copier copier;

  @SuppressWarnings("serial") // serializable if the user's is
  private final @Nullable ObjectInputFilter inputFilter;

  private final long maximumEntries;
  private final long maximumWeight;

  @SuppressWarnings("serial") // serializable if the user's is
  private final @Nullable Weigher<? super K, ? super V> weigher;

  private final @Nullable EvictionPolicy evictionPolicy;
  private final boolean evictAnyWhereNoneExpires;

  LapseConfiguration(LapseConfigurationBuilder<K, V> builder) {
    keyType = builder.keyType;
    valueType = builder.valueType;
    storeByValue = builder.storeByValue;
    readThrough = builder.readThrough;
    writeThrough = builder.writeThrough;
    statisticsEnabled = builder.statisticsEnabled;
    managementEnabled = builder.managementEnabled;
    listeners = Collections.unmodifiableSet(new LinkedHashSet<>(builder.listeners));
    cacheLoaderFactory = builder.cacheLoaderFactory;
    cacheWriterFactory = builder.cacheWriterFactory;
    expiryPolicyFactory = builder.expiryPolicyFactory;
    entryExpiryFactory = builder.entryExpiryFactory;
    expiryJitter = builder.expiryJitter;
    earlyRefresh = builder.earlyRefresh;
    staleOnError = builder.staleOnError;
    copier = builder.copier;
    inputFilter = builder.inputFilter;
    maximumEntries = builder.maximumEntries;
    maximumWeight = builder.maximumWeight;
    weigher = builder.weigher;
    evictionPolicy = builder.evictionPolicy;
    evictAnyWhereNoneExpires = builder.evictAnyWhereNoneExpires;
  }

  /**
   * Starts with the defaults of the specification: by value, eternal, without loader, writer,
   * listeners, statistics and management.
   *
   * @param <K> the type of keys
   * @param <V> the type of values
   * @param keyType the class of the keys; {@code Object.class} for keys of any class
   * @param valueType the class of the values; {@code Object.class} for values of any class
   * @return a new builder
   */
  public static <K, V> LapseConfigurationBuilder<K, V> builder(
      Class<K> keyType, Class<V> valueType) {
    return new LapseConfigurationBuilder<>(keyType, valueType);
  }

  /**
   * Takes a copy of any configuration that is given to {@code CacheManager.createCache}. What a
   * plain {@link Configuration} does not say is as the specification has it by default.
   *
   * @param <K> the type of keys
   * @param <V> the type of values
   * @param configuration the user's, which may change later
   * @return an unchangeable copy; the same object where it is one of ours
   * @throws IllegalArgumentException if a setting is invalid, with its name and what to do
   * @throws NullPointerException if a setting is null and must not be, with its name
   */
  public static <K, V> LapseConfiguration<K, V> snapshotOf(Configuration<K, V> configuration) {
    return configuration instanceof LapseConfiguration<K, V> ours
        ? ours
        : builder(configuration).build();
  }

  /**
   * Starts with the settings of another configuration. What a plain {@link Configuration} does not
   * say is as the specification has it by default. Where it is a {@code LapseConfiguration}, the
   * settings of this provider are taken over too.
   *
   * @param <K> the type of keys
   * @param <V> the type of values
   * @param from the other configuration, not changed
   * @return a new builder
   * @throws IllegalArgumentException if a setting of the other one is invalid, see {@link
   *     LapseConfigurationBuilder}
   * @throws NullPointerException if a setting of the other one is null and must not be
   */
  public static <K, V> LapseConfigurationBuilder<K, V> builder(Configuration<K, V> from) {
    LapseConfigurationBuilder<K, V> builder =
        new LapseConfigurationBuilder<>(from.getKeyType(), from.getValueType());
    builder.storeByValue(from.isStoreByValue());
    if (from instanceof CompleteConfiguration<K, V> complete) {
      builder
          .readThrough(complete.isReadThrough())
          .writeThrough(complete.isWriteThrough())
          .statisticsEnabled(complete.isStatisticsEnabled())
          .managementEnabled(complete.isManagementEnabled())
          .cacheLoaderFactory(complete.getCacheLoaderFactory())
          .cacheWriterFactory(complete.getCacheWriterFactory())
          .expiryPolicyFactory(complete.getExpiryPolicyFactory())
          .listeners(complete.getCacheEntryListenerConfigurations());
    }
    if (from instanceof LapseConfiguration<K, V> ours) {
      builder
          .copier(ours.copier)
          .inputFilter(ours.inputFilter)
          .entryExpiryFactory(ours.entryExpiryFactory)
          .expiryJitter(ours.expiryJitter)
          .earlyRefresh(ours.earlyRefresh)
          .staleOnError(ours.staleOnError);
      builder.maximumEntries = ours.maximumEntries;
      builder.maximumWeight = ours.maximumWeight;
      builder.weigher = ours.weigher;
      builder.evictionPolicy = ours.evictionPolicy;
      builder.evictAnyWhereNoneExpires = ours.evictAnyWhereNoneExpires;
    }
    return builder;
  }

  /**
   * The same with statistics switched on or off.
   *
   * @param enabled whether statistics are gathered
   * @return another configuration, or this one if it says so already
   */
  public LapseConfiguration<K, V> withStatisticsEnabled(boolean enabled) {
    return enabled == statisticsEnabled ? this : builder(this).statisticsEnabled(enabled).build();
  }

  /**
   * The same with management switched on or off.
   *
   * @param enabled whether the configuration is shown as a management bean
   * @return another configuration, or this one if it says so already
   */
  public LapseConfiguration<K, V> withManagementEnabled(boolean enabled) {
    return enabled == managementEnabled ? this : builder(this).managementEnabled(enabled).build();
  }

  /**
   * The same with other listeners in place of the present ones.
   *
   * @param others all listeners of the new configuration
   * @return another configuration
   * @throws IllegalArgumentException if two of them are equal
   */
  public LapseConfiguration<K, V> withListeners(
      Iterable<CacheEntryListenerConfiguration<K, V>> others) {
    return builder(this).listeners(others).build();
  }

  @Override
  public Class<K> getKeyType() {
    return keyType;
  }

  @Override
  public Class<V> getValueType() {
    return valueType;
  }

  @Override
  public boolean isStoreByValue() {
    return storeByValue;
  }

  @Override
  public boolean isReadThrough() {
    return readThrough;
  }

  @Override
  public boolean isWriteThrough() {
    return writeThrough;
  }

  @Override
  public boolean isStatisticsEnabled() {
    return statisticsEnabled;
  }

  @Override
  public boolean isManagementEnabled() {
    return managementEnabled;
  }

  @Override
  public Iterable<CacheEntryListenerConfiguration<K, V>> getCacheEntryListenerConfigurations() {
    return listeners;
  }

  @Override
  public @Nullable Factory<CacheLoader<K, V>> getCacheLoaderFactory() {
    return cacheLoaderFactory;
  }

  @Override
  public @Nullable Factory<CacheWriter<? super K, ? super V>> getCacheWriterFactory() {
    return cacheWriterFactory;
  }

  @Override
  public Factory<ExpiryPolicy> getExpiryPolicyFactory() {
    return expiryPolicyFactory;
  }

  /**
   * What makes the expiry that sees the entry.
   *
   * @return the factory, or null where the expiry policy counts
   */
  public @Nullable Factory<EntryExpiry<? super K, ? super V>> getEntryExpiryFactory() {
    return entryExpiryFactory;
  }

  /**
   * How far times to live are spread.
   *
   * @return a share from 0 to below 1
   */
  public double getExpiryJitter() {
    return expiryJitter;
  }

  /**
   * How eagerly values are loaded anew before they expire.
   *
   * @return the factor; 0 for never
   */
  public double getEarlyRefresh() {
    return earlyRefresh;
  }

  /**
   * How long after its deadline a value may be read where the cache loader fails.
   *
   * @return the duration; zero for not at all
   */
  public Duration getStaleOnError() {
    return staleOnError;
  }

  /**
   * What copies keys and values in place of serialization.
   *
   * @return the copier, or null for serialization
   */
  public @Nullable Copier getCopier() {
    return copier;
  }

  /**
   * What may be deserialized, besides what the JVM's own filter allows.
   *
   * @return the filter, or null for none
   */
  public @Nullable ObjectInputFilter getInputFilter() {
    return inputFilter;
  }

  /**
   * The most entries that the cache may hold.
   *
   * @return the bound; 0 for none
   */
  public long getMaximumEntries() {
    return maximumEntries;
  }

  /**
   * The most that all entries together may weigh.
   *
   * @return the bound in units of the {@linkplain #getWeigher weigher}; 0 for none
   */
  public long getMaximumWeight() {
    return maximumWeight;
  }

  /**
   * What weighs entries.
   *
   * @return the weigher; null where no maximum weight is set
   */
  public @Nullable Weigher<? super K, ? super V> getWeigher() {
    return weigher;
  }

  /**
   * Which entries go when the cache is full.
   *
   * @return the policy; null where the cache has no bound
   */
  public @Nullable EvictionPolicy getEvictionPolicy() {
    boolean bounded = maximumEntries != 0 || maximumWeight != 0;
    return bounded && evictionPolicy == null ? EvictionPolicy.ALLKEYS_TINYLFU : evictionPolicy;
  }

  /**
   * What a {@code VOLATILE} policy does where no entry has a deadline.
   *
   * @return true if any entry goes, false if the put is refused
   */
  public boolean isEvictAnyWhereNoneExpires() {
    return evictAnyWhereNoneExpires;
  }

  /**
   * Equal if all settings are. Factories, copier and filter are compared by their own {@code
   * equals}.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LapseConfiguration<?, ?> that
        && keyType == that.keyType
        && valueType == that.valueType
        && storeByValue == that.storeByValue
        && readThrough == that.readThrough
        && writeThrough == that.writeThrough
        && statisticsEnabled == that.statisticsEnabled
        && managementEnabled == that.managementEnabled
        && listeners.equals(that.listeners)
        && Objects.equals(cacheLoaderFactory, that.cacheLoaderFactory)
        && Objects.equals(cacheWriterFactory, that.cacheWriterFactory)
        && expiryPolicyFactory.equals(that.expiryPolicyFactory)
        && Objects.equals(entryExpiryFactory, that.entryExpiryFactory)
        && expiryJitter == that.expiryJitter
        && earlyRefresh == that.earlyRefresh
        && staleOnError.equals(that.staleOnError)
        && Objects.equals(copier, that.copier)
        && Objects.equals(inputFilter, that.inputFilter)
        && maximumEntries == that.maximumEntries
        && maximumWeight == that.maximumWeight
        && Objects.equals(weigher, that.weigher)
        && evictionPolicy == that.evictionPolicy
        && evictAnyWhereNoneExpires == that.evictAnyWhereNoneExpires;
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        keyType,
        valueType,
        listeners,
        cacheLoaderFactory,
        cacheWriterFactory,
        expiryPolicyFactory,
        entryExpiryFactory,
        expiryJitter,
        copier,
        inputFilter,
        maximumEntries,
        maximumWeight);
  }
}

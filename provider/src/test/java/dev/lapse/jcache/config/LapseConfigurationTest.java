package dev.lapse.jcache.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.copy.Copier;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.CompleteConfiguration;
import javax.cache.configuration.Configuration;
import javax.cache.configuration.Factory;
import javax.cache.configuration.MutableCacheEntryListenerConfiguration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.EternalExpiryPolicy;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.integration.CacheLoader;
import javax.cache.integration.CacheWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LapseConfigurationTest {

  /** Hands out what it is given: a copier that can be serialized and compared. */
  private enum SameCopier implements Copier {
    INSTANCE;

    @Override
    public <T> T copy(T value, ClassLoader loader) {
      return value;
    }
  }

  private enum Loaders implements Factory<CacheLoader<String, Integer>> {
    INSTANCE;

    @Override
    public CacheLoader<String, Integer> create() {
      throw new UnsupportedOperationException();
    }
  }

  private enum Writers implements Factory<CacheWriter<Object, Object>> {
    INSTANCE;

    @Override
    public CacheWriter<Object, Object> create() {
      throw new UnsupportedOperationException();
    }
  }

  private enum Listeners implements Factory<CacheEntryCreatedListener<Object, Object>> {
    ONE,
    TWO;

    @Override
    public CacheEntryCreatedListener<Object, Object> create() {
      return events -> {};
    }
  }

  private static final ObjectInputFilter FILTER = ObjectInputFilter.Config.createFilter("!*");
  private static final Factory<ExpiryPolicy> MINUTES =
      CreatedExpiryPolicy.factoryOf(Duration.FIVE_MINUTES);

  private static MutableCacheEntryListenerConfiguration<String, Integer> listener(
      Listeners factory) {
    return new MutableCacheEntryListenerConfiguration<>(factory, null, true, false);
  }

  private static LapseConfigurationBuilder<String, Integer> builder() {
    return LapseConfiguration.builder(String.class, Integer.class);
  }

  private static <T> List<T> list(Iterable<T> iterable) {
    return StreamSupport.stream(iterable.spliterator(), false).toList();
  }

  /** Everything away from its default that goes together. */
  private static MutableConfiguration<String, Integer> unusual() {
    return new MutableConfiguration<String, Integer>()
        .setTypes(String.class, Integer.class)
        .setStoreByValue(false)
        .setReadThrough(true)
        .setWriteThrough(true)
        .setStatisticsEnabled(true)
        .setManagementEnabled(true)
        .setCacheLoaderFactory(Loaders.INSTANCE)
        .setCacheWriterFactory(Writers.INSTANCE)
        .setExpiryPolicyFactory(MINUTES)
        .addCacheEntryListenerConfiguration(listener(Listeners.ONE))
        .addCacheEntryListenerConfiguration(listener(Listeners.TWO));
  }

  private static void assertSameSettings(
      CompleteConfiguration<?, ?> expected, CompleteConfiguration<?, ?> actual) {
    assertEquals(expected.getKeyType(), actual.getKeyType());
    assertEquals(expected.getValueType(), actual.getValueType());
    assertEquals(expected.isStoreByValue(), actual.isStoreByValue());
    assertEquals(expected.isReadThrough(), actual.isReadThrough());
    assertEquals(expected.isWriteThrough(), actual.isWriteThrough());
    assertEquals(expected.isStatisticsEnabled(), actual.isStatisticsEnabled());
    assertEquals(expected.isManagementEnabled(), actual.isManagementEnabled());
    assertSame(expected.getCacheLoaderFactory(), actual.getCacheLoaderFactory());
    assertSame(expected.getCacheWriterFactory(), actual.getCacheWriterFactory());
    assertEquals(expected.getExpiryPolicyFactory(), actual.getExpiryPolicyFactory());
    assertEquals(
        list(expected.getCacheEntryListenerConfigurations()).size(),
        list(actual.getCacheEntryListenerConfigurations()).size());
    for (Object listener : expected.getCacheEntryListenerConfigurations()) {
      assertTrue(list(actual.getCacheEntryListenerConfigurations()).contains(listener));
    }
  }

  @Test
  void aSnapshotHasAllSettings() {
    MutableConfiguration<String, Integer> defaults =
        new MutableConfiguration<String, Integer>().setTypes(String.class, Integer.class);
    assertSameSettings(defaults, LapseConfiguration.snapshotOf(defaults));
    assertSameSettings(unusual(), LapseConfiguration.snapshotOf(unusual()));
    assertSameSettings(unusual(), LapseConfiguration.builder(unusual()).build());
    assertEquals(builder().build(), LapseConfiguration.snapshotOf(defaults));
    assertEquals(
        LapseConfiguration.snapshotOf(unusual()), LapseConfiguration.snapshotOf(unusual()));
  }

  @Test
  void oursIsTakenAsItIsAndCanBeChangedInACopy() {
    LapseConfiguration<String, Integer> ours =
        builder().inputFilter(FILTER).statisticsEnabled(true).build();
    assertSame(ours, LapseConfiguration.snapshotOf(ours));
    assertEquals(ours, LapseConfiguration.builder(ours).build());
    LapseConfiguration<String, Integer> other =
        LapseConfiguration.builder(ours).managementEnabled(true).build();
    assertSame(FILTER, other.getInputFilter());
    assertTrue(other.isStatisticsEnabled() && other.isManagementEnabled());
    assertFalse(ours.isManagementEnabled());
    assertSame(
        SameCopier.INSTANCE,
        LapseConfiguration.builder(builder().copier(SameCopier.INSTANCE).build())
            .build()
            .getCopier());
  }

  /** What the specification requires of a configuration, and no more. */
  private record Basic<K, V>(Class<K> getKeyType, Class<V> getValueType, boolean isStoreByValue)
      implements Configuration<K, V> {}

  @Test
  void aPlainConfigurationHasTheDefaultsForTheRest() {
    LapseConfiguration<String, Integer> snapshot =
        LapseConfiguration.snapshotOf(new Basic<>(String.class, Integer.class, false));
    assertEquals(builder().storeByValue(false).build(), snapshot);
    assertEquals(EternalExpiryPolicy.factoryOf(), snapshot.getExpiryPolicyFactory());
    assertNull(snapshot.getCacheLoaderFactory());
    assertNull(snapshot.getCacheWriterFactory());
  }

  @Test
  void laterChangesHaveNoEffectAndNoneCanBeMade() {
    MutableCacheEntryListenerConfiguration<String, Integer> one = listener(Listeners.ONE);
    MutableConfiguration<String, Integer> given =
        unusual().removeCacheEntryListenerConfiguration(one);
    given.addCacheEntryListenerConfiguration(one);
    LapseConfiguration<String, Integer> snapshot = LapseConfiguration.snapshotOf(given);
    one.setOldValueRequired(false).setSynchronous(true);
    given
        .setReadThrough(false)
        .setExpiryPolicyFactory(null)
        .removeCacheEntryListenerConfiguration(listener(Listeners.TWO));
    assertSameSettings(unusual(), snapshot);

    Iterator<?> listeners = snapshot.getCacheEntryListenerConfigurations().iterator();
    listeners.next();
    assertThrows(UnsupportedOperationException.class, listeners::remove);
  }

  static Stream<Consumer<MutableCacheEntryListenerConfiguration<String, Integer>>> changes() {
    return Stream.of(
        each -> each.setOldValueRequired(false),
        each -> each.setSynchronous(true),
        each -> each.setCacheEntryListenerFactory(Listeners.TWO),
        each -> each.setCacheEntryEventFilterFactory(null));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void itsListenersCannotBeChangedButEqualTheOriginal(
      Consumer<MutableCacheEntryListenerConfiguration<String, Integer>> change) {
    LapseConfiguration<String, Integer> configuration =
        builder().listener(listener(Listeners.ONE)).build();
    CacheEntryListenerConfiguration<String, Integer> own =
        list(configuration.getCacheEntryListenerConfigurations()).get(0);
    @SuppressWarnings("unchecked")
    MutableCacheEntryListenerConfiguration<String, Integer> mutable =
        assertInstanceOf(MutableCacheEntryListenerConfiguration.class, own);
    assertThrows(UnsupportedOperationException.class, () -> change.accept(mutable));
    assertEquals(listener(Listeners.ONE), own);
    assertEquals(own, listener(Listeners.ONE));
    assertEquals(own.hashCode(), listener(Listeners.ONE).hashCode());
  }

  @Test
  void switchesAndListenersChangeInACopy() {
    LapseConfiguration<String, Integer> plain = builder().build();
    assertSame(plain, plain.withStatisticsEnabled(false).withManagementEnabled(false));
    assertEquals(
        builder().statisticsEnabled(true).managementEnabled(true).build(),
        plain.withStatisticsEnabled(true).withManagementEnabled(true));
    LapseConfiguration<String, Integer> two =
        plain.withListeners(List.of(listener(Listeners.TWO), listener(Listeners.ONE)));
    assertEquals(
        List.of(listener(Listeners.TWO), listener(Listeners.ONE)),
        list(two.getCacheEntryListenerConfigurations()));
    assertEquals(plain, two.withListeners(List.of()));
  }

  static Stream<LapseConfiguration<?, ?>> differing() {
    return Stream.of(
        LapseConfiguration.builder(Object.class, Integer.class).build(),
        LapseConfiguration.builder(String.class, Object.class).build(),
        builder().storeByValue(false).build(),
        builder().cacheLoaderFactory(Loaders.INSTANCE).build(),
        builder().cacheLoaderFactory(Loaders.INSTANCE).readThrough(true).build(),
        builder().cacheWriterFactory(Writers.INSTANCE).build(),
        builder().cacheWriterFactory(Writers.INSTANCE).writeThrough(true).build(),
        builder().statisticsEnabled(true).build(),
        builder().managementEnabled(true).build(),
        builder().expiryPolicyFactory(MINUTES).build(),
        builder().listener(listener(Listeners.ONE)).build(),
        builder().listener(listener(Listeners.TWO)).build(),
        builder().copier(SameCopier.INSTANCE).build(),
        builder().inputFilter(FILTER).build());
  }

  @Test
  void equalityIsThatOfAllSettings() {
    List<LapseConfiguration<?, ?>> once = differing().toList();
    List<LapseConfiguration<?, ?>> again = differing().toList();
    for (int i = 0; i < once.size(); i++) {
      assertNotEquals(builder().build(), once.get(i));
      assertEquals(once.get(i).hashCode(), again.get(i).hashCode());
      for (int j = 0; j < again.size(); j++) {
        assertEquals(i == j, once.get(i).equals(again.get(j)), i + " and " + j);
      }
    }
  }

  @Test
  void itSurvivesSerialization() throws Exception {
    LapseConfiguration<String, Integer> original =
        LapseConfiguration.builder(unusual())
            .storeByValue(true)
            .copier(SameCopier.INSTANCE)
            .build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(original);
    assertEquals(
        original,
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject());
  }

  /** A configuration of somebody else's, with what it likes. */
  private static final class Foreign extends MutableConfiguration<String, Integer> {
    private static final long serialVersionUID = 1L;
    private final transient Map<String, Object> answers;

    Foreign(Map<String, Object> answers) {
      this.answers = answers;
      keyType = String.class;
      valueType = Integer.class;
    }

    @Override
    public Class<String> getKeyType() {
      return answers.containsKey("noKeyType") ? null : super.getKeyType();
    }

    @Override
    public Class<Integer> getValueType() {
      return answers.containsKey("noValueType") ? null : super.getValueType();
    }

    @Override
    @SuppressWarnings("unchecked")
    public Iterable<CacheEntryListenerConfiguration<String, Integer>>
        getCacheEntryListenerConfigurations() {
      return answers.containsKey("noListeners")
          ? null
          : (Iterable<CacheEntryListenerConfiguration<String, Integer>>)
              answers.getOrDefault("listeners", listenerConfigurations);
    }
  }

  static Stream<Arguments> invalid() {
    Class<IllegalArgumentException> argument = IllegalArgumentException.class;
    Class<NullPointerException> isNull = NullPointerException.class;
    return Stream.of(
        Arguments.of(isNull, new Foreign(Map.of("noKeyType", true)), "key type"),
        Arguments.of(isNull, new Foreign(Map.of("noValueType", true)), "value type"),
        Arguments.of(isNull, new Foreign(Map.of("noListeners", true)), "listener configurations"),
        Arguments.of(
            isNull,
            new Foreign(Map.of("listeners", java.util.Collections.singletonList(null))),
            "listener"),
        Arguments.of(
            argument,
            new Foreign(
                Map.of("listeners", List.of(listener(Listeners.ONE), listener(Listeners.ONE)))),
            "twice"),
        Arguments.of(
            argument,
            new Foreign(Map.of("listeners", List.of(listener(null)))),
            "no listener factory"),
        Arguments.of(
            argument, new MutableConfiguration<>().setReadThrough(true), "cache loader factory"),
        Arguments.of(
            argument, new MutableConfiguration<>().setWriteThrough(true), "cache writer factory"),
        Arguments.of(
            argument,
            new MutableConfiguration<Integer, Object>().setTypes(int.class, Object.class),
            "Integer.class"),
        Arguments.of(argument, new Basic<>(Object.class, long.class, true), "value type"));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void whatIsInvalidIsNamed(
      Class<? extends Exception> type, Configuration<?, ?> configuration, String part) {
    Exception failure = assertThrows(type, () -> LapseConfiguration.snapshotOf(configuration));
    assertTrue(failure.getMessage().contains(part), failure::getMessage);
  }

  @Test
  void whatDoesNotGoTogetherIsNamed() {
    Map<String, LapseConfigurationBuilder<String, Integer>> wrong =
        Map.of(
            "a copier is set", builder().copier(SameCopier.INSTANCE).storeByValue(false),
            "an input filter is set", builder().inputFilter(FILTER).storeByValue(false),
            "with a copier", builder().inputFilter(FILTER).copier(SameCopier.INSTANCE));
    wrong.forEach(
        (part, builder) -> {
          Exception failure = assertThrows(IllegalArgumentException.class, builder::build);
          assertTrue(failure.getMessage().contains(part), failure::getMessage);
        });
  }

  @Test
  void missingFactoriesOfOthersMeanTheDefault() {
    MutableConfiguration<String, Integer> noPolicy =
        new MutableConfiguration<>() {
          private static final long serialVersionUID = 1L;

          @Override
          public Factory<ExpiryPolicy> getExpiryPolicyFactory() {
            return null;
          }
        };
    assertEquals(
        EternalExpiryPolicy.factoryOf(),
        LapseConfiguration.snapshotOf(noPolicy).getExpiryPolicyFactory());
  }

  @Test
  void configurationsAreSerializableByType() {
    assertInstanceOf(Serializable.class, builder().build());
  }
}

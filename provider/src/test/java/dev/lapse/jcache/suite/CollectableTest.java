package dev.lapse.jcache.suite;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.config.LapseConfigurationBuilder;
import dev.lapse.jcache.eviction.EvictionPolicy;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.event.EventType;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import org.junit.jupiter.api.Test;

/** What nothing of ours may hold any more once it is closed. */
class CollectableTest extends SuiteTest {

  @Test
  void classLoaderIsCollectableWhenItsManagerIsClosed() {
    WeakReference<ClassLoader> byManager = useAndClose(false);
    WeakReference<ClassLoader> byProvider = useAndClose(true);
    await()
        .atMost(SOON)
        .until(
            () -> {
              System.gc();
              return byManager.get() == null && byProvider.get() == null;
            });
  }

  /**
   * Everything that might hold on to the loader is used: listeners of both kinds, a loader, the
   * reaper, statistics.
   */
  private WeakReference<ClassLoader> useAndClose(boolean byProvider) {
    ClassLoader loader = LifecycleTest.freshLoader();
    CacheManager manager = World.provider().getCacheManager(World.freshUri(), loader, null);
    RecordingListener<Integer, String> listener = new RecordingListener<>();
    RecordingLoader<Integer, String> source = new RecordingLoader<>(key -> "L");
    Cache<Integer, String> cache =
        manager.createCache(
            "used",
            new MutableConfiguration<Integer, String>()
                .setStatisticsEnabled(true)
                .setManagementEnabled(true)
                .setExpiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(1)))
                .setCacheLoaderFactory(() -> source)
                .setReadThrough(true)
                .addCacheEntryListenerConfiguration(asynchronous(listener))
                .addCacheEntryListenerConfiguration(
                    synchronous(new RecordingListener<Integer, String>())));
    cache.put(1, "A");
    cache.get(2);
    await().atMost(SOON).until(() -> listener.count(EventType.EXPIRED) >= 2);
    if (byProvider) {
      World.provider().close(loader);
    } else {
      manager.close();
    }
    return new WeakReference<>(loader);
  }

  @Test
  void whatWasInAClosedCacheIsCollectableWhileSomebodyHoldsTheCache() {
    List<WeakReference<?>> content = new ArrayList<>();
    List<Cache<?, ?>> held = new ArrayList<>();
    for (Duration life : List.of(Duration.ETERNAL, Duration.ONE_HOUR)) {
      held.add(fillAndClose(byReference(life), content));
      for (EvictionPolicy policy : EvictionPolicy.values()) {
        held.add(
            fillAndClose(byReference(life).maximumEntries(50).evictionPolicy(policy), content));
      }
    }
    await()
        .atMost(SOON)
        .until(
            () -> {
              System.gc();
              return content.stream().allMatch(reference -> reference.refersTo(null));
            });
    held.forEach(cache -> assertTrue(cache.isClosed()));
  }

  private static LapseConfigurationBuilder<Object, Object> byReference(Duration life) {
    return LapseConfiguration.builder(Object.class, Object.class)
        .storeByValue(false)
        .expiryPolicyFactory(CreatedExpiryPolicy.factoryOf(life));
  }

  private Cache<?, ?> fillAndClose(
      LapseConfigurationBuilder<Object, Object> configuration, List<WeakReference<?>> content) {
    Cache<Object, Object> cache = world.create(configuration.build());
    for (int i = 0; i < 40; i++) {
      Object key = new Object();
      Object value = new Object();
      cache.put(key, value);
      content.add(new WeakReference<>(key));
      content.add(new WeakReference<>(value));
    }
    cache.close();
    return cache;
  }
}

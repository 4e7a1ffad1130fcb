package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.config.LapseConfigurationBuilder;
import dev.lapse.jcache.eviction.EvictionPolicy;
import java.util.Map;
import java.util.TreeMap;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.expiry.Duration;
import org.junit.jupiter.api.function.Executable;

/** Base of the classes about bounded caches. */
abstract class BoundedTest extends SuiteTest {

  static final Duration MINUTE = Duration.ONE_MINUTE;

  final BoundedListener<Integer, String> listener = new BoundedListener<>();

  /** Answers by default that entries live for ever. */
  final SettablePolicy expiry = new SettablePolicy();

  /** By reference, with everything written down and counted. */
  LapseConfigurationBuilder<Integer, String> bounded() {
    return LapseConfiguration.builder(Integer.class, String.class)
        .storeByValue(false)
        .statisticsEnabled(true)
        .expiryPolicyFactory(() -> expiry)
        .listener(synchronous(listener));
  }

  LapseConfigurationBuilder<Integer, String> bounded(EvictionPolicy policy, long entries) {
    return bounded().maximumEntries(entries).evictionPolicy(policy);
  }

  /** Weighs a text by its length. */
  LapseConfigurationBuilder<Integer, String> weighed(EvictionPolicy policy, long weight) {
    return bounded().maximumWeight(weight, (key, value) -> value.length()).evictionPolicy(policy);
  }

  void creationExpiry(Duration life) {
    expiry.creation = () -> life;
  }

  static Map<Integer, String> content(Cache<Integer, String> cache) {
    Map<Integer, String> content = new TreeMap<>();
    cache.forEach(entry -> content.put(entry.getKey(), entry.getValue()));
    return content;
  }

  static int weight(Cache<Integer, String> cache) {
    return content(cache).values().stream().mapToInt(String::length).sum();
  }

  static void put(Cache<Integer, String> cache, int from, int to) {
    for (int key = from; key < to; key++) {
      cache.put(key, "v" + key);
    }
  }

  /** The call fails with an exception of the cache that tells all of that. */
  static CacheException assertRefused(Executable call, String... told) {
    CacheException refusal = assertThrows(CacheException.class, call);
    for (String part : told) {
      assertTrue(
          String.valueOf(refusal.getMessage()).contains(part),
          () -> "\"" + part + "\" is missing in: " + refusal.getMessage());
    }
    return refusal;
  }
}

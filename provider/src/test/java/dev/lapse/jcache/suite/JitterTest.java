package dev.lapse.jcache.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.config.LapseConfigurationBuilder;
import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpiringCache;
import java.time.Duration;
import java.util.Properties;
import java.util.stream.LongStream;
import javax.cache.Cache;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.TouchedExpiryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times to live that are spread, so that what was written together does not expire together. */
class JitterTest extends SuiteTest {

  private static final int ENTRIES = 10_000;
  private static final long TTL = Duration.ofSeconds(100).toNanos();

  private static LapseConfigurationBuilder<Integer, String> builder(double share) {
    return LapseConfiguration.builder(Integer.class, String.class)
        .storeByValue(false)
        .expiryJitter(share);
  }

  @SuppressWarnings("unchecked")
  private static ExpiringCache<Integer, String> expiring(Cache<Integer, String> cache) {
    return cache.unwrap(ExpiringCache.class);
  }

  private ExpiringCache<Integer, String> created(double share) {
    return expiring(
        world.create(
            builder(share)
                .expiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(100_000)))
                .build()));
  }

  private static long left(ExpiringCache<Integer, String> cache, int key) {
    return cache.lifetime(key).timeToLive().orElseThrow().toNanos();
  }

  private static long[] filled(ExpiringCache<Integer, String> cache) {
    for (int key = 0; key < ENTRIES; key++) {
      cache.put(key, "A");
    }
    return LongStream.range(0, ENTRIES).map(key -> left(cache, (int) key)).sorted().toArray();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0.99})
  void deadlinesAreSpreadEvenlyWithinTheShare(double share) {
    long[] sorted = filled(created(share));
    assertTrue(sorted[0] >= TTL * (1 - share), "shortest " + sorted[0]);
    assertTrue(sorted[ENTRIES - 1] <= TTL * (1 + share), "longest " + sorted[ENTRIES - 1]);
    for (int tenth = 1; tenth < 10; tenth++) {
      double expected = TTL * (1 - share + 2 * share * tenth / 10);
      assertEquals(expected, sorted[tenth * ENTRIES / 10], TTL * share * 0.05, "tenth " + tenth);
    }
  }

  @Test
  void withoutJitterAllExpireTogether() {
    long[] sorted = filled(created(0));
    assertEquals(TTL, sorted[0]);
    assertEquals(TTL, sorted[ENTRIES - 1]);
  }

  @Test
  void aTouchNeverBringsADeadlineForward() {
    ExpiringCache<Integer, String> cache =
        expiring(
            world.create(
                builder(0.5)
                    .expiryPolicyFactory(TouchedExpiryPolicy.factoryOf(millis(100_000)))
                    .build()));
    cache.put(1, "A");
    long spread = left(cache, 1);
    for (int round = 0; round < 100; round++) {
      clock.advanceMillis(10);
      cache.get(1);
      assertEquals(spread, left(cache, 1));
      cache.put(1, "B");
      assertEquals(spread, left(cache, 1));
    }
  }

  @Test
  void whatACallAsksForIsKept() {
    ExpiringCache<Integer, String> cache = created(0.5);
    for (int key = 0; key < 100; key++) {
      cache.put(key, "A", Expiration.after(Duration.ofSeconds(1)));
      assertEquals(Duration.ofSeconds(1).toNanos(), left(cache, key));
    }
  }

  @Test
  void anEntryExpirysDurationsAreSpreadAndItsMomentsKept() {
    ExpiringCache<Integer, String> cache =
        expiring(
            world.create(
                builder(0.5)
                    .entryExpiryFactory(
                        () ->
                            (key, value, operation) ->
                                value.equals("after")
                                    ? Expiration.after(Duration.ofSeconds(100))
                                    : Expiration.at(clock.wallClock().plusSeconds(100)))
                    .build()));
    cache.put(1, "at");
    assertEquals(TTL, left(cache, 1));
    boolean spread = false;
    for (int key = 0; key < 100; key++) {
      cache.put(key, "after");
      spread |= left(cache, key) != TTL;
    }
    assertTrue(spread);
  }

  @Test
  void zeroAndEternalStayWhatTheyAre() {
    ExpiringCache<Integer, String> eternal = expiring(world.create(builder(0.5).build()));
    ExpiringCache<Integer, String> zero =
        expiring(
            world.create(
                builder(0.5)
                    .expiryPolicyFactory(
                        CreatedExpiryPolicy.factoryOf(javax.cache.expiry.Duration.ZERO))
                    .build()));
    for (int key = 0; key < 100; key++) {
      eternal.put(key, "A");
      zero.put(key, "A");
      assertTrue(eternal.lifetime(key).isEternal());
      assertFalse(zero.containsKey(key));
    }
  }

  @Test
  void theSameSeedSpreadsTheSame() {
    long[] first = spreadWithSeed(1);
    assertEquals(
        LongStream.of(first).boxed().toList(), LongStream.of(spreadWithSeed(1)).boxed().toList());
    assertFalse(java.util.Arrays.equals(first, spreadWithSeed(2)));
  }

  private long[] spreadWithSeed(long seed) {
    Properties properties = World.property("lapse.random.seed", seed);
    try (World seeded = new World(properties)) {
      return filled(
          expiring(
              seeded.create(
                  builder(0.1)
                      .expiryPolicyFactory(CreatedExpiryPolicy.factoryOf(millis(100_000)))
                      .build())));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1, 10, Double.NaN, Double.POSITIVE_INFINITY})
  void aShareOutOfRangeIsRefused(double share) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> builder(share));
    assertTrue(refused.getMessage().contains("jitter is " + share), refused.getMessage());
  }
}

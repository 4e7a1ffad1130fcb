package dev.lapse.jcache.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.eviction.BoundSettings.NoneVolatile;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvictionPolicyTest {

  @Test
  void namesAreThoseOfRedisAndTheDefault() {
    assertEquals(
        List.of(
            "allkeys-tinylfu",
            "noeviction",
            "allkeys-lru",
            "allkeys-lfu",
            "allkeys-random",
            "volatile-lru",
            "volatile-lfu",
            "volatile-random",
            "volatile-ttl"),
        Arrays.stream(EvictionPolicy.values()).map(EvictionPolicy::configName).toList());
  }

  @ParameterizedTest
  @EnumSource
  void eachIsFoundByItsName(EvictionPolicy policy) {
    assertSame(policy, EvictionPolicy.named(policy.configName()));
    assertSame(policy, EvictionPolicy.named(" " + policy.configName().toUpperCase(Locale.ROOT)));
  }

  @ParameterizedTest
  @EnumSource
  void onlyVolatileOnesAreVolatile(EvictionPolicy policy) {
    assertEquals(policy.configName().startsWith("volatile-"), policy.isVolatile());
  }

  @Test
  void anUnknownNameIsAnsweredWithTheKnownOnes() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> EvictionPolicy.named("lru"));
    assertTrue(refused.getMessage().contains("\"lru\""), refused.getMessage());
    assertTrue(refused.getMessage().contains("allkeys-lru, allkeys-lfu"), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void aBoundIsPositive(long maximum) {
    for (boolean weighed : new boolean[] {false, true}) {
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  new BoundSettings(
                      EvictionPolicy.ALLKEYS_TINYLFU, maximum, weighed, NoneVolatile.REFUSE));
      assertTrue(refused.getMessage().contains(String.valueOf(maximum)), refused.getMessage());
    }
  }
}

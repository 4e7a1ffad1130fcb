package dev.lapse.benchmarks.hitratio;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** Caffeine, which does what it has put off at once. */
final class CaffeineCache implements Contestant {

  private final Cache<Long, Boolean> cache;

  CaffeineCache(int maximum) {
    this.cache = Caffeine.newBuilder().maximumSize(maximum).executor(Runnable::run).build();
  }

  @Override
  public boolean access(Long key) {
    if (cache.getIfPresent(key) != null) {
      return true;
    }
    cache.put(key, Boolean.TRUE);
    return false;
  }
}

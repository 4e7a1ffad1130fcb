package dev.lapse.jcache.management;

import java.util.function.Supplier;
import javax.cache.configuration.CompleteConfiguration;
import javax.cache.management.CacheMXBean;

/** Shows the configuration of a cache. */
public final class LapseCacheMXBean implements CacheMXBean {

  private final Supplier<? extends CompleteConfiguration<?, ?>> configuration;

  /**
   * Makes the bean of one cache.
   *
   * @param configuration gives the cache's present configuration, whenever it is asked
   */
  public LapseCacheMXBean(Supplier<? extends CompleteConfiguration<?, ?>> configuration) {
    this.configuration = configuration;
  }

  @Override
  public String getKeyType() {
    return configuration.get().getKeyType().getName();
  }

  @Override
  public String getValueType() {
    return configuration.get().getValueType().getName();
  }

  @Override
  public boolean isReadThrough() {
    return configuration.get().isReadThrough();
  }

  @Override
  public boolean isWriteThrough() {
    return configuration.get().isWriteThrough();
  }

  @Override
  public boolean isStoreByValue() {
    return configuration.get().isStoreByValue();
  }

  @Override
  public boolean isStatisticsEnabled() {
    return configuration.get().isStatisticsEnabled();
  }

  @Override
  public boolean isManagementEnabled() {
    return configuration.get().isManagementEnabled();
  }
}

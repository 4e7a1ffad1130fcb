package dev.lapse.micrometer;

import dev.lapse.jcache.expiry.ReaperMXBean;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.ref.WeakReference;
import java.util.Objects;
import javax.cache.CacheManager;

/**
 * Binds a cache manager of Lapse, and all of its caches, to a registry: what the reaper does, how
 * much the caches hold and what they have given up. It adds to {@code JCacheMetrics}, which tells
 * hits, misses, puts and removals of one cache.
 *
 * <p>All meters carry the tag {@code cache.manager}, the URI of the manager; those of a cache also
 * {@code cache}, its name. Their names start with {@code lapse.}; the README of this module lists
 * them.
 *
 * <p>Caches may come and go: each time that the meter {@code lapse.caches} is read, the meters of
 * caches that were created since are added, and those of closed caches removed. So a cache shows up
 * at the latest one scrape after it was created. When the manager is closed, all meters go.
 *
 * <p>Neither this object nor its meters keep the manager, or a cache, from being collected. It may
 * be bound to any number of registries; bound to one of them twice, the second binding counts.
 * Managers of one URI and different class loaders need a tag that tells them apart.
 */
public final class LapseMetrics implements MeterBinder {

  private final WeakReference<CacheManager> manager;
  private final Tags tags;

  /**
   * Creates a binder without tags of your own.
   *
   * @param manager a cache manager of Lapse
   * @throws IllegalArgumentException if it is a manager of another provider
   */
  public LapseMetrics(CacheManager manager) {
    this(manager, Tags.empty());
  }

  /**
   * Creates a binder.
   *
   * @param manager a cache manager of Lapse
   * @param tags for all of its meters; a tag {@code cache.manager} takes the place of ours
   * @throws IllegalArgumentException if it is a manager of another provider
   */
  public LapseMetrics(CacheManager manager, Iterable<Tag> tags) {
    requireOurs(Objects.requireNonNull(manager, "the cache manager to be measured is null"));
    this.manager = new WeakReference<>(manager);
    this.tags = Tags.of("cache.manager", manager.getURI().toString()).and(tags);
  }

  private static void requireOurs(CacheManager manager) {
    try {
      manager.unwrap(ReaperMXBean.class);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "LapseMetrics measures cache managers of Lapse, and "
              + manager.getURI()
              + " is one of "
              + manager.getCachingProvider().getClass().getName()
              + ". Get the manager from dev.lapse.jcache.LapseCachingProvider, or leave this"
              + " binder out.",
          e);
    }
  }

  /**
   * Binds the manager and the caches that it has.
   *
   * @param manager a cache manager of Lapse
   * @param registry to bind to
   * @param tags key and value in turn, for all meters
   * @param <M> the type of the manager
   * @return the manager
   * @throws IllegalArgumentException if it is a manager of another provider
   */
  public static <M extends CacheManager> M monitor(
      MeterRegistry registry, M manager, String... tags) {
    new LapseMetrics(manager, Tags.of(tags)).bindTo(registry);
    return manager;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Does nothing if the manager has been closed.
   */
  @Override
  public void bindTo(MeterRegistry registry) {
    CacheManager present = manager.get();
    if (present != null && !present.isClosed()) {
      new ManagerMeters(registry, present, tags).bind();
    }
  }
}

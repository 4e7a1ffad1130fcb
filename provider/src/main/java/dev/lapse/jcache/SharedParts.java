package dev.lapse.jcache;

import dev.lapse.jcache.config.ManagerSettings;
import dev.lapse.jcache.config.file.SettingsFile;
import dev.lapse.jcache.event.Workers;
import dev.lapse.jcache.expiry.CoarseClock;
import dev.lapse.jcache.expiry.ReaperMXBean;
import dev.lapse.jcache.management.ReaperBean;
import dev.lapse.jcache.reaper.Reaper;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the caches of one manager share. It refers to no manager and no cache by a strong reference,
 * so that it can be ended when a manager that nobody closed has been collected.
 */
final class SharedParts {

  private static final System.Logger LOG = System.getLogger(SharedParts.class.getName());

  private final ManagerSettings settings;
  private final CoarseClock clock;
  private final @Nullable Workers ownWorkers;
  private final Executor workers;
  private final Reaper reaper;
  private final ReaperBean reaperBean;

  /** What nobody but the manager knows of, so that it has to end it. */
  private final List<Object> madeForFile;

  /**
   * Makes what the caches of a manager share. Where something of it cannot be made, nothing is
   * left.
   */
  static SharedParts of(URI manager, Properties properties, SettingsFile file) {
    List<Object> madeForFile = new ArrayList<>();
    try {
      return new SharedParts(
          manager, file.managerSettings(properties, manager, madeForFile), madeForFile);
    } catch (Throwable e) {
      end(madeForFile);
      throw e;
    }
  }

  private SharedParts(URI manager, ManagerSettings settings, List<Object> madeForFile) {
    this.madeForFile = madeForFile;
    this.settings = settings;
    this.clock = new CoarseClock(settings.ticker().fromZero(), settings.exactClock());
    Executor configured = settings.executor();
    if (configured == null) {
      this.ownWorkers = new Workers(manager.toString());
      this.workers = ownWorkers;
    } else {
      this.ownWorkers = null;
      this.workers = configured;
    }
    this.reaper =
        new Reaper(
            manager.toString(),
            clock,
            new SplittableRandom(seed(settings)),
            settings.reaperEffort(),
            settings.reaperEnabled());
    this.reaperBean = new ReaperBean(reaper);
    reaperBean.show(manager);
  }

  ManagerSettings settings() {
    return settings;
  }

  /** Where chance begins in a new cache. */
  long seed() {
    return seed(settings);
  }

  /** Numbers from 0 to below 1, for any thread. */
  DoubleSupplier chance() {
    Long seed = settings.randomSeed();
    if (seed == null) {
      return () -> ThreadLocalRandom.current().nextDouble();
    }
    SplittableRandom random = new SplittableRandom(seed);
    return () -> {
      synchronized (random) {
        return random.nextDouble();
      }
    };
  }

  private static long seed(ManagerSettings settings) {
    Long seed = settings.randomSeed();
    return seed == null ? ThreadLocalRandom.current().nextLong() : seed;
  }

  CoarseClock clock() {
    return clock;
  }

  Executor workers() {
    return workers;
  }

  Reaper reaper() {
    return reaper;
  }

  ReaperMXBean reaperBean() {
    return reaperBean;
  }

  /** Ends all of it, after the caches were closed. Does no harm a second time. */
  void close() {
    reaperBean.hide();
    reaper.close();
    if (ownWorkers != null) {
      ownWorkers.shutdown();
    }
    end(madeForFile);
  }

  private static void end(List<Object> made) {
    for (Object each : made) {
      try {
        if (each instanceof ExecutorService executor) {
          executor.shutdown();
        } else if (each instanceof AutoCloseable closeable) {
          closeable.close();
        }
      } catch (Exception e) {
        LOG.log(
            System.Logger.Level.WARNING,
            () -> "Closing " + each.getClass().getName() + " of a settings file failed",
            e);
      }
    }
    made.clear();
  }
}

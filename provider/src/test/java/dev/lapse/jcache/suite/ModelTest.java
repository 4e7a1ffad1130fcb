package dev.lapse.jcache.suite;

import dev.lapse.jcache.suite.ModelRun.Setting;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.cache.expiry.AccessedExpiryPolicy;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.EternalExpiryPolicy;
import javax.cache.expiry.ModifiedExpiryPolicy;
import javax.cache.expiry.TouchedExpiryPolicy;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A million random operations, each done to a cache and to {@link ReferenceCache}, and everything
 * compared after each: result, content, events and their order, statistics, and every call of
 * policy, loader and writer. A failure tells the seed and the last steps; {@code
 * -Dsuite.seed=<seed>} runs that one seed in every setting.
 */
class ModelTest {

  private static final int STEPS = 20_000;
  private static final int SEEDS = 4;
  private static final Long GIVEN_SEED = Long.getLong("suite.seed");

  private static final Duration FEW_MILLIS = new Duration(TimeUnit.MILLISECONDS, 3);

  private static final Setting[] SETTINGS = {
    new Setting("plain", false, false, false, false, null),
    new Setting("read-through", true, false, false, false, null),
    new Setting("write-through", false, true, false, false, null),
    new Setting("read- and write-through", true, true, false, false, null),
    new Setting("by value, read- and write-through", true, true, true, false, null),
    new Setting("plain with the reaper", false, false, false, true, null),
    new Setting("read- and write-through with the reaper", true, true, false, true, null),
    new Setting("created", false, false, false, false, new CreatedExpiryPolicy(FEW_MILLIS)),
    new Setting("accessed", true, false, false, false, new AccessedExpiryPolicy(FEW_MILLIS)),
    new Setting("modified", false, true, false, false, new ModifiedExpiryPolicy(FEW_MILLIS)),
    new Setting("touched", false, false, true, false, new TouchedExpiryPolicy(FEW_MILLIS)),
    new Setting("eternal", true, true, false, false, new EternalExpiryPolicy()),
    new Setting(
        "touched with the reaper", false, false, false, true, new TouchedExpiryPolicy(FEW_MILLIS)),
  };

  static Stream<Arguments> runs() {
    return Stream.of(SETTINGS)
        .flatMap(
            setting ->
                (GIVEN_SEED == null ? LongStream.rangeClosed(1, SEEDS) : LongStream.of(GIVEN_SEED))
                    .mapToObj(seed -> Arguments.of(setting, seed)));
  }

  @ParameterizedTest(name = "{0}, seed {1}")
  @MethodSource("runs")
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void cacheAndReferenceAgree(Setting setting, long seed) {
    if (setting.byValue()) {
      run(setting, Box.class, seed);
    } else {
      run(setting, String.class, seed);
    }
  }

  private static <V> void run(Setting setting, Class<V> valueType, long seed) {
    int done = 0;
    try (ModelRun<V> run = new ModelRun<>(setting, valueType, seed)) {
      ModelSteps<V> steps = new ModelSteps<>(run);
      try {
        for (; done < STEPS; done++) {
          steps.next();
        }
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(
            e.getMessage()
                + "\nin "
                + setting
                + ", seed "
                + seed
                + ", step "
                + done
                + ", after\n  "
                + run.describe(),
            e);
      }
    }
  }
}

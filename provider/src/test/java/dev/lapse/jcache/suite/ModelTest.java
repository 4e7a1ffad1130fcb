package dev.lapse.jcache.suite;

import dev.lapse.jcache.suite.ModelRun.Setting;
import java.util.stream.LongStream;
import java.util.stream.Stream;
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

  private static final int STEPS = 25_000;
  private static final int SEEDS = 6;
  private static final Long GIVEN_SEED = Long.getLong("suite.seed");

  private static final Setting[] SETTINGS = {
    new Setting("plain", false, false, false, false),
    new Setting("read-through", true, false, false, false),
    new Setting("write-through", false, true, false, false),
    new Setting("read- and write-through", true, true, false, false),
    new Setting("by value, read- and write-through", true, true, true, false),
    new Setting("plain with the reaper", false, false, false, true),
    new Setting("read- and write-through with the reaper", true, true, false, true),
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

package dev.lapse.jcache.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.expiry.Ticker;
import java.net.URI;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ManagerSettingsTest {

  private static final URI MANAGER = URI.create("urn:books");
  private static final Ticker TICKER = () -> 5;
  private static final Executor EXECUTOR = Runnable::run;

  private static ManagerSettings read(Object... keysAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return ManagerSettings.read(properties, MANAGER);
  }

  @Test
  void defaults() {
    ManagerSettings settings = read();
    long before = System.nanoTime();
    long reading = settings.ticker().nanos();
    assertTrue(reading - before >= 0 && System.nanoTime() - reading >= 0);
    assertEquals(
        new ManagerSettings(settings.ticker(), false, null, null, true, 1, 16384), settings);
  }

  static Stream<Arguments> everything() {
    return Stream.of(Arguments.of(-7L, false, 10, 100), Arguments.of("-7", "false", " 10 ", "100"));
  }

  @ParameterizedTest
  @MethodSource("everything")
  void objectsAndTextsAreRead(Object seed, Object enabled, Object effort, Object bound) {
    Object[] all = {
      "lapse.ticker",
      TICKER,
      "lapse.executor",
      EXECUTOR,
      "lapse.random.seed",
      seed,
      "lapse.reaper.enabled",
      enabled,
      "lapse.reaper.effort",
      effort,
      "lapse.events.bound",
      bound
    };
    assertEquals(new ManagerSettings(TICKER, true, EXECUTOR, -7L, false, 10, 100), read(all));
  }

  @Test
  void aTickerOfTheUsersOwnIsReadExactlyUnlessSaidOtherwise() {
    assertTrue(read("lapse.ticker", TICKER).exactClock());
    assertFalse(read("lapse.ticker", TICKER, "lapse.clock.exact", "false").exactClock());
    assertTrue(read("lapse.clock.exact", true).exactClock());
  }

  @Test
  void defaultsInsideThePropertiesCount() {
    Properties defaults = new Properties();
    defaults.setProperty("lapse.reaper.effort", "7");
    assertEquals(7, ManagerSettings.read(new Properties(defaults), MANAGER).reaperEffort());
    defaults.setProperty("lapse.reaper.effect", "7");
    assertThrows(
        IllegalArgumentException.class,
        () -> ManagerSettings.read(new Properties(defaults), MANAGER));
  }

  @Test
  void keysOfOthersAreIgnored() {
    ManagerSettings settings =
        read("hibernate.reaper", "x", 5, "y", "lapsed", "z", "lapse.executor", EXECUTOR);
    assertSame(EXECUTOR, settings.executor());
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of("lapse.ticker", "x", Ticker.class.getName()),
        Arguments.of("lapse.executor", TICKER, Executor.class.getName()),
        Arguments.of("lapse.random.seed", "x", "a whole number"),
        Arguments.of("lapse.random.seed", 1.5, "a whole number"),
        Arguments.of("lapse.reaper.enabled", "yes", "true or false"),
        Arguments.of("lapse.reaper.effort", 0, "1 to 10"),
        Arguments.of("lapse.reaper.effort", "11", "1 to 10"),
        Arguments.of("lapse.reaper.effort", "", "1 to 10"),
        Arguments.of("lapse.events.bound", 0, "1 to 2147483647"),
        Arguments.of("lapse.events.bound", 1L << 31, "1 to 2147483647"),
        Arguments.of("lapse.reaper.efort", "1", "Did you mean 'lapse.reaper.effort'?"),
        Arguments.of("lapse.seed", 1, "Did you mean 'lapse.random.seed'?"),
        Arguments.of("lapse.reaper.", new Object(), "Did you mean 'lapse.reaper."));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void whatIsWrongIsNamedTogetherWithWhatIsRight(String key, Object value, String right) {
    Exception failure = assertThrows(IllegalArgumentException.class, () -> read(key, value));
    String message = failure.getMessage();
    assertTrue(message.contains("'" + key + "'"), message);
    assertTrue(message.contains(MANAGER.toString()), message);
    assertTrue(message.contains(right), message);
  }
}

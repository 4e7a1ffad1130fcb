package dev.lapse.examples.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.examples.sessions.Options.BadOptionException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {

  private static List<String> words(String line) {
    return List.of(line.split(" ", -1));
  }

  @Test
  void whatIsNotGivenHasADefault() throws BadOptionException {
    assertEquals(
        new Options(10_000, 3, 15, 1, 0.02, false, "dev.lapse.jcache.LapseCachingProvider"),
        Options.parse(List.of()));
  }

  @Test
  void everyOptionIsRead() throws BadOptionException {
    assertEquals(
        new Options(20, 0.5, 2.5, 10, 1, true, "a.B"),
        Options.parse(
            words(
                "--rate 20 --ttl 0.5 --duration 2.5 --effort 10 --sliding-share 1"
                    + " --listener sync --provider a.B")));
  }

  @ParameterizedTest
  @CsvSource({
    "--rate 0,                            whole number from 1 to 1000000",
    "--rate ten,                          --rate is 'ten'",
    "--ttl 0,                             number from 0.1 to 3600",
    "--ttl NaN,                           --ttl is 'NaN'",
    "--duration -1,                       number from 0.1 to 86400",
    "--effort 11,                         whole number from 1 to 10",
    "--sliding-share 1.5,                 number from 0.0 to 1.0",
    "--listener both,                     sync or async",
    "--speed 3,                           no option --speed",
    "--rate,                              --rate lacks its value",
    "--rate 1000000 --duration 86400,     Lower --rate or --duration"
  })
  void whatIsWrongIsNamedTogetherWithWhatIsRight(String args, String part) {
    BadOptionException refusal =
        assertThrows(BadOptionException.class, () -> Options.parse(words(args)));
    assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
  }
}

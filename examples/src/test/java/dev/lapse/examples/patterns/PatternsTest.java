package dev.lapse.examples.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The demonstrations tell what they are meant to tell; on a clock that is moved by hand. */
class PatternsTest extends PatternTest {

  private static final String EXPECTED =
      """
      One-time tokens
        8 threads have redeemed alice's token at once; successes: 1
        bob's token was good for 800 ms; after 900 ms it is good for nobody
      Rate limiter: 5 requests in 800 ms
        20 requests at once; allowed: 5
        one more: refused until the window ends
        and when it has ended: 4 more are allowed
      Idempotency keys: answers are repeated for 800 ms
        8 threads have sent order-17 at once; payments made: 1
        sent again: payment 1
        sent after 900 ms: payment 2
      Leases of 800 ms, with fencing tokens
        8 workers have wanted the index at once; leases granted: 1
        slow has the report: token 2
        900 ms later quick has it: token 3
        quick writes: done
        slow writes: refused
        slow renews: refused
      Sliding sessions: 500 ms for the administrator, 1 s for the customer
        logged out: administrator
        visited after 700 ms: customer
        700 ms later: customer
        and nobody having come for 1.1 s, logged out: customer
      Inventory: 10 pieces, held for 800 ms
        A holds 4, B holds 5; available: 1
        C gets 2: false
        A pays: true; available: 1
        1.2 s later available: 6
        B pays: false; available: 6
      Prices, good for 500 ms, from a source that takes 50 ms and fails at the end
        300 reads; prices fetched: *; the slowest read has taken * ms
        the source has been down for 1 s, and the price is *
      """;

  @Test
  void theyTellWhatHappens() throws InterruptedException {
    Script script = new Script();
    for (Patterns.Demonstration demonstration : Patterns.ALL) {
      demonstration.show(manager, script);
    }
    assertEquals(EXPECTED, script.lines.stream().collect(Collectors.joining("\n", "", "\n")));
  }

  private final class Script implements Stage {

    private final List<String> lines = new ArrayList<>();

    @Override
    public void begin(String headline) {
      lines.add(headline);
    }

    @Override
    public void say(String what) {
      lines.add("  " + what.replaceAll("(fetched:|taken|price is) \\d+", "$1 *"));
    }

    @Override
    public void letPass(Duration time) {
      PatternsTest.this.letPass(time);
      awaitListeners();
    }
  }
}

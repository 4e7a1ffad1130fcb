package dev.lapse.examples.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lapse.examples.patterns.RateLimiter.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class RateLimiterTest extends PatternTest {

  private static final Duration WINDOW = Duration.ofSeconds(10);

  private RateLimiter limiter;

  @BeforeEach
  void create() {
    limiter = new RateLimiter(manager, 3, WINDOW);
  }

  @Test
  void itCountsDownAndThenRefuses() {
    assertEquals(new Verdict(true, 2, WINDOW), limiter.request("alice"));
    assertEquals(new Verdict(true, 1, WINDOW), limiter.request("alice"));
    assertEquals(new Verdict(true, 0, WINDOW), limiter.request("alice"));
    assertEquals(new Verdict(false, 0, WINDOW), limiter.request("alice"));
    assertEquals(new Verdict(true, 2, WINDOW), limiter.request("bob"));
  }

  @Test
  void theWindowBeginsWithTheFirstRequestAndNoOtherMovesIt() {
    for (int second = 0; second < 10; second++) {
      assertEquals(
          new Verdict(second < 3, Math.max(0, 2 - second), WINDOW.minusSeconds(second)),
          limiter.request("alice"));
      clock.advance(Duration.ofSeconds(1));
    }
    assertEquals(new Verdict(true, 2, WINDOW), limiter.request("alice"));
  }

  @RepeatedTest(20)
  void ofManyRequestsAtOnceAsManyAreAllowedAsTheLimitSays() throws InterruptedException {
    assertEquals(3, Patterns.winners(6, () -> limiter.request("alice").allowed()));
    clock.advance(WINDOW);
    assertEquals(3, Patterns.winners(6, () -> limiter.request("alice").allowed()));
  }

  @Test
  void clientsThatStayAwayCostNothing() {
    limiter.request("alice");
    limiter.request("bob");
    assertEquals(2, entriesInMemory());
    letPass(WINDOW.plusSeconds(1));
    assertEquals(0, entriesInMemory());
  }
}

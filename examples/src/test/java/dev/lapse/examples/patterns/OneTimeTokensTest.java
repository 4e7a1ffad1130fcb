package dev.lapse.examples.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OneTimeTokensTest extends PatternTest {

  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  private OneTimeTokens tokens;

  @BeforeEach
  void create() {
    tokens = new OneTimeTokens(manager);
  }

  @Test
  void aTokenIsGoodOnce() {
    String token = tokens.issue("alice", TEN_MINUTES);
    assertEquals(Optional.of("alice"), tokens.redeem(token));
    assertEquals(Optional.empty(), tokens.redeem(token));
  }

  @Test
  void eachTokenIsAnother() {
    assertNotEquals(tokens.issue("alice", TEN_MINUTES), tokens.issue("alice", TEN_MINUTES));
  }

  @Test
  void ofTwoThreadsThatRedeemATokenOneWins() throws InterruptedException {
    List<String> all =
        IntStream.range(0, 50_000).mapToObj(i -> tokens.issue("alice", TEN_MINUTES)).toList();
    AtomicInteger redeemed = new AtomicInteger();
    Patterns.winners(
        2,
        () -> {
          for (String token : all) {
            redeemed.addAndGet(tokens.redeem(token).isPresent() ? 1 : 0);
          }
          return true;
        });
    assertEquals(all.size(), redeemed.get());
  }

  @Test
  void aTokenIsGoodUntilItsTimeIsUpAndNotLonger() {
    String used = tokens.issue("alice", TEN_MINUTES);
    String late = tokens.issue("bob", TEN_MINUTES);
    clock.advance(TEN_MINUTES.minusNanos(1));
    assertEquals(Optional.of("alice"), tokens.redeem(used));
    clock.advance(Duration.ofNanos(1));
    assertEquals(Optional.empty(), tokens.redeem(late));
  }

  @Test
  void eachHasItsOwnTime() {
    String little = tokens.issue("alice", Duration.ofMinutes(1));
    String long_ = tokens.issue("alice", TEN_MINUTES);
    clock.advance(Duration.ofMinutes(5));
    assertEquals(Optional.empty(), tokens.redeem(little));
    assertEquals(Optional.of("alice"), tokens.redeem(long_));
  }

  @Test
  void settingTheWallClockMovesNoDeadline() {
    String used = tokens.issue("alice", clock.wallClock().plus(TEN_MINUTES));
    String late = tokens.issue("bob", clock.wallClock().plus(TEN_MINUTES));
    clock.setWallClockForward(Duration.ofDays(1));
    clock.advance(TEN_MINUTES.minusNanos(1));
    assertEquals(Optional.of("alice"), tokens.redeem(used));
    clock.setWallClockForward(Duration.ofDays(-2));
    clock.advance(Duration.ofNanos(1));
    assertEquals(Optional.empty(), tokens.redeem(late));
  }

  @Test
  void aTokenWhoseDeadlineHasPassedIsNeverGood() {
    String token = tokens.issue("alice", clock.wallClock().minusSeconds(1));
    assertEquals(Optional.empty(), tokens.redeem(token));
  }

  @Test
  void tokensThatNobodyRedeemsLeaveTheMemory() {
    tokens.issue("alice", TEN_MINUTES);
    assertEquals(1, entriesInMemory());
    letPass(TEN_MINUTES.plusSeconds(1));
    assertEquals(0, entriesInMemory());
  }
}

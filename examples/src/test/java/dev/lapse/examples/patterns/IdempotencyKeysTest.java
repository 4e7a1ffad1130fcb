package dev.lapse.examples.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class IdempotencyKeysTest extends PatternTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration MEMORY = Duration.ofHours(24);

  private final AtomicInteger payments = new AtomicInteger();
  private IdempotencyKeys keys;

  @BeforeEach
  void create() {
    keys = new IdempotencyKeys(manager, PATIENCE, MEMORY);
  }

  private String pay() {
    return "payment " + payments.incrementAndGet();
  }

  @Test
  void aRepeatedRequestGetsTheFirstAnswerUntilThatIsForgotten() {
    assertEquals(Optional.of("payment 1"), keys.once("key", this::pay));
    clock.advance(MEMORY.minusNanos(1));
    assertEquals(Optional.of("payment 1"), keys.once("key", this::pay));
    clock.advance(Duration.ofNanos(1));
    assertEquals(Optional.of("payment 2"), keys.once("key", this::pay));
  }

  @RepeatedTest(50)
  void manyAtOnceAreCarriedOutOnce() throws InterruptedException {
    Patterns.winners(4, () -> keys.once("key", this::pay).isPresent());
    assertEquals(1, payments.get());
    assertEquals(Optional.of("payment 1"), keys.once("key", this::pay));
  }

  @Test
  void whileTheFirstIsCarriedOutAnotherIsToldToComeLater() {
    assertEquals(
        Optional.of("first"),
        keys.once(
            "key",
            () -> {
              assertEquals(
                  Optional.empty(), keys.once("key", () -> fail("carried out a second time")));
              return "first";
            }));
  }

  @Test
  void aRequestThatFailsMayBeTriedAgain() {
    IllegalStateException failure = new IllegalStateException("no money");
    assertEquals(
        failure,
        assertThrows(
            IllegalStateException.class,
            () ->
                keys.once(
                    "key",
                    () -> {
                      throw failure;
                    })));
    assertEquals(Optional.of("payment 1"), keys.once("key", this::pay));
  }

  @Test
  void aWorkerThatNeverComesBackBlocksItsKeyNoLongerThanPatienceLasts() {
    Optional<String> late =
        keys.once(
            "key",
            () -> {
              clock.advance(PATIENCE);
              assertEquals(Optional.of("payment 1"), keys.once("key", this::pay));
              return "late";
            });
    assertEquals(Optional.of("late"), late);
    assertEquals(Optional.of("payment 1"), keys.once("key", this::pay), "and its answer stays");
  }

  @Test
  void aLateFailureDoesNotForgetAnotherAnswer() {
    assertThrows(
        IllegalStateException.class,
        () ->
            keys.once(
                "key",
                () -> {
                  clock.advance(PATIENCE);
                  keys.once("key", this::pay);
                  throw new IllegalStateException("late");
                }));
    assertEquals(Optional.of("payment 1"), keys.once("key", this::pay));
  }

  @Test
  void answersLeaveTheMemory() {
    keys.once("key", this::pay);
    assertEquals(1, entriesInMemory());
    letPass(MEMORY.plusHours(1));
    assertEquals(0, entriesInMemory());
  }
}

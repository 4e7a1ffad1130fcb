package dev.lapse.examples.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class InventoryHoldsTest extends PatternTest {

  private static final Duration TTL = Duration.ofMinutes(10);
  private static final int PIECES = 10_000;

  private InventoryHolds stock;

  @BeforeEach
  void create() {
    stock = new InventoryHolds(manager, PIECES);
  }

  @Test
  void whatIsSoldStaysAwayAndWhatIsCancelledComesBack() {
    assertTrue(stock.hold("sold", 3_000, TTL));
    assertTrue(stock.hold("cancelled", 2_000, TTL));
    assertEquals(5_000, stock.available());
    assertTrue(stock.confirm("sold"));
    assertTrue(stock.cancel("cancelled"));
    assertFalse(stock.cancel("sold"));
    assertFalse(stock.confirm("cancelled"));
    assertEquals(7_000, stock.available());
  }

  @Test
  void nobodyHoldsMoreThanThereIsNorTwice() {
    assertFalse(stock.hold("A", PIECES + 1, TTL));
    assertTrue(stock.hold("A", 6_000, TTL));
    assertFalse(stock.hold("B", 6_000, TTL));
    assertFalse(stock.hold("A", 1_000, TTL));
    assertEquals(4_000, stock.available());
  }

  @Test
  void aHoldThatNobodyTouchesAgainIsGivenBackOnce() {
    stock.hold("A", 6_000, TTL);
    letPass(TTL.minusNanos(1));
    assertEquals(4_000, stock.available());
    letPass(Duration.ofSeconds(1));
    assertFalse(stock.confirm("A"));
    assertFalse(stock.cancel("A"));
    awaitListeners();
    assertEquals(PIECES, stock.available());
  }

  @Test
  void aPaymentThatComesTooLateFindsTheHoldGone() {
    stock.hold("A", 6_000, TTL);
    clock.advance(TTL);
    assertFalse(stock.confirm("A"));
    assertFalse(stock.cancel("A"));
    awaitListeners();
    assertEquals(PIECES, stock.available());
  }

  /** Payments, cancellations and the reaper, at the moment of the deadline. */
  @RepeatedTest(5)
  void eachPieceIsSoldOrGivenBackOnce() throws InterruptedException {
    for (int order = 0; order < PIECES; order++) {
      stock.hold("" + order, 1, TTL.plusMillis(order));
    }
    clock.advance(TTL.minusMillis(50));
    AtomicInteger sold = new AtomicInteger();
    AtomicInteger thread = new AtomicInteger();
    Patterns.winners(
        3,
        () -> {
          int role = thread.getAndIncrement();
          for (int order = 0; order < PIECES; order++) {
            switch (role) {
              case 0 -> sold.addAndGet(stock.confirm("" + order) ? 1 : 0);
              case 1 -> stock.cancel("" + order);
              default -> letPass(Duration.ofMillis(1));
            }
          }
          return true;
        });
    letPass(Duration.ofMinutes(1));
    assertEquals(0, entriesInMemory());
    awaitListeners();
    assertEquals(PIECES - sold.get(), stock.available());
  }
}

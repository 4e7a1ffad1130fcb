package dev.lapse.examples.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.examples.sessions.Ledger.Balance;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LedgerTest {

  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  private static Ledger withTwoSessions(long ttlNanos) {
    Ledger ledger = new Ledger(2, ttlNanos);
    ledger.opening(0);
    ledger.opening(1);
    return ledger;
  }

  @Test
  void oneLogoutEachIsRight() {
    Ledger ledger = withTwoSessions(0);
    ledger.loggedOut(1);
    assertFalse(ledger.isComplete());
    assertEquals(1, ledger.overdue());
    ledger.loggedOut(0);
    assertTrue(ledger.isComplete());
    assertEquals(0, ledger.overdue());
    Balance balance = ledger.balance();
    assertTrue(balance.isRight());
    assertEquals(2, balance.latenessMicros().getTotalCount());
  }

  @Test
  void aLostLogoutIsSeen() {
    Ledger ledger = withTwoSessions(0);
    ledger.loggedOut(0);
    assertEquals(1, ledger.balance().never());
    assertFalse(ledger.balance().isRight());
  }

  @Test
  void aSecondLogoutIsSeenAndMakesUpForNoOther() {
    Ledger ledger = withTwoSessions(0);
    ledger.loggedOut(0);
    ledger.loggedOut(0);
    assertFalse(ledger.isComplete());
    assertEquals(1, ledger.balance().tooOften());
    ledger.loggedOut(1);
    assertFalse(ledger.balance().isRight());
  }

  @Test
  void aLogoutBeforeTheDeadlineIsSeen() {
    Ledger ledger = withTwoSessions(HOUR);
    ledger.loggedOut(0);
    ledger.loggedOut(1);
    assertEquals(2, ledger.balance().tooEarly());
    assertFalse(ledger.balance().isRight());
  }

  @Test
  void aVisitIsRefusedWhenTheDeadlineIsNear() {
    assertTrue(withTwoSessions(HOUR).visiting(0));
    assertFalse(withTwoSessions(0).visiting(0));
  }
}

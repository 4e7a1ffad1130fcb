package dev.lapse.examples.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.examples.patterns.SlidingSessions.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlidingSessionsTest extends PatternTest {

  private static final Session CUSTOMER = new Session("customer", Duration.ofMinutes(30));
  private static final Session ADMINISTRATOR = new Session("administrator", Duration.ofMinutes(5));

  private final List<Session> loggedOut = new CopyOnWriteArrayList<>();
  private SlidingSessions sessions;

  @BeforeEach
  void create() {
    sessions = new SlidingSessions(manager, loggedOut::add);
  }

  @Test
  void anIdleSessionIsReallyGoneAndLoggedOutOnce() {
    sessions.open("1", CUSTOMER);
    letPass(CUSTOMER.idleTime().minusNanos(1));
    assertEquals(1, entriesInMemory());
    letPass(Duration.ofSeconds(1));
    assertEquals(0, entriesInMemory(), "though nobody has asked for it");
    assertEquals(Optional.empty(), sessions.visit("1"));
    assertFalse(sessions.close("1"));
    awaitListeners();
    assertEquals(List.of(CUSTOMER), loggedOut);
  }

  @Test
  void visitsKeepItAliveAndLooksDoNot() {
    sessions.open("visited", CUSTOMER);
    sessions.open("looked at", CUSTOMER);
    clock.advance(CUSTOMER.idleTime().minusNanos(1));
    assertEquals(Optional.of(CUSTOMER), sessions.visit("visited"));
    assertTrue(sessions.isOpen("looked at"));
    clock.advance(CUSTOMER.idleTime().minusNanos(1));
    assertTrue(sessions.isOpen("visited"));
    assertFalse(sessions.isOpen("looked at"));
  }

  @Test
  void eachHasItsOwnIdleTime() {
    sessions.open("1", CUSTOMER);
    sessions.open("2", ADMINISTRATOR);
    clock.advance(ADMINISTRATOR.idleTime());
    assertEquals(Optional.of(CUSTOMER), sessions.visit("1"));
    assertEquals(Optional.empty(), sessions.visit("2"));
  }

  @Test
  void aSessionThatIsClosedIsNotLoggedOutAgain() {
    sessions.open("1", CUSTOMER);
    sessions.open("2", ADMINISTRATOR);
    assertTrue(sessions.close("1"));
    letPass(CUSTOMER.idleTime().plusSeconds(1));
    awaitListeners();
    assertEquals(List.of(ADMINISTRATOR), loggedOut);
  }

  /** Visits, which come across dead sessions, and the reaper, at the same time. */
  @Test
  void whoeverFindsThemDeadEachIsLoggedOutOnce() throws InterruptedException {
    int number = 1_000;
    IntStream.range(0, number)
        .forEach(i -> sessions.open("" + i, new Session("" + i, Duration.ofSeconds(1 + i % 10))));
    Patterns.winners(
        3,
        () -> {
          for (int i = 0; i < number; i++) {
            sessions.visit("" + i);
            letPass(Duration.ofMillis(10));
          }
          return true;
        });
    letPass(Duration.ofMinutes(1));
    letPass(Duration.ofMinutes(1));
    assertEquals(0, entriesInMemory());
    awaitListeners();
    assertEquals(number, loggedOut.stream().distinct().count());
    assertEquals(number, loggedOut.size());
  }
}

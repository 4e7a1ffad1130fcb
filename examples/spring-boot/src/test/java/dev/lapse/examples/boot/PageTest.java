package dev.lapse.examples.boot;

import static dev.lapse.examples.boot.RunningDesk.PATIENCE;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, as a visitor sees it. Sessions end after two idle seconds. */
class PageTest {

  /** Left for people to look at. */
  private static final Path PICTURE = Path.of("target", "session-desk.png");

  private static final Optional<String> WHY_NOT = Browser.whyNot();

  @TempDir private static Path directory;
  private static RunningDesk desk;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    if (WHY_NOT.isPresent()) {
      System.out.println("The page is not tested: " + WHY_NOT.get());
      return;
    }
    desk = RunningDesk.start("--spring.cache.jcache.config=classpath:hasty.yaml");
    browser = Browser.start(directory);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    if (desk != null) {
      desk.close();
    }
  }

  @BeforeEach
  void visit() {
    assumeTrue(WHY_NOT.isEmpty(), () -> WHY_NOT.orElseThrow());
    browser.visit(desk.client().base());
    await().atMost(PATIENCE).until(() -> browser.text("#state").equals("live"));
  }

  /** A browser logs each answer that is no success; one of them is meant. */
  @AfterEach
  void nothingIsComplainedAboutOnTheConsole() {
    assumeTrue(WHY_NOT.isEmpty());
    assertEquals(
        List.of(),
        browser.complaints().stream()
            .filter(line -> !line.contains("responded with a status of 410"))
            .toList());
  }

  @Test
  void aSessionIsSignedInUsedAndSignedOut() {
    double signedOut = browser.number("[data-what='signed out']");
    assertFalse(browser.isEnabled("#use"));
    browser.click("#sign-in");
    await().atMost(PATIENCE).until(() -> browser.text("#mine").endsWith("is signed in"));
    browser.click("#sign-out");
    await().atMost(PATIENCE).until(() -> !browser.text("#mine").endsWith("is signed in"));
    assertFalse(browser.isEnabled("#use"));
    if (browser.text("#mine").equals("signed out")) {
      await()
          .atMost(PATIENCE)
          .until(() -> browser.number("[data-what='signed out']") == signedOut + 1);
    } else { // on a machine so slow that it was over before
      assertEquals("This session is over; sign in again", browser.text("#mine"));
    }
  }

  @Test
  void aVisitorWhoWaitsIsToldThatTheSessionIsOver() {
    double timedOut = browser.number("[data-what='timed out']");
    browser.click("#sign-in");
    await().atMost(PATIENCE).until(() -> browser.text("#mine").endsWith("is signed in"));
    await().atMost(PATIENCE).until(() -> browser.number("[data-what='timed out']") == timedOut + 1);
    browser.click("#use");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertEquals("This session is over; sign in again", browser.text("#mine")));
  }

  @Test
  void aCrowdIsSeenToComeAndToGoByItself() throws Exception {
    double active = browser.number("#active");
    browser.click("#crowd");
    await().atMost(PATIENCE).until(() -> browser.number("#open") > 100);
    browser.photograph(PICTURE);
    await().atMost(PATIENCE).until(() -> browser.number("[data-what='signed in']") >= 5000);
    await().atMost(PATIENCE).until(() -> browser.number("#open") == 0);
    await().atMost(PATIENCE).until(() -> browser.number("#waiting") == 0);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertEquals(
                    browser.number("[data-what='signed in']"),
                    browser.number("[data-what='signed out']")
                        + browser.number("[data-what='timed out']")));
    assertTrue(browser.number("#active") > active + 4000);
    assertEquals(0, browser.number("#lag"));
    assertTrue(browser.text("[data-cache=members]").contains("of 200"));
    assertTrue(browser.text("[data-cache=members]").contains(" %"), "hit ratio");
  }
}

package dev.lapse.examples.boot;

import static dev.lapse.examples.boot.RunningDesk.PATIENCE;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import javax.cache.CacheManager;
import javax.cache.Caching;
import org.junit.jupiter.api.Test;

/** The application ends and starts again in one JVM, in good order or not. */
class RestartTest {

  @Test
  void aSecondRunStartsAfresh() {
    CacheManager first;
    String token;
    try (RunningDesk desk = RunningDesk.start()) {
      first = desk.manager();
      token = desk.client().signIn(1);
    }
    assertTrue(first.isClosed());
    await().atMost(PATIENCE).untilAsserted(() -> assertEquals(List.of(), threadsOfLapse()));

    try (RunningDesk desk = RunningDesk.start()) {
      assertNotSame(first, desk.manager());
      RunningDesk.Client client = desk.client();
      assertEquals(410, client.call("GET", "/api/sessions/" + token).statusCode());
      client.signIn(2);
      assertEquals(1, client.cache("sessions").get("entries").asLong());
      String page = client.call("GET", "/actuator/prometheus").body();
      assertEquals(1, page.lines().filter(line -> line.startsWith("lapse_caches{")).count(), page);
      assertTrue(page.contains("cache_puts_total{cache=\"sessions\","), page);
    }
  }

  private static List<String> threadsOfLapse() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("lapse-"))
        .toList();
  }

  @Test
  void aManagerThatSomebodyElseHasClosedIsNamedToTheClient() {
    try (RunningDesk desk = RunningDesk.start()) {
      String token = desk.client().signIn(1);
      Caching.getCachingProvider("dev.lapse.jcache.LapseCachingProvider").close();

      JsonNode use = desk.client().json("GET", "/api/sessions/" + token);
      assertEquals(500, use.get("status").asInt());
      assertTrue(
          use.get("message").textValue().contains("cache sessions of cache manager file:"),
          use.toString());
      assertTrue(use.get("message").textValue().contains("is closed"), use.toString());
      JsonNode figures = desk.client().figures();
      assertTrue(
          figures
              .get("message")
              .textValue()
              .contains("Get an open one by CachingProvider.getCacheManager"),
          figures.toString());
      assertEquals(200, desk.client().call("GET", "/actuator/prometheus").statusCode());
    }
  }
}

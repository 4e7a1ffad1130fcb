package dev.lapse.examples.boot;

import static dev.lapse.examples.boot.RunningDesk.PATIENCE;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The whole application through its HTTP side, with another provider on the class path. Sessions
 * end after two idle seconds.
 */
class DeskTest {

  private static RunningDesk desk;
  private static RunningDesk.Client client;

  @BeforeAll
  static void start() {
    desk = RunningDesk.start("--spring.cache.jcache.config=classpath:hasty.yaml");
    client = desk.client();
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  @Test
  void theNamedProviderIsTaken() {
    assertEquals(
        "dev.lapse.jcache.LapseCachingProvider",
        desk.manager().getCachingProvider().getClass().getName());
  }

  @Test
  void aSessionCanBeUsedAndSignedOutOnce() {
    String token = client.signIn(7);
    JsonNode session = client.json("GET", "/api/sessions/" + token);
    assertEquals("Radia 7", session.get("member").get("name").textValue());
    assertEquals(204, client.call("DELETE", "/api/sessions/" + token).statusCode());
    assertEquals(410, client.call("DELETE", "/api/sessions/" + token).statusCode());
    assertEquals(410, client.call("GET", "/api/sessions/" + token).statusCode());
  }

  @Test
  void anAbandonedSessionIsWrittenOffThoughNobodyLooks() {
    String token = client.signIn(8);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertEquals(
                    1,
                    desk.bean(JdbcClient.class)
                        .sql("select count(*) from journal where what = 'timed out' and token = ?")
                        .param(token)
                        .query(Long.class)
                        .single()));
    assertTrue(client.figures().get("reaper").get("activelyExpired").asLong() >= 1);
    assertEquals(410, client.call("GET", "/api/sessions/" + token).statusCode());
  }

  @Test
  void eachSessionOfACrowdEndsExactlyOnce() {
    long before = client.journal("signed in");
    assertEquals("3000", client.call("POST", "/api/sessions/crowd?visitors=3000").body());
    await().atMost(PATIENCE).until(() -> client.cache("sessions").get("entries").asLong() == 0);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertEquals(
                    client.journal("signed in"),
                    client.journal("signed out") + client.journal("timed out")));
    assertTrue(client.journal("signed in") >= before + 3000);
    JsonNode members = client.cache("members");
    assertEquals(200, members.get("maximum").asLong());
    assertTrue(members.get("entries").asLong() <= 200, members.toString());
    assertTrue(members.get("evictions").asLong() > 0, members.toString());
  }

  @Test
  void whatIsWrongIsSaid() {
    JsonNode noMember = client.json("POST", "/api/sessions?member=4711");
    assertEquals("There is no member 4711", noMember.get("message").textValue());
    JsonNode noCrowd = client.json("POST", "/api/sessions/crowd?visitors=0");
    assertEquals("A crowd has 1 to 100000 visitors", noCrowd.get("message").textValue());
  }

  @Test
  void actuatorShowsTheCachesAndBothKindsOfMeters() {
    client.json("DELETE", "/api/sessions/" + client.signIn(9));
    JsonNode caches =
        client.json("GET", "/actuator/caches").at("/cacheManagers/cacheManager/caches");
    assertTrue(caches.has("members") && caches.has("sessions"), caches.toString());

    HttpResponse<String> page = client.call("GET", "/actuator/prometheus");
    for (String line :
        new String[] {
          "cache_gets_total{cache=\"members\",cache_manager=\"cacheManager\",name=\"members\",result=\"miss\"} ",
          "cache_puts_total{cache=\"sessions\",cache_manager=\"cacheManager\",name=\"sessions\"} ",
          "lapse_expirations_total{cache_manager=\"cacheManager\",mode=\"active\"}",
          "lapse_stale_ratio{",
          "lapse_lag_seconds{",
          "lapse_undelivered_events{",
          "lapse_cache_entries{cache=\"sessions\"",
          "lapse_cache_evictions_total{cache=\"members\"",
          "lapse_cache_maximum{cache=\"members\""
        }) {
      assertTrue(page.body().contains("\n" + line), () -> line + " is not in " + page.body());
    }
    JsonNode puts = client.json("GET", "/actuator/metrics/cache.puts?tag=cache:sessions");
    assertTrue(puts.at("/measurements/0/value").asDouble() >= 1, puts.toString());
  }
}

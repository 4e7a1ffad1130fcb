package dev.lapse.examples.boot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import javax.cache.CacheManager;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** The application in this JVM, on a free port, and a client of it. */
final class RunningDesk implements AutoCloseable {

  /** How long a test waits for what comes by itself. */
  static final java.time.Duration PATIENCE = java.time.Duration.ofMinutes(2);

  private final ConfigurableApplicationContext context;
  private final Client client;

  private RunningDesk(ConfigurableApplicationContext context) {
    this.context = context;
    this.client = new Client(((WebServerApplicationContext) context).getWebServer().getPort());
  }

  static RunningDesk start(String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add("--server.port=0");
    arguments.add("--spring.datasource.generate-unique-name=true");
    return new RunningDesk(
        SpringApplication.run(SessionDesk.class, arguments.toArray(new String[0])));
  }

  Client client() {
    return client;
  }

  CacheManager manager() {
    return context.getBean(CacheManager.class);
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  @Override
  public void close() {
    context.close();
  }

  /** Speaks to a desk. */
  static final class Client {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final String base;

    Client(int port) {
      this.base = "http://localhost:" + port;
    }

    String base() {
      return base;
    }

    HttpResponse<String> call(String method, String path) {
      try {
        return http.send(
            HttpRequest.newBuilder(URI.create(base + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("Accept", "application/json, text/plain;q=0.5, */*;q=0.1")
                .timeout(PATIENCE)
                .build(),
            HttpResponse.BodyHandlers.ofString());
      } catch (IOException e) {
        throw new AssertionError(method + " " + path, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }

    JsonNode json(String method, String path) {
      HttpResponse<String> answer = call(method, path);
      try {
        return JSON.readTree(answer.body());
      } catch (IOException e) {
        throw new AssertionError(answer.statusCode() + ": " + answer.body(), e);
      }
    }

    /** Signs a member in and returns the token. */
    String signIn(int member) {
      return json("POST", "/api/sessions?member=" + member).get("token").textValue();
    }

    JsonNode figures() {
      return json("GET", "/api/figures");
    }

    long journal(String what) {
      return figures().get("journal").path(what).asLong();
    }

    JsonNode cache(String name) {
      for (JsonNode cache : figures().get("caches")) {
        if (cache.get("name").textValue().equals(name)) {
          return cache;
        }
      }
      throw new AssertionError("no figures of " + name);
    }
  }
}

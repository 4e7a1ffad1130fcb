package dev.lapse.examples.boot;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Chromium without a window, spoken to in the W3C WebDriver protocol through its driver. Both are
 * looked for on the path of the shell, as Debian's packages {@code chromium} and {@code
 * chromium-driver} put them there.
 */
final class Browser implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PORT = Pattern.compile("successfully on port (\\d+)");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process driver;
  private final String base;
  private String session = "";

  private Browser(Process driver, int port) {
    this.driver = driver;
    this.base = "http://localhost:" + port;
  }

  /** Returns why there can be no browser here, or nothing if there can. */
  static Optional<String> whyNot() {
    return Stream.of("chromium", "chromedriver")
        .filter(program -> onPath(program).isEmpty())
        .findFirst()
        .map(
            program ->
                program
                    + " is not on the path. Debian has it: apt-get install chromium chromium-driver");
  }

  private static Optional<Path> onPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts a browser.
   *
   * @param directory of its own, where it leaves its files
   */
  static Browser start(Path directory) throws IOException {
    Path output = directory.resolve("chromedriver.log");
    Process driver =
        new ProcessBuilder(onPath("chromedriver").orElseThrow().toString(), "--port=0")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      Browser browser = new Browser(driver, portIn(output, driver));
      browser.open(directory.resolve("profile"));
      return browser;
    } catch (AssertionError | RuntimeException e) {
      driver.destroy();
      throw e;
    }
  }

  private static int portIn(Path output, Process driver) {
    Matcher[] said = new Matcher[1];
    await()
        .atMost(RunningDesk.PATIENCE)
        .until(
            () -> {
              said[0] = PORT.matcher(Files.readString(output));
              return said[0].find() || !driver.isAlive();
            });
    if (!driver.isAlive()) {
      throw new AssertionError("chromedriver has ended, see " + output);
    }
    return Integer.parseInt(said[0].group(1));
  }

  private void open(Path profile) {
    ObjectNode always = JsonNodeFactory.instance.objectNode();
    always
        .putObject("goog:chromeOptions")
        .putArray("args")
        .add("--headless=new")
        .add("--no-sandbox") // which root cannot have
        .add("--disable-gpu")
        .add("--disable-dev-shm-usage")
        .add("--window-size=1200,950")
        .add("--user-data-dir=" + profile);
    always.putObject("goog:loggingPrefs").put("browser", "ALL");
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    request.putObject("capabilities").set("alwaysMatch", always);
    session = "/session/" + call("POST", "/session", request).get("sessionId").textValue();
  }

  void visit(String url) {
    call("POST", session + "/url", JsonNodeFactory.instance.objectNode().put("url", url));
  }

  /** Clicks as a user does: it fails where something else covers the element. */
  void click(String selector) {
    String element = find(selector);
    call("POST", session + "/element/" + element + "/click", JsonNodeFactory.instance.objectNode());
  }

  /** Returns what can be read there. In one step, since the page replaces its elements. */
  String text(String selector) {
    ObjectNode script =
        JsonNodeFactory.instance
            .objectNode()
            .put("script", "return document.querySelector(arguments[0]).innerText");
    script.putArray("args").add(selector);
    return call("POST", session + "/execute/sync", script).textValue();
  }

  boolean isEnabled(String selector) {
    return call("GET", session + "/element/" + find(selector) + "/enabled", null).booleanValue();
  }

  /** Returns the number that can be read there; NaN if there is none. */
  double number(String selector) {
    String digits = text(selector).replaceAll("[^0-9.]", "");
    return digits.isEmpty() ? Double.NaN : Double.parseDouble(digits);
  }

  private String find(String selector) {
    JsonNode found =
        call(
            "POST",
            session + "/element",
            JsonNodeFactory.instance
                .objectNode()
                .put("using", "css selector")
                .put("value", selector));
    return found.elements().next().textValue();
  }

  /** Returns what the page has complained about on its console. */
  List<String> complaints() {
    JsonNode lines =
        call(
            "POST",
            session + "/se/log",
            JsonNodeFactory.instance.objectNode().put("type", "browser"));
    List<String> complaints = new ArrayList<>();
    for (JsonNode line : lines) {
      if (line.get("level").textValue().matches("WARNING|SEVERE")) {
        complaints.add(line.get("message").textValue());
      }
    }
    return complaints;
  }

  /** Saves what can be seen. */
  void photograph(Path file) throws IOException {
    String picture = call("GET", session + "/screenshot", null).textValue();
    Files.write(file, Base64.getDecoder().decode(picture));
  }

  private JsonNode call(String method, String path, JsonNode body) {
    try {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(URI.create(base + path))
                  .method(
                      method,
                      body == null
                          ? HttpRequest.BodyPublishers.noBody()
                          : HttpRequest.BodyPublishers.ofString(body.toString()))
                  .header("Content-Type", "application/json")
                  .timeout(RunningDesk.PATIENCE)
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new AssertionError(method + " " + path + ": " + answer.body());
      }
      return JSON.readTree(answer.body()).get("value");
    } catch (IOException e) {
      throw new AssertionError(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    try {
      call("DELETE", session, null);
    } finally {
      driver.destroy();
    }
  }
}

package dev.lapse.examples.boot;

import static dev.lapse.examples.boot.RunningDesk.PATIENCE;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.cache.CacheManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.devtools.restart.classloader.RestartClassLoader;
import org.springframework.context.ConfigurableApplicationContext;

/** Spring Boot's devtools load an application by a class loader of their own, again and again. */
class DevtoolsTest {

  private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");

  @TempDir private Path directory;

  @Test
  void aChangedClassRestartsTheDeskWithFreshCaches() throws Exception {
    Path classes = Path.of("target", "classes").toAbsolutePath();
    Path copy = directory.resolve("classes");
    copy(classes, copy);
    Path output = directory.resolve("desk.log");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-classpath",
                classPathWith(copy, classes),
                "dev.lapse.examples.boot.SessionDesk",
                "--server.port=0",
                "--spring.devtools.livereload.enabled=false",
                "--spring.devtools.restart.poll-interval=500ms",
                "--spring.devtools.restart.quiet-period=200ms")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      RunningDesk.Client before = new RunningDesk.Client(portOfStart(1, output, child));
      String token = before.signIn(1);
      assertEquals(200, before.call("GET", "/api/sessions/" + token).statusCode());

      Files.setLastModifiedTime(
          copy.resolve("dev/lapse/examples/boot/Session.class"),
          FileTime.from(Instant.now().plusSeconds(5)));
      RunningDesk.Client after = new RunningDesk.Client(portOfStart(2, output, child));
      assertEquals(0, after.cache("sessions").get("entries").asLong());
      assertEquals(410, after.call("GET", "/api/sessions/" + token).statusCode());
      String second = after.signIn(2);
      assertEquals(200, after.call("GET", "/api/sessions/" + second).statusCode());
      String page = after.call("GET", "/actuator/prometheus").body();
      assertTrue(page.contains("lapse_caches{cache_manager=\"cacheManager\"} 2.0"), page);
      assertTrue(Files.readString(output).contains("restartedMain"), "by devtools");
    } finally {
      child.destroy();
      child.waitFor();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static String classPathWith(Path copy, Path original) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(element -> Path.of(element).equals(original) ? copy.toString() : element)
        .filter(element -> !element.endsWith("test-classes"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Waits until the application has started so many times. */
  private static int portOfStart(int number, Path output, Process child) throws IOException {
    await().atMost(PATIENCE).until(() -> !child.isAlive() || startsIn(output).size() >= number);
    assertTrue(child.isAlive(), () -> "the desk has ended: " + read(output));
    return Integer.parseInt(startsIn(output).get(number - 1).group(1));
  }

  private static List<MatchResult> startsIn(Path output) throws IOException {
    return STARTED.matcher(Files.readString(output)).results().toList();
  }

  private static String read(Path output) {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void twoClassLoadersHaveManagersOfTheirOwnAndSeeTheirOwnClasses() throws Exception {
    Application first = new Application();
    Application second = new Application();
    try {
      assertNotSame(first.manager(), second.manager());
      assertEquals(first.manager().getURI(), second.manager().getURI());

      Object basket = first.throughTheCache("apple");
      assertSame(first.loader, basket.getClass().getClassLoader());
      assertEquals(List.of("apple"), first.itemsOf(basket));
      assertNull(second.stored());
      basket = second.throughTheCache("pear");
      assertSame(second.loader, basket.getClass().getClassLoader());
      assertEquals(List.of("apple"), first.itemsOf(first.stored()));

      first.close();
      assertEquals(List.of("pear"), second.itemsOf(second.stored()));
    } finally {
      first.close();
      second.close();
    }
  }

  /** {@link Baskets}, loaded as devtools load an application. */
  private static final class Application {

    final ClassLoader loader;
    private final Class<?> baskets;
    private final ConfigurableApplicationContext context;

    Application() throws Exception {
      ClassLoader parent = DevtoolsTest.class.getClassLoader();
      URL ours = DevtoolsTest.class.getProtectionDomain().getCodeSource().getLocation();
      loader = new RestartClassLoader(parent, new URL[] {ours});
      baskets = Class.forName(Baskets.class.getName(), true, loader);
      assertNotSame(Baskets.class, baskets);
      Thread.currentThread().setContextClassLoader(loader);
      try {
        context = (ConfigurableApplicationContext) baskets.getMethod("open").invoke(null);
      } finally {
        Thread.currentThread().setContextClassLoader(parent);
      }
    }

    CacheManager manager() {
      return context.getBean(CacheManager.class);
    }

    Object throughTheCache(String item) throws Exception {
      return baskets
          .getMethod("throughTheCache", ConfigurableApplicationContext.class, String.class)
          .invoke(null, context, item);
    }

    Object stored() throws Exception {
      return baskets
          .getMethod("stored", ConfigurableApplicationContext.class)
          .invoke(null, context);
    }

    Object itemsOf(Object basket) throws Exception {
      return baskets.getMethod("itemsOf", Object.class).invoke(null, basket);
    }

    void close() {
      context.close();
    }
  }
}

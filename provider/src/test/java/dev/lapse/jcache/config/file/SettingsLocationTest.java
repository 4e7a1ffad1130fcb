package dev.lapse.jcache.config.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.SettingsException;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.cache.CacheManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a manager's settings file is looked for. */
class SettingsLocationTest {

  @TempDir Path directory;
  private SettingsWorld world;

  @BeforeEach
  void open() {
    world = new SettingsWorld(directory);
  }

  @AfterEach
  void close() {
    System.clearProperty("lapse.config");
    world.close();
  }

  private Path fileOf(String cacheName) {
    return world.file("caches: {" + cacheName + ": }");
  }

  private static void assertHas(String cacheName, CacheManager manager) {
    assertEquals(Set.of(cacheName), SettingsWorld.names(manager));
  }

  private URL jar(String entry, String cacheName) throws IOException {
    Path jar = Files.createTempFile(directory, "settings", ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry(entry));
      out.write(("caches: {" + cacheName + ": }").getBytes(StandardCharsets.UTF_8));
    }
    return jar.toUri().toURL();
  }

  @ParameterizedTest
  @ValueSource(strings = {"conf.yaml", "conf.yml", "CONF.YAML", "with space.yaml", "ünï.yml"})
  void aUriThatEndsInYamlIsTheFile(String name) {
    assertHas("a", world.manager(world.write(name, "caches: {a: }").toUri()));
  }

  @Test
  void aUriWithoutASchemeIsAPath() {
    Path here = Path.of("").toAbsolutePath();
    Path relative = here.relativize(fileOf("a").toAbsolutePath());
    assertHas("a", world.manager(URI.create(relative.toString())));
    assertHas("a", world.manager(URI.create(fileOf("a").toString())));
    assertHas("a", world.manager(URI.create("file:" + relative)));
  }

  @Test
  void aFileInAJar() throws Exception {
    URL jar = jar("conf/in-jar.yaml", "jarred");
    assertHas("jarred", world.manager(URI.create("jar:" + jar + "!/conf/in-jar.yaml")));
  }

  @Test
  void aJarThatWasReadCanBeExchanged() throws Exception {
    URL jar = jar("a.yaml", "first");
    URI uri = URI.create("jar:" + jar + "!/a.yaml");
    assertHas("first", world.manager(uri));
    world.close();
    Path other = Path.of(jar("a.yaml", "second").toURI());
    Files.move(other, Path.of(jar.toURI()), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertHas("second", world.manager(uri));
  }

  @Test
  void theClassPathIsThatOfTheManagersClassLoader() throws Exception {
    try (URLClassLoader one = new URLClassLoader(new URL[] {jar("conf/c.yaml", "one")});
        URLClassLoader two = new URLClassLoader(new URL[] {jar("conf/c.yaml", "two")})) {
      for (String location : Set.of("classpath:conf/c.yaml", "classpath:/conf/c.yaml")) {
        URI uri = URI.create(location);
        assertHas("one", world.manager(uri, one));
        assertHas("two", world.manager(uri, two));
        assertThrows(SettingsException.class, () -> world.manager(uri));
      }
    }
  }

  @Test
  void theDefaultManagerLooksForOneNameOnTheClassPath() throws Exception {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar("lapse.yaml", "found")})) {
      assertHas("found", world.provider.getCacheManager(null, loader));
      assertHas("found", world.manager(world.provider.getDefaultURI(), loader));
      assertEquals(Set.of(), SettingsWorld.names(world.manager(URI.create("other"), loader)));
      assertEquals(Set.of(), SettingsWorld.names(world.provider.getCacheManager()));
    }
  }

  @Test
  void theFirstOfSeveralOnTheClassPathCounts() throws Exception {
    URL[] both = {jar("lapse.yaml", "first"), jar("lapse.yaml", "second")};
    try (URLClassLoader loader = new URLClassLoader(both)) {
      assertHas("first", world.provider.getCacheManager(null, loader));
    }
  }

  @Test
  void aSystemPropertyCountsMoreThanTheClassPathAndOnlyForTheDefaultManager() throws Exception {
    System.setProperty("lapse.config", fileOf("system").toString());
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar("lapse.yaml", "found")})) {
      assertHas("system", world.provider.getCacheManager(null, loader));
      assertEquals(Set.of(), SettingsWorld.names(world.manager(URI.create("other"))));
      assertHas("a", world.manager(fileOf("a").toUri()));
    }
  }

  @Test
  void aPropertyCountsMostAndForAnyUri() {
    System.setProperty("lapse.config", fileOf("system").toString());
    Path file = fileOf("property");
    URI byDefault = world.provider.getDefaultURI();
    assertHas("property", world.manager(byDefault, "lapse.config", file.toString()));
    assertHas("property", world.manager(URI.create("urn:any"), "lapse.config", file));
    assertHas("property", world.manager(fileOf("uri").toUri(), "lapse.config", file.toUri()));
    assertHas("property", world.manager(URI.create("b"), "lapse.config", file.toFile()));
    Properties defaults = new Properties();
    defaults.setProperty("lapse.config", file.toUri().toString());
    assertHas(
        "property",
        world.provider.getCacheManager(URI.create("c"), null, new Properties(defaults)));
  }

  @Test
  void aPropertyMayNameAFileOfAnyName() {
    Path file = world.write("settings of books", "caches: {a: }");
    assertHas("a", world.manager(URI.create("a"), "lapse.config", file.toString()));
    assertThrows(
        IllegalArgumentException.class,
        () -> world.manager(URI.create("b"), "lapse.config", new StringBuilder("x")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "urn:books",
        "books",
        "lapse:default/2",
        "http://localhost/books",
        "classpath:books.properties",
        "file:/no/such/ehcache.xml",
        "jar:file:/no/such.jar!/org/apache/cxf/ehcache.xml",
        "yaml",
        "a.yaml/b",
        "urn:yaml?a"
      })
  void anyOtherUriIsAMereIdentity(String uri) {
    assertEquals(Set.of(), SettingsWorld.names(world.manager(URI.create(uri))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "missing.yaml",
        "file:/no/such/file.yaml",
        "file://host/file.yaml",
        "//host/file.yml",
        "jar:file:/no/such.jar!/lapse.yaml",
        "jar:nothing.yaml",
        "classpath:missing.yaml",
        "classpath:.yaml",
        "urn:books.yaml",
        "http://localhost/books.yaml",
        "https://localhost/books.yml",
        "jar:http://localhost/books.jar!/lapse.yaml",
        "lapse:books.yaml"
      })
  void aFileThatShouldBeThereAndIsNotIsAnError(String uri) {
    SettingsException wrong =
        assertThrows(SettingsException.class, () -> world.manager(URI.create(uri)));
    String name = uri.substring(uri.lastIndexOf('/') + 1);
    assertTrue(wrong.getMessage().contains(name), wrong.getMessage());
    assertEquals(0, wrong.getLine());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\0b", "nowhere:x", "file:/a b", "file:", "missing"})
  void aPropertyThatNamesNothingIsAnError(String location) {
    assertThrows(
        SettingsException.class, () -> world.manager(URI.create("a"), "lapse.config", location));
    System.setProperty("lapse.config", location);
    assertThrows(SettingsException.class, () -> world.provider.getCacheManager());
  }

  @Test
  void aDirectoryIsNoFile() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("folder.yaml"));
    SettingsException wrong =
        assertThrows(SettingsException.class, () -> world.manager(URI.create("file:" + folder)));
    assertTrue(wrong.getMessage().contains("cannot be read"), wrong.getMessage());
    try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
      assertThrows(
          SettingsException.class,
          () -> world.manager(URI.create("classpath:folder.yaml"), loader));
    }
  }

  @Test
  void theNextAttemptReadsTheFileAgain() throws IOException {
    Path file = directory.resolve("later.yaml");
    assertThrows(SettingsException.class, () -> world.manager(file.toUri()));
    Files.writeString(file, "caches: {a: {expiry: forever}}");
    assertThrows(SettingsException.class, () -> world.manager(file.toUri()));
    Files.writeString(file, "caches: {a: {expiry: eternal}}");
    assertHas("a", world.manager(file.toUri()));
  }
}

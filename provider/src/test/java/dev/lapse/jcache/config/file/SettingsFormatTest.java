package dev.lapse.jcache.config.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.config.SettingsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The file as YAML: what it may look like, and what is said where it does not. */
class SettingsFormatTest {

  @TempDir Path directory;
  private SettingsWorld world;

  @BeforeEach
  void open() {
    world = new SettingsWorld(directory);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private SettingsException refused(Path file) {
    return assertThrows(SettingsException.class, () -> world.manager(file.toUri()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# nothing but a comment",
        "---",
        "---\n...\n",
        "caches:",
        "manager:\ndefaults:\ntemplates:\ncaches:\n",
        "%YAML 1.2\n---\ncaches: {}"
      })
  void nothingIsNoSettings(String text) {
    assertEquals(Set.of(), SettingsWorld.names(world.manager(world.write("a.yaml", text).toUri())));
  }

  private static Arguments bad(String text, int line, String... parts) {
    return Arguments.of(text, line, List.of(parts));
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        bad("caches", 1, "the content is \"caches\"", "a group of keys"),
        bad("~", 1, "the content is \"~\"", "a group of keys"),
        bad("- caches", 1, "the content is a list", "a group of keys"),
        bad("cache:\n  books:", 1, "no key cache", "Did you mean caches?"),
        bad("caches: {}\nmanager: {}\ncaches: {}", 3, "\"caches\" is there already, in line 1"),
        bad("caches:\n  a:\n  b:\n  a:", 4, "\"a\" is there already, in line 2"),
        bad("caches: [a, b]", 1, "caches is a list", "a group of keys"),
        bad("caches:\n\ta:", 2, "TAB"),
        bad("caches: {a: {}", 1, "not YAML"),
        bad("caches: {}\n---\ncaches: {}", 2, "a second document"),
        bad("caches: {}\n...\nx", 3, "not YAML"),
        bad("caches: !!map {}", 1, "tag", "no meaning"),
        bad("caches: {a: !!javax.script.ScriptEngineManager [x]}", 1, "no meaning"),
        bad("caches: {a: {statistics: !!bool true}}", 1, "no meaning"),
        bad("caches: !own {}", 1, "no meaning"),
        bad("caches: &c\n  a: *c", 2, "*c stands inside of what it refers to"),
        bad("caches: &c {? *c : a}", 1, "*c stands inside"),
        bad("templates:\n  - names: *Session", 2, "anchor that is not there", "quotation marks"),
        bad("templates:\n  - names: *.Session", 2, "not YAML", "quotation marks"),
        bad("templates:\n  - names: *", 2, "not YAML", "quotation marks"),
        bad("caches: {? {a: b} : c}", 1, "a key has to be a single value"),
        bad("caches: {? [a] : c}", 1, "a key has to be a single value"),
        bad("caches:\n  ?\n  : c", 2, "a key has to be a single value"),
        bad("caches: {a: {expiry: \"\\q\"}}", 1, "not YAML"),
        bad("caches:\n  a\u0007: {}", 2, "U+0007"),
        bad("caches:\n  \uD83D\uDE00: {}\n  a\u0007: {}", 3, "U+0007"),
        bad("caches: " + "[".repeat(50_000), 1, "nested too deeply"),
        bad("caches: " + "{a: ".repeat(50_000), 1, "nested too deeply"),
        bad(bomb(), 1, "more than 200000 values"),
        bad(
            "manager: {reaper.efort: 1}",
            1,
            "manager.\"reaper.efort\"",
            "Did you mean reaper.effort?"),
        bad("manager: {reaper.effort: 11}", 1, "a whole number from 1 to 10"),
        bad("manager: {reaper.enabled: on}", 1, "true or false"),
        bad("manager: {events.bound: 0}", 1, "a whole number from 1 to 2147483647"),
        bad("manager: {random.seed: x}", 1, "a whole number from -9223372036854775808"),
        bad("manager: {executor: java.lang.Object}", 1, "implements java.util.concurrent.Executor"),
        bad("manager: {ticker: java.lang.Object}", 1, "implements dev.lapse.jcache.expiry.Ticker"),
        bad("defaults: {names: a}", 1, "no key defaults.names"),
        bad("templates: {}", 1, "templates is a group of keys", "a list"),
        bad("templates: [{expiry: eternal}]", 1, "with the key names"),
        bad("templates: [{names: []}]", 1, "at least one"),
        bad("templates: [{names: [[a]]}]", 1, "names[0] is a list"),
        bad("templates: [{nams: a}]", 1, "Did you mean names?"),
        bad(
            "templates:\n  - names: 'a*'\n  - names: [b, 'ab?']",
            3,
            "names[1] is \"ab?\" and never counts",
            "\"a*\" of the template in line 2"));
  }

  private static String bomb() {
    String doubling =
        IntStream.range(1, 30)
            .mapToObj(i -> "a%d: &a%d [*a%d, *a%d]".formatted(i, i, i - 1, i - 1))
            .collect(Collectors.joining(", "));
    return "{a0: &a0 [x, x], " + doubling + "}";
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void whatIsMalformedIsToldWithItsPlace(String text, int line, List<String> parts) {
    SettingsException wrong = refused(world.write("a.yaml", text));
    String message = wrong.getMessage();
    parts.forEach(part -> assertTrue(message.contains(part), message));
    assertEquals(line, wrong.getLine(), message);
    assertTrue(wrong.getColumn() > 0, message);
  }

  @Test
  void badUtf8IsToldWithItsPlace() throws IOException {
    Path file = directory.resolve("latin.yaml");
    Files.write(file, "# ja\ncaches: {ä: }".getBytes(StandardCharsets.ISO_8859_1));
    SettingsException wrong = refused(file);
    assertTrue(
        wrong.getMessage().contains("line 2, column 10: here it is not UTF-8"), wrong.getMessage());
  }

  @Test
  void anotherVersionOfYamlIsRefused() {
    SettingsException wrong = refused(world.file("%YAML 2.0", "---", "caches: {}"));
    assertTrue(wrong.getMessage().contains("Take the directive out"), wrong.getMessage());
  }

  @Test
  void utf16IsNotUtf8() throws IOException {
    Path file = directory.resolve("wide.yaml");
    Files.write(file, "caches: {}".getBytes(StandardCharsets.UTF_16));
    assertTrue(refused(file).getMessage().contains("not UTF-8"));
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheText() {
    Path file = world.write("bom.yaml", "\uFEFFcaches: {a: }");
    assertEquals(Set.of("a"), SettingsWorld.names(world.manager(file.toUri())));
  }

  @Test
  void aHugeFileIsNotRead() {
    SettingsException wrong = refused(world.write("huge.yaml", "#".repeat((1 << 20) + 1)));
    assertTrue(wrong.getMessage().contains("more than 1048576 bytes"), wrong.getMessage());
    Path justNot = world.write("large.yaml", "#".repeat(1 << 20));
    assertEquals(Set.of(), SettingsWorld.names(world.manager(justNot.toUri())));
  }

  @Test
  void anAnchorSavesWritingThingsTwice() {
    CacheManager manager =
        world.manager("defaults: &usual {bound: {entries: 7}}", "caches: {a: *usual, b: *usual}");
    assertEquals(Set.of("a", "b"), SettingsWorld.names(manager));
    assertEquals(7, SettingsWorld.configuration(manager, "b").getMaximumEntries());
  }

  static final List<String> AWKWARD_NAMES =
      List.of(
          "a.b",
          "$",
          "##",
          "E##NaturalId",
          "Outer$Inner",
          "${user.home}",
          "default",
          "defaults",
          "caches",
          "manager",
          "templates",
          "names",
          "expiry",
          "none",
          "null",
          "~",
          "true",
          "on",
          "1",
          "1.0",
          "0x10",
          "<<",
          "",
          " ",
          "a b",
          "*",
          "?",
          "a,b=c:d",
          "/%2F;|",
          "\"'\\",
          "übersicht",
          "\u30AD\u30E3\u30C3\u30B7\u30E5",
          "\uD83D\uDE00",
          "line\nbreak");

  static List<String> awkwardNames() {
    return AWKWARD_NAMES;
  }

  private static String pattern(String name) {
    return name.replaceAll("[*?\\\\]", "\\\\$0").replace("${", "$${");
  }

  private static String quoted(String name) {
    return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  @ParameterizedTest
  @MethodSource("awkwardNames")
  void anyNameIsTakenLiterally(String name) {
    CacheManager manager =
        world.manager(
            "templates:",
            "  - names: " + quoted(pattern(name) + "*"),
            "    bound: {entries: 3}",
            "caches:",
            "  " + quoted(name) + ": {statistics: true}");
    assertEquals(Set.of(name), SettingsWorld.names(manager));
    assertEquals(3, SettingsWorld.configuration(manager, name).getMaximumEntries());
    manager.createCache(name + "+", new MutableConfiguration<>());
    assertEquals(3, SettingsWorld.configuration(manager, name + "+").getMaximumEntries());
  }

  @Test
  void mostNamesNeedNoQuotationMarks() {
    List<String> plain =
        List.of("a.b", "$", "a##", "Outer$Inner", "default", "null", "on", "1.0", "caches");
    List<String> lines = new ArrayList<>(List.of("caches:"));
    plain.forEach(name -> lines.add("  " + name + ":"));
    CacheManager manager = world.manager(lines.toArray(String[]::new));
    assertEquals(Set.copyOf(plain), SettingsWorld.names(manager));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10",
        "${lapse.test.entries}",
        "1${lapse.test.zero}",
        "${lapse.test.absent:-10}",
        "${lapse.test.empty:-10}",
        "1${lapse.test.empty}0",
        "${lapse.test.entries:-20}"
      })
  void variablesComeFromSystemProperties(String text) {
    System.setProperty("lapse.test.entries", "10");
    System.setProperty("lapse.test.zero", "0");
    System.setProperty("lapse.test.empty", "");
    try {
      CacheManager manager = world.manager("caches: {a: {bound: {entries: \"" + text + "\"}}}");
      assertEquals(10, SettingsWorld.configuration(manager, "a").getMaximumEntries());
    } finally {
      System.clearProperty("lapse.test.entries");
      System.clearProperty("lapse.test.zero");
      System.clearProperty("lapse.test.empty");
    }
  }

  @Test
  void variablesComeFromTheEnvironmentToo() {
    String name =
        System.getenv().keySet().stream()
            .filter(key -> key.matches("\\w+") && System.getProperty(key) == null)
            .findFirst()
            .orElseThrow();
    SettingsException wrong =
        refused(world.file("caches: {a: {bound: {entries: 'x${" + name + "}'}}}"));
    assertTrue(
        wrong.getMessage().contains("\"x" + System.getenv(name) + "\" (\"x${" + name + "}\")"),
        wrong.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${lapse.test.absent};;is neither a system property nor in the environment",
        "${lapse.test.absent:10};;${lapse.test.absent:-default}",
        "${lapse.test.absent;;without a }",
        "${};;has no name",
        "${:-10};;has no name",
        "$${lapse.test.absent};;is \"${lapse.test.absent}\" (\"$${lapse.test.absent}\")",
        "$$;;is \"$$\""
      })
  void variablesThatCannotBeReplacedAreTold(String row) {
    String[] textAndPart = row.split(";;");
    SettingsException wrong =
        refused(world.file("caches: {a: {bound: {entries: '" + textAndPart[0] + "'}}}"));
    String message = wrong.getMessage();
    assertTrue(message.contains("caches.a.bound.entries is "), message);
    assertTrue(message.contains(textAndPart[1]), message);
  }
}

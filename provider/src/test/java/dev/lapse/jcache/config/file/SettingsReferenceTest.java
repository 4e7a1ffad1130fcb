package dev.lapse.jcache.config.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code docs/settings.md} and the reader say the same. */
class SettingsReferenceTest {

  private static final Path ROOT = root();

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|(.*)\\|$");
  private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\\n(.*?)^```");
  private static final Pattern EXAMPLE_CLASS = Pattern.compile("com\\.example\\.([A-Z]\\w*)");

  /** What stands for the classes of the examples. */
  private static final Map<String, Class<?>> CLASSES =
      Map.ofEntries(
          Map.entry("Workers", Named.Pool.class),
          Map.entry("Book", Named.Policy.class),
          Map.entry("BookLoader", Named.Loader.class),
          Map.entry("BookWriter", Named.Writer.class),
          Map.entry("BookCopier", Named.SameCopier.class),
          Map.entry("OfficeHours", Named.Policy.class),
          Map.entry("TokenExpiry", Named.Entry.class),
          Map.entry("ByBytes", Named.TenEach.class),
          Map.entry("Audit", Named.Listener.class),
          Map.entry("LargeOnly", Named.Filter.class));

  @TempDir Path directory;

  private static Path root() {
    Path candidate = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(candidate.resolve(".mvn"))) {
      candidate = candidate.getParent();
    }
    return candidate;
  }

  private static String document(String name) {
    try {
      return Files.readString(ROOT.resolve(name));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static Stream<Arguments> sections() {
    return Stream.of(
        Arguments.of("## The file", SettingsFile.KEYS),
        Arguments.of("## Manager", ManagerSection.KEYS),
        Arguments.of("## Cache", CacheKey.NAMES),
        Arguments.of("### Expiry", ExpirySection.KEYS),
        Arguments.of("### Bound", BoundSection.KEYS),
        Arguments.of("### Listener", ListenerSection.KEYS),
        Arguments.of("## Template", List.of(Template.NAMES)));
  }

  @ParameterizedTest
  @MethodSource("sections")
  void eachKeyIsInTheReferenceAndNoOther(String heading, List<String> keys) {
    String section = section(heading);
    List<MatchResult> rows = ROW.matcher(section).results().toList();
    assertEquals(keys, rows.stream().map(row -> row.group(1)).toList());
    rows.forEach(row -> assertTrue(!row.group(2).isBlank(), row.group()));
  }

  private static String section(String heading) {
    String text = document("docs/settings.md");
    int begin = text.indexOf("\n" + heading + "\n");
    assertTrue(begin >= 0, heading);
    int end = text.indexOf("\n#", begin + 2);
    return text.substring(begin, end < 0 ? text.length() : end);
  }

  @Test
  void eachEvictionPolicyIsNamed() {
    String section = section("### Bound");
    for (var policy : dev.lapse.jcache.eviction.EvictionPolicy.values()) {
      assertTrue(section.contains('`' + policy.configName() + '`'), policy.configName());
    }
  }

  static List<String> examples() {
    return Stream.of("docs/settings.md", "README.md")
        .flatMap(name -> YAML.matcher(document(name)).results().map(block -> block.group(1)))
        .collect(Collectors.toList());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void eachExampleIsASettingsFile(String example) {
    String text =
        EXAMPLE_CLASS
            .matcher(example)
            .replaceAll(name -> CLASSES.get(name.group(1)).getName().replace("$", "\\$"));
    try (SettingsWorld world = new SettingsWorld(directory)) {
      world.manager(world.write("example.yaml", text).toUri());
    }
  }

  @Test
  void theExamplesAreFound() {
    assertTrue(examples().size() >= 7, () -> examples().size() + " examples");
  }
}

package dev.lapse.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.expiry.ReaperMXBean;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever the documentation names is there: linked files, paths, classes, their members, settings.
 * A name is checked where it is written as code outside of a block of code.
 */
class DocumentationTest {

  private static final Path ROOT = root();

  private static final List<String> PATHS =
      List.of(
          "",
          "provider/src/main/java/dev/lapse/jcache/",
          "provider/src/test/java/dev/lapse/jcache/");

  /** Where classes that are not ours are looked for. */
  private static final List<String> PACKAGES =
      List.of(
          "java.io.",
          "java.lang.",
          "java.time.",
          "java.util.",
          "java.util.concurrent.",
          "java.util.concurrent.atomic.",
          "javax.cache.",
          "javax.cache.configuration.",
          "javax.cache.event.",
          "javax.cache.expiry.",
          "javax.cache.integration.",
          "javax.cache.management.",
          "javax.cache.processor.");

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(?:#[^)]*)?\\)");
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern PATH = Pattern.compile("[\\w.-]+(?:/[\\w.-]+)+");
  private static final Pattern NAME = Pattern.compile("([A-Z]\\w*)(?:\\.(\\w+)(?:\\(.*\\))?)?");
  private static final Pattern DECLARATION =
      Pattern.compile("\\b(?:class|interface|enum|record|@interface) (\\w+)");

  /** The texts of the files in which a type of ours is declared, by its simple name. */
  private static final Map<String, String> TYPES = new HashMap<>();

  private static String allSources = "";

  private static Path root() {
    Path candidate = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(candidate.resolve(".mvn"))) {
      candidate = candidate.getParent();
    }
    return candidate;
  }

  @BeforeAll
  static void readSources() throws IOException {
    StringBuilder all = new StringBuilder();
    for (String module : List.of("provider", "benchmarks", "examples", "tck-runner")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          String text = Files.readString(file);
          if (!file.endsWith("DocumentationTest.java")) { // which names what must not be there
            all.append(text);
          }
          DECLARATION
              .matcher(text)
              .results()
              .forEach(m -> TYPES.merge(m.group(1), text, String::concat));
        }
      }
    }
    allSources = all.toString();
  }

  static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String directory : List.of("", "docs")) {
      try (Stream<Path> files = Files.list(ROOT.resolve(directory))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
      }
    }
    return documents;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void whatIsNamedIsThere(Path document) throws IOException {
    String text = BLOCK.matcher(Files.readString(document)).replaceAll("");
    List<String> missing =
        Stream.concat(
                groups(LINK, text)
                    .filter(link -> !link.contains(":"))
                    .filter(link -> !Files.exists(document.resolveSibling(link))),
                groups(CODE, text).filter(code -> !isThere(code)))
            .collect(Collectors.toList());
    assertEquals(List.of(), missing, () -> "named in " + document + ", but not there");
  }

  @Test
  void theDocumentsAreFound() throws IOException {
    List<String> names = documents().stream().map(d -> d.getFileName().toString()).toList();
    assertTrue(
        names.containsAll(
            List.of(
                "README.md",
                "CHANGELOG.md",
                "architecture.md",
                "concurrency.md",
                "conformance.md",
                "decisions.md",
                "settings.md",
                "expiry.md")),
        names.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "store/NoSuchClass",
        "docs/no-such-file.md",
        "NoSuchClass",
        "Quickstart.noSuchMethod",
        "Cache.noSuchMethod",
        "NO_SUCH_CONSTANT",
        "lapse.no.such.key"
      })
  void whatIsNotThereIsFoundOut(String code) {
    assertTrue(!isThere(code), code);
  }

  private static Stream<String> groups(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1));
  }

  private static boolean isThere(String code) {
    if (PATH.matcher(code).matches()) {
      return PATHS.stream()
          .anyMatch(
              path ->
                  Files.exists(ROOT.resolve(path + code))
                      || Files.exists(ROOT.resolve(path + code + ".java")));
    }
    if (code.startsWith("lapse.") && !code.contains("=")) {
      return Stream.of("ManagerSettings", "SettingsFinder")
          .anyMatch(type -> TYPES.getOrDefault(type, "").contains('"' + code + '"'));
    }
    return NAME.matcher(code)
        .results()
        .filter(name -> name.end() - name.start() == code.length())
        .allMatch(DocumentationTest::isThere);
  }

  private static boolean isThere(MatchResult name) {
    String type = name.group(1);
    String member = name.group(2);
    if (TYPES.containsKey(type)) {
      return member == null || hasWord(TYPES.get(type), member);
    }
    if (member == null
        && (hasAttribute(type) || type.equals(type.toUpperCase()) && hasWord(allSources, type))) {
      return true;
    }
    return PACKAGES.stream().anyMatch(packageName -> isInLibrary(packageName + type, member));
  }

  private static boolean hasWord(String text, String word) {
    return Pattern.compile("\\b" + word + "\\b").matcher(text).find();
  }

  /** Whether it is an attribute of the reaper's bean. */
  private static boolean hasAttribute(String name) {
    return Arrays.stream(ReaperMXBean.class.getMethods())
        .anyMatch(method -> method.getName().equals("get" + name));
  }

  private static boolean isInLibrary(String className, String member) {
    try {
      Class<?> type = Class.forName(className, false, DocumentationTest.class.getClassLoader());
      return member == null
          || Arrays.stream(type.getMethods()).anyMatch(method -> method.getName().equals(member))
          || Arrays.stream(type.getClasses())
              .anyMatch(nested -> nested.getSimpleName().equals(member));
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      return false;
    }
  }
}

package dev.lapse.jcache.config.file;

import dev.lapse.jcache.config.SettingsException;
import dev.lapse.jcache.config.file.Node.Items;
import dev.lapse.jcache.config.file.Node.Keys;
import dev.lapse.jcache.config.file.Node.Pair;
import dev.lapse.jcache.config.file.Node.Position;
import dev.lapse.jcache.config.file.Node.Text;
import dev.lapse.jcache.config.text.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value of the file under its key: what it is, where it is, and how to say that it is wrong. All
 * methods that interpret it throw a {@link SettingsException} if they cannot.
 */
final class Setting {

  private static final Pattern NEEDS_NO_QUOTES = Pattern.compile("[\\w-]+");

  private final FileName file;
  private final ClassFinder classes;
  private final String path;
  private final Node node;

  private Setting(FileName file, ClassFinder classes, String path, Node node) {
    this.file = file;
    this.classes = classes;
    this.path = path;
    this.node = node;
  }

  /** The whole file. */
  static Setting root(FileName file, ClassFinder classes, Node node) {
    return new Setting(file, classes, "", node);
  }

  /** Whether nothing stands behind the key. */
  boolean isAbsent() {
    return node.isAbsent();
  }

  /** Whether it is neither a list nor a group of keys. */
  boolean isText() {
    return node instanceof Text;
  }

  /** Whether it is the given word. */
  boolean is(String word) {
    return node instanceof Text && !node.isAbsent() && text().equals(word);
  }

  ClassFinder classes() {
    return classes;
  }

  /** The text, with its variables replaced. */
  String text() {
    if (!(node instanceof Text text) || text.isAbsent()) {
      throw wrong("a single value");
    }
    try {
      return Variables.replaceIn(text.value());
    } catch (IllegalArgumentException e) {
      throw fail("%s is %s: %s".formatted(path, shown(), e.getMessage()), e);
    }
  }

  /** The keys, whatever they are called. Nothing at all counts as no keys. */
  Map<String, Setting> entries() {
    Map<String, Setting> entries = new LinkedHashMap<>();
    if (node.isAbsent()) {
      return entries;
    }
    if (!(node instanceof Keys keys)) {
      throw wrong("a group of keys with their values");
    }
    for (Pair pair : keys.pairs()) {
      String key = pair.key().value();
      Node value =
          pair.value().isAbsent()
              ? new Text(
                  "", true, pair.key().position()) // where the parser sees nothing is no help
              : pair.value();
      entries.put(key, new Setting(file, classes, pathTo(key), value));
    }
    return entries;
  }

  private String pathTo(String key) {
    String quoted = NEEDS_NO_QUOTES.matcher(key).matches() ? key : '"' + key + '"';
    return path.isEmpty() ? quoted : path + "." + quoted;
  }

  /** The keys, which have to be among the known ones. */
  Map<String, Setting> entries(Collection<String> known) {
    Map<String, Setting> entries = entries();
    for (String key : entries.keySet()) {
      if (!known.contains(key)) {
        throw unknown(key, known);
      }
    }
    return entries;
  }

  private SettingsException unknown(String key, Collection<String> known) {
    Pair pair =
        ((Keys) node)
            .pairs().stream().filter(p -> p.key().value().equals(key)).findFirst().orElseThrow();
    return file.wrong(
        pair.key().position(),
        "there is no key %s (its value is %s). Did you mean %s? Known are %s"
            .formatted(
                pathTo(key), shown(pair.value()), Nearest.of(key, known), String.join(", ", known)),
        null);
  }

  /** The items of a list. */
  List<Setting> items() {
    if (!(node instanceof Items items)) {
      throw wrong("a list, each item after a dash");
    }
    List<Setting> settings = new ArrayList<>();
    for (Node item : items.items()) {
      settings.add(new Setting(file, classes, "%s[%d]".formatted(path, settings.size()), item));
    }
    return settings;
  }

  boolean truth() {
    return switch (text()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong("true or false");
    };
  }

  long wholeNumber(long least, long most) {
    try {
      long number = Long.parseLong(text());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException notWhole) {
      // told below, together with what is out of range
    }
    throw wrong("a whole number from %d to %d".formatted(least, most));
  }

  /** One of some words. */
  String oneOf(Collection<String> words) {
    String text = text();
    if (!words.contains(text)) {
      throw wrong(
          "one of %s (did you mean %s?)"
              .formatted(String.join(", ", words), Nearest.of(text, words)));
    }
    return text;
  }

  /** The mistake that this value is. */
  SettingsException wrong(String right) {
    return wrong(right, null);
  }

  SettingsException wrong(String right, @Nullable Throwable cause) {
    return fail(
        "%s is %s. It has to be %s"
            .formatted(path.isEmpty() ? "the content" : path, shown(), right),
        cause);
  }

  /** A mistake that has to do with this value. */
  SettingsException fail(String problem, @Nullable Throwable cause) {
    return file.wrong(node.position(), problem, cause);
  }

  String path() {
    return path;
  }

  FileName file() {
    return file;
  }

  Position position() {
    return node.position();
  }

  int line() {
    return position().line();
  }

  /** The place, for messages of others. */
  String place() {
    return "settings file %s, line %d".formatted(file.name(), line());
  }

  private String shown() {
    return shown(node);
  }

  private static String shown(Node node) {
    if (!(node instanceof Text text) || text.isAbsent()) {
      return node.kind();
    }
    String written = '"' + text.value() + '"';
    try {
      String replaced = '"' + Variables.replaceIn(text.value()) + '"';
      return replaced.equals(written) ? written : "%s (%s)".formatted(replaced, written);
    } catch (IllegalArgumentException undefined) {
      return written;
    }
  }

  @Override
  public String toString() {
    return path;
  }
}

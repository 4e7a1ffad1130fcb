package dev.lapse.jcache.config.file;

import dev.lapse.jcache.config.SettingsException;
import dev.lapse.jcache.config.file.Node.Items;
import dev.lapse.jcache.config.file.Node.Keys;
import dev.lapse.jcache.config.file.Node.Pair;
import dev.lapse.jcache.config.file.Node.Position;
import dev.lapse.jcache.config.file.Node.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Turns YAML into {@link Node}s. It is built on the parser's events rather than on its object
 * construction, so that every text stays as it was written (a cache may be called {@code on} or
 * {@code 1.0}), every value knows its place, and nothing is ever made of a tag.
 */
final class YamlReader {

  /** Deeper than the format goes, and shallow enough for any stack. */
  private static final int MOST_DEPTH = 32;

  /** Aliases count with all that they stand for. */
  private static final int MOST_NODES = 200_000;

  private static final String QUOTE_STARS =
      "Put text that begins with *, such as the pattern of a template, in quotation marks";

  /** What an anchor names; without a node while the reader is still inside of it. */
  private record Anchored(@Nullable Node node, int size) {}

  private final FileName file;
  private final Map<Anchor, Anchored> anchors = new HashMap<>();
  private final Iterator<Event> events;
  private int nodes;

  private YamlReader(FileName file, String text) {
    this.file = file;
    LoadSettings settings =
        LoadSettings.builder().setLabel(file.name()).setParseComments(false).build();
    this.events = new ParserImpl(settings, new StreamReader(settings, text));
  }

  /**
   * Reads the only document of a file.
   *
   * @return its root; null if there is nothing in it
   * @throws SettingsException if the file cannot be read, or is not the YAML that is asked for
   */
  static @Nullable Node read(SettingsSource source) {
    FileName file = source.name();
    String text = source.text();
    try {
      return new YamlReader(file, text).document();
    } catch (MarkedYamlEngineException e) {
      String context = e.getContext() == null ? "" : e.getContext() + ": ";
      String remedy = context.contains("alias") ? ". " + QUOTE_STARS : "";
      throw file.wrong(
          positionOf(e.getProblemMark()), "not YAML: " + context + e.getProblem() + remedy, e);
    } catch (ReaderException e) {
      int before = text.offsetByCodePoints(0, Math.min(e.getPosition(), codePoints(text)));
      throw file.wrong(
          SettingsSource.positionAfter(text.substring(0, before)),
          "the character U+%04X may not stand in YAML. Take it out, or write it as an escape in \"...\""
              .formatted(e.getCodePoint()),
          e);
    } catch (YamlVersionException e) {
      throw file.wrong(
          "the directive %YAML names a version that is not 1.2. Take the directive out", e);
    } catch (YamlEngineException e) {
      throw file.wrong("not YAML: " + e.getMessage(), e);
    }
  }

  private static int codePoints(String text) {
    return text.codePointCount(0, text.length());
  }

  private @Nullable Node document() {
    Node root = null;
    while (events.hasNext()) {
      Event event = events.next();
      if (event instanceof DocumentStartEvent) {
        if (root != null) {
          throw file.wrong(
              positionOf(event.getStartMark()),
              "a second document begins here. A settings file has one; take out the line ---",
              null);
        }
        root = node(events.next(), 0);
      } else if (!(event instanceof StreamStartEvent || event instanceof DocumentEndEvent)) {
        break;
      }
    }
    return root == null || root.isAbsent() ? null : root;
  }

  private Node node(Event event, int depth) {
    Position position = positionOf(event.getStartMark());
    if (event instanceof AliasEvent alias) {
      return aliased(alias, position);
    }
    count(1, position);
    if (depth > MOST_DEPTH) {
      throw file.wrong(position, "this is nested too deeply. No setting goes so deep", null);
    }
    refuseTag(event, position);
    Optional<Anchor> anchor = event instanceof NodeEvent node ? node.getAnchor() : Optional.empty();
    anchor.ifPresent(name -> anchors.put(name, new Anchored(null, 0)));
    int before = nodes;
    Node node;
    if (event instanceof ScalarEvent scalar) {
      node = new Text(scalar.getValue(), scalar.isPlain(), position);
    } else if (event instanceof SequenceStartEvent) {
      node = items(position, depth);
    } else {
      node = keys(position, depth);
    }
    anchor.ifPresent(name -> anchors.put(name, new Anchored(node, nodes - before + 1)));
    return node;
  }

  private Node aliased(AliasEvent alias, Position position) {
    Anchored anchored = anchors.get(alias.getAlias());
    if (anchored == null) {
      throw file.wrong(
          position,
          "*%s refers to an anchor that is not there. %s".formatted(alias.getAlias(), QUOTE_STARS),
          null);
    }
    if (anchored.node() == null) {
      throw file.wrong(
          position,
          "*%s stands inside of what it refers to. Take it out".formatted(alias.getAlias()),
          null);
    }
    count(anchored.size(), position);
    return anchored.node();
  }

  private void count(int more, Position position) {
    nodes += more;
    if (nodes > MOST_NODES) {
      throw file.wrong(
          position,
          "here are more than %d values, aliases included. Settings files may not be larger"
              .formatted(MOST_NODES),
          null);
    }
  }

  private void refuseTag(Event event, Position position) {
    Optional<String> tag = Optional.empty();
    if (event instanceof ScalarEvent scalar) {
      tag = scalar.getTag();
    } else if (event instanceof CollectionStartEvent collection) {
      tag = collection.getTag();
    }
    if (tag.isPresent()) {
      throw file.wrong(
          position,
          "the tag %s has no meaning here. Take it out, or put the value in quotation marks"
              .formatted(tag.get()),
          null);
    }
  }

  private Items items(Position position, int depth) {
    List<Node> items = new ArrayList<>();
    for (Event event = events.next(); !(event instanceof SequenceEndEvent); event = events.next()) {
      items.add(node(event, depth + 1));
    }
    return new Items(List.copyOf(items), position);
  }

  private Keys keys(Position position, int depth) {
    List<Pair> pairs = new ArrayList<>();
    Map<String, Position> seen = new HashMap<>();
    for (Event event = events.next(); !(event instanceof MappingEndEvent); event = events.next()) {
      Position place = positionOf(event.getStartMark());
      if (!(node(event, depth + 1) instanceof Text key) || key.isAbsent()) {
        throw file.wrong(
            place, "a key has to be a single value. Put it in quotation marks if it is", null);
      }
      Position earlier = seen.putIfAbsent(key.value(), place);
      if (earlier != null) {
        throw file.wrong(
            place,
            "the key \"%s\" is there already, in line %d. Take one of them out"
                .formatted(key.value(), earlier.line()),
            null);
      }
      pairs.add(
          new Pair(new Text(key.value(), key.plain(), place), node(events.next(), depth + 1)));
    }
    return new Keys(List.copyOf(pairs), position);
  }

  private static Position positionOf(Optional<Mark> mark) {
    return mark.map(m -> new Position(m.getLine() + 1, m.getColumn() + 1)).orElse(Position.NONE);
  }
}

package dev.lapse.jcache.config.file;

import java.util.List;

/** A piece of the file, and where it begins. */
sealed interface Node {

  /** A place in the file; the first line and column are 1. */
  record Position(int line, int column) {

    /** For mistakes that are nowhere in particular. */
    static final Position NONE = new Position(0, 0);
  }

  /**
   * A text, not interpreted.
   *
   * @param plain whether it stands there without quotation marks, so that an empty one means that
   *     nothing is there
   */
  record Text(String value, boolean plain, Position position) implements Node {
    @Override
    public String kind() {
      return isAbsent() ? "nothing" : "a single value";
    }

    @Override
    public boolean isAbsent() {
      return plain && value.isEmpty();
    }
  }

  /** Items in order. */
  record Items(List<Node> items, Position position) implements Node {
    @Override
    public String kind() {
      return "a list";
    }
  }

  /** Keys, each once, with their values, in order. */
  record Keys(List<Pair> pairs, Position position) implements Node {
    @Override
    public String kind() {
      return "a group of keys";
    }
  }

  /** A key with its value. */
  record Pair(Text key, Node value) {}

  Position position();

  /** What it is, for messages. */
  String kind();

  /** Whether nothing was written where a value could have been. */
  default boolean isAbsent() {
    return false;
  }
}

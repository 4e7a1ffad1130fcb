package dev.lapse.jcache.suite;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.Objects;

/**
 * Values for tests of copying; public, so that another class loader's version of it can be used by
 * reflection.
 */
public final class Payload implements Serializable {

  private static final long serialVersionUID = 1;

  /** Mutable on purpose. */
  public String text;

  /** Makes one. */
  public Payload(String text) {
    this.text = text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Payload payload && Objects.equals(payload.text, text);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(text);
  }

  @Override
  public String toString() {
    return text;
  }

  /** An enum, one constant of which has a class of its own. */
  public enum Colour {
    RED,
    GREEN {
      @Override
      boolean special() {
        return true;
      }
    };

    boolean special() {
      return false;
    }
  }

  /** Remains one object through serialization. */
  static final class Single implements Serializable {
    private static final long serialVersionUID = 1;
    static final Single INSTANCE = new Single();

    private Object readResolve() {
      return INSTANCE;
    }
  }

  /** Made of immutable parts only. */
  record Point(int x, String name) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  /** A record that holds something mutable. */
  public record Holder(String name, Payload payload) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  /** Cannot be serialized. */
  record Plain(Object anything) {}

  /** Says that it can be serialized, and cannot be read back. */
  static final class Poison implements Serializable {
    private static final long serialVersionUID = 1;

    private void readObject(ObjectInputStream in) throws IOException {
      throw new InvalidObjectException("on purpose");
    }
  }

  /** An interface for proxies. */
  public interface Face {
    /** Something to call. */
    String name();
  }
}

package dev.lapse.jcache.copy;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.function.UnaryOperator;

/** Values of all kinds. {@link IsolatedLoader} defines them a second time. */
@SuppressWarnings("serial") // never kept
public final class Values {

  private Values() {}

  /** Mutable, with equality. */
  public static class Note implements Serializable {
    public String text;

    public Note(String text) {
      this.text = text;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Note note && note.text.equals(text);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }

    @Override
    public String toString() {
      return "Note(" + text + ")";
    }
  }

  public enum Color {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "Green";
      }
    }
  }

  public record Price(long cents, Currency currency) {}

  public record Dated(Price price, LocalDate day, Color color) {}

  public record Chain(String name, Chain next) {}

  public record Tagged(String name, List<String> tags) implements Serializable {}

  public record Exact(BigDecimal amount) implements Serializable {}

  public record Pair(String name, Note note) implements Serializable {}

  public record Open(String name, Object plain) {}

  public interface Greeter {
    String greet();
  }

  interface HiddenGreeter {
    String greet();
  }

  public static final class GreeterHandler implements InvocationHandler, Serializable {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      return switch (method.getName()) {
        case "hashCode" -> 7;
        case "equals" -> proxy.getClass() == arguments[0].getClass();
        default -> "hello";
      };
    }
  }

  public static final class Singleton implements Serializable {
    public static final Singleton INSTANCE = new Singleton();

    private Singleton() {}

    private Object readResolve() {
      return INSTANCE;
    }
  }

  /** Comes back as nothing. */
  public static final class Vanishing implements Serializable {
    private Object readResolve() {
      return null;
    }
  }

  /** Cannot be read back. */
  public static final class Poison implements Serializable {
    private void readObject(ObjectInputStream in) throws IOException {
      throw new IOException("poisoned");
    }
  }

  /** Cannot be written. */
  public static final class Bitter implements Serializable {
    private Object writeReplace() {
      throw new IllegalStateException("bitter");
    }
  }

  /** Not serializable. */
  public static final class Plain {
    public final String text;

    public Plain(String text) {
      this.text = text;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Plain plain && plain.text.equals(text);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }
  }

  public interface SerializableOperator extends UnaryOperator<String>, Serializable {}

  /** Serialized one in the other, to any depth. */
  public static final class Link implements Serializable {
    public final Link next;

    public Link(Link next) {
      this.next = next;
    }

    public static Link chain(int length) {
      Link link = null;
      for (int i = 0; i < length; i++) {
        link = new Link(link);
      }
      return link;
    }
  }
}

package dev.lapse.jcache.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A bean that is copied field by field comes out as serialization would have it. */
class PlainBeanTest {

  @SuppressWarnings("unused") // read by reflection
  static class Primitives implements Serializable {
    private static final long serialVersionUID = 1;
    static int shared = 7;
    private boolean truth = true;
    private byte eight = 8;
    private char letter = 'x';
    private short sixteen = 16;
    private int thirtyTwo = 32;
    private long sixtyFour = 64;
    private float single = 1.5f;
    private double twice = 2.5;
  }

  @SuppressWarnings("unused")
  static class Objects extends Primitives {
    private static final long serialVersionUID = 1;
    private final String name;
    private final Instant moment = Instant.EPOCH;
    private final Integer nothing = null;
    private final Thread.State state = Thread.State.BLOCKED;
    private transient String forgotten = "forgotten";
    protected transient int alsoForgotten = 5;

    Objects(String name) {
      this.name = name;
    }
  }

  /** The same name again, one level deeper, and nothing that may be called without arguments. */
  @SuppressWarnings({"unused", "HidingField"})
  static final class Deeper extends Objects {
    private static final long serialVersionUID = 1;
    private String name;
    private final Pair pair = new Pair("a", 1);

    Deeper(String outer, String inner) {
      super(outer);
      name = inner;
    }
  }

  record Pair(String left, int right) implements Serializable {}

  static final class Empty implements Serializable {
    private static final long serialVersionUID = 1;
  }

  static Stream<Serializable> plain() {
    return Stream.of(
        new Primitives(), new Objects("A"), new Objects(null), new Deeper("A", "B"), new Empty());
  }

  @ParameterizedTest
  @MethodSource("plain")
  void aCopyIsWhatSerializationMakes(Serializable original) throws Exception {
    PlainBean bean = PlainBean.of(original.getClass());
    assertNotNull(bean);
    Object copy = bean.copy(original);
    assertNotSame(original, copy);
    assertEquals(original.getClass(), copy.getClass());
    assertEquals(state(serialized(original)), state(copy));
  }

  private static Object serialized(Object original) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(original);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }

  private static Map<String, Object> state(Object object) throws IllegalAccessException {
    Map<String, Object> state = new LinkedHashMap<>();
    for (Class<?> level = object.getClass(); level != Object.class; level = level.getSuperclass()) {
      for (Field field : level.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          state.put(level.getSimpleName() + "." + field.getName(), field.get(object));
        }
      }
    }
    return state;
  }

  // ---- what is left to serialization

  static final class WithList implements Serializable {
    private static final long serialVersionUID = 1;
    final ArrayList<String> list = new ArrayList<>();
  }

  static final class WithInterface implements Serializable {
    private static final long serialVersionUID = 1;
    CharSequence text = "perhaps a StringBuilder";
  }

  static final class WithOpenClass implements Serializable {
    private static final long serialVersionUID = 1;
    BigInteger number = BigInteger.ONE; // may be of a mutable subclass
  }

  static final class WithArray implements Serializable {
    private static final long serialVersionUID = 1;
    final int[] numbers = {1};
  }

  static final class Itself implements Serializable {
    private static final long serialVersionUID = 1;
    Itself next;
  }

  static class NotSerializable {
    int counted = 1;
  }

  static final class OverSomethingElse extends NotSerializable implements Serializable {
    private static final long serialVersionUID = 1;
  }

  static class Writing implements Serializable {
    private static final long serialVersionUID = 1;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
    }
  }

  static final class OverWriting extends Writing {
    private static final long serialVersionUID = 1;
  }

  static final class Reading implements Serializable {
    private static final long serialVersionUID = 1;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  static class Resolving implements Serializable {
    private static final long serialVersionUID = 1;

    protected Object readResolve() {
      return this;
    }
  }

  static final class OverResolving extends Resolving {
    private static final long serialVersionUID = 1;
  }

  static final class Replacing implements Serializable {
    private static final long serialVersionUID = 1;

    Object writeReplace() {
      return this;
    }
  }

  @SuppressWarnings("unused")
  static final class Choosing implements Serializable {
    private static final long serialVersionUID = 1;
    private static final ObjectStreamField[] serialPersistentFields = {};
    int left = 1;
  }

  /** Its methods are public, as the interface asks. */
  public static final class External implements Externalizable {
    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {}
  }

  final class Inner implements Serializable {
    private static final long serialVersionUID = 1;
    final PlainBeanTest outer = PlainBeanTest.this;
  }

  interface Task extends Serializable {
    void run();
  }

  static Stream<Class<?>> others() {
    Task lambda = () -> {};
    return Stream.of(
        WithList.class,
        WithInterface.class,
        WithOpenClass.class,
        WithArray.class,
        Itself.class,
        NotSerializable.class,
        OverSomethingElse.class,
        Writing.class,
        OverWriting.class,
        Reading.class,
        Resolving.class,
        OverResolving.class,
        Replacing.class,
        Choosing.class,
        External.class,
        Inner.class,
        Pair.class,
        int[].class,
        Date.class,
        ArrayList.class,
        lambda.getClass(),
        Object.class);
  }

  @ParameterizedTest
  @MethodSource("others")
  void whatIsNotPlainIsLeftToSerialization(Class<?> type) {
    assertNull(PlainBean.of(type));
  }

  // ---- as part of the boundary

  @Test
  void aCacheKeepsACopyOfItsOwnAndHandsOutOthers() {
    Boundary<Object, Primitives> boundary =
        Boundary.bySerialization("cache", PlainBeanTest.class::getClassLoader, null);
    Primitives original = new Primitives();
    Object stored = boundary.valueIn(original);
    original.thirtyTwo = 1;
    Primitives first = boundary.valueOut(stored);
    assertEquals(32, first.thirtyTwo);
    first.thirtyTwo = 2;
    assertEquals(32, boundary.valueOut(stored).thirtyTwo);
    Object key = boundary.keyIn(original);
    assertNotSame(original, key);
    assertNotSame(key, boundary.keyOut(key));
  }

  @Test
  void aFilterSeesWhatIsDeserialized() {
    List<Class<?>> seen = new ArrayList<>();
    ObjectInputFilter filter =
        info -> {
          if (info.serialClass() != null) {
            seen.add(info.serialClass());
          }
          return ObjectInputFilter.Status.UNDECIDED;
        };
    Boundary<Object, Primitives> boundary =
        Boundary.bySerialization("cache", PlainBeanTest.class::getClassLoader, filter);
    boundary.valueOut(boundary.valueIn(new Primitives()));
    assertEquals(List.of(Primitives.class), seen);
  }
}

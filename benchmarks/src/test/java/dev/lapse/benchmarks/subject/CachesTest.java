package dev.lapse.benchmarks.subject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That all contenders do the same work, since otherwise their figures could not be compared. */
class CachesTest {

  /** More than cache2k holds of its own accord. */
  private static final int MANY = 5000;

  @ParameterizedTest
  @EnumSource(Contender.class)
  void eachDoesWhatIsMeasured(Contender contender) {
    for (Lifetime lifetime : Lifetime.values()) {
      try (Subject subject = Caches.open(contender, Terms.of(lifetime))) {
        subject.put(1, 10);
        subject.increment(1);
        assertEquals(11, subject.get(1));
        assertFalse(subject.putIfAbsent(1, 12));
        assertTrue(subject.putIfAbsent(2, 20));
        assertEquals(20, subject.getAndRemove(2));
        assertNull(subject.get(2));
        assertTrue(subject.remove(1));
        assertFalse(subject.remove(1));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Contender.class)
  void noneHasABound(Contender contender) {
    try (Subject subject = Caches.open(contender, Terms.of(Lifetime.CREATED))) {
      for (int i = 0; i < MANY; i++) {
        subject.put(i, i);
      }
      assertEquals(MANY, IntStream.range(0, MANY).filter(i -> subject.get(i) != null).count());
    }
  }

  @ParameterizedTest
  @EnumSource(Contender.class)
  void byValueEachCopies(Contender contender) {
    if (contender.isJCache()) {
      List<String> value = new ArrayList<>(List.of("a"));
      try (Subject subject = Caches.open(contender, Terms.of(Lifetime.CREATED).byValue(true))) {
        subject.put(1, value);
        assertEquals(value, subject.get(1));
        assertNotSame(value, subject.get(1));
        value.add("b");
        assertEquals(List.of("a"), subject.get(1));
      }
      try (Subject subject = Caches.open(contender, Terms.of(Lifetime.CREATED))) {
        subject.put(1, value);
        assertSame(value, subject.get(1));
      }
    }
  }
}

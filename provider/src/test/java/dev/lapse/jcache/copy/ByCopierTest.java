package dev.lapse.jcache.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.copy.Values.Note;
import dev.lapse.jcache.copy.Values.Plain;
import java.util.List;
import java.util.concurrent.Callable;
import javax.cache.CacheException;
import org.junit.jupiter.api.Test;

class ByCopierTest {

  private static final String CACHE = "Cache 'books' of manager urn:x";
  private static final ClassLoader LOADER = ByCopierTest.class.getClassLoader();

  /** Knows {@link Plain} alone. */
  private static final class PlainCopier implements Copier {
    int calls;

    @Override
    @SuppressWarnings("unchecked")
    public <T> T copy(T value, ClassLoader loader) {
      calls++;
      assertSame(LOADER, loader);
      return (T) new Plain(((Plain) value).text);
    }
  }

  private static final Copier NULL_COPIER =
      new Copier() {
        @Override
        public <T> T copy(T value, ClassLoader loader) {
          return null;
        }
      };

  @Test
  void theCopierMakesTheCopies() {
    Boundary<Object, Object> boundary = Boundary.byCopier(CACHE, () -> LOADER, new PlainCopier());
    Plain value = new Plain("a");
    Object stored = boundary.valueIn(value);
    Object copy = boundary.valueOut(stored);
    Object key = boundary.keyIn(value);
    assertEquals(value, copy);
    assertNotSame(value, copy);
    assertNotSame(copy, boundary.valueOut(stored));
    assertEquals(value, key);
    assertNotSame(value, key);
    assertNotSame(key, boundary.keyOut(key));
    assertTrue(boundary.holds(stored, value));
    assertFalse(boundary.holds(stored, new Plain("b")));
  }

  @Test
  void itIsNotAskedAboutWhatCannotChange() {
    PlainCopier copier = new PlainCopier();
    Boundary<Object, Object> boundary = Boundary.byCopier(CACHE, () -> LOADER, copier);
    assertEquals("k", boundary.keyIn("k"));
    assertEquals(5, boundary.valueOut(boundary.valueIn(5)));
    assertEquals(0, copier.calls);
  }

  @Test
  void aCopierThatFailsOrReturnsNullIsNamed() {
    for (Copier bad : List.of(NULL_COPIER, new PlainCopier())) {
      Boundary<Object, Object> boundary = Boundary.byCopier(CACHE, () -> LOADER, bad);
      Note note = new Note("a");
      for (Callable<?> call :
          List.<Callable<?>>of(
              () -> boundary.valueIn(note),
              () -> boundary.valueOut(note),
              () -> boundary.keyIn(note),
              () -> boundary.keyOut(note))) {
        CacheException failure = assertThrows(CacheException.class, call::call);
        String message = failure.getMessage();
        assertTrue(message.startsWith(CACHE), message);
        assertTrue(message.contains(bad.getClass().getName()), message);
        assertTrue(message.contains(Note.class.getName()), message);
        assertEquals(bad instanceof PlainCopier, failure.getCause() instanceof ClassCastException);
      }
    }
  }

  @Test
  void byReferenceNothingIsCopied() {
    Boundary<Object, Object> boundary = Boundary.byReference();
    Plain value = new Plain("a");
    assertSame(value, boundary.valueOut(boundary.valueIn(value)));
    assertSame(value, boundary.keyOut(boundary.keyIn(value)));
    assertTrue(boundary.holds(value, new Plain("a")));
    assertFalse(boundary.holds(value, new Plain("b")));
  }
}

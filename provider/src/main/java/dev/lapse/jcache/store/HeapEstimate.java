package dev.lapse.jcache.store;

import java.lang.reflect.Array;
import java.util.Iterator;

/**
 * Estimates the heap that a store takes, in bytes, for a JVM with compressed references. What the
 * store itself spends on an entry is known; what keys and values take is found by a sample.
 */
final class HeapEstimate {

  private static final int SAMPLE = 64;
  private static final int BIN = 4;
  private static final int PLAIN_ENTRY = 40;
  private static final int BOUNDED_ENTRY = 48;
  private static final int EVICTION_BOOKS = 8;
  private static final int STRATA_REFERENCE = 9;
  private static final int OTHER_OBJECT = 32;

  private HeapEstimate() {}

  static <K> long of(
      Iterator<StoredEntry<K>> entries,
      long bins,
      long number,
      long withDeadline,
      boolean bounded) {
    long sampled = 0;
    long content = 0;
    while (sampled < SAMPLE && entries.hasNext()) {
      StoredEntry<K> entry = entries.next();
      Object value = entry.valueAcquire();
      if (value != null && !(value instanceof RunningStep)) {
        content += sizeOf(entry.key) + sizeOf(value);
        sampled++;
      }
    }
    long own = bounded ? BOUNDED_ENTRY + EVICTION_BOOKS : PLAIN_ENTRY;
    return bins * BIN
        + number * own
        + withDeadline * STRATA_REFERENCE
        + (sampled == 0 ? 0 : number * content / sampled);
  }

  private static long sizeOf(Object object) {
    if (object instanceof String text) {
      return 24 + aligned(16L + text.length());
    }
    if (object instanceof Long || object instanceof Double) {
      return 24;
    }
    if (object instanceof Number || object instanceof Boolean || object instanceof Character) {
      return 16;
    }
    Class<?> component = object.getClass().getComponentType();
    if (component != null) {
      int width =
          component == byte.class || component == boolean.class
              ? 1
              : component == long.class || component == double.class ? 8 : 4;
      return aligned(16 + (long) width * Array.getLength(object));
    }
    return OTHER_OBJECT;
  }

  private static long aligned(long bytes) {
    return bytes + 7 & -8;
  }
}

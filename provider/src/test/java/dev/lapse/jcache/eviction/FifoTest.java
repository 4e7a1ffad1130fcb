package dev.lapse.jcache.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FifoTest {

  private static final int BASE = 0x40000000;

  @Test
  void anEmptyQueueHasNoFirst() {
    Fifo<TestEntry> queue = new Fifo<>(BASE, 63);
    assertNull(queue.first());
    queue.rotate();
    assertEquals(0, queue.size());
  }

  /** Positions are few here, so that they wrap around often. */
  @ParameterizedTest
  @ValueSource(ints = {255, 1023, Integer.MAX_VALUE >>> 2})
  void behavesLikeAList(int positionMask) {
    SplittableRandom random = new SplittableRandom(7);
    Fifo<TestEntry> queue = new Fifo<>(BASE, positionMask);
    List<TestEntry> model = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      // Grows to 200 entries, shrinks to none, and so on.
      boolean growing = i / 2000 % 2 == 0;
      int dice = random.nextInt(10);
      if (model.size() < 200 && dice < (growing ? 6 : 2)) {
        TestEntry entry = new TestEntry(i, random.nextInt(100));
        queue.add(entry);
        model.add(entry);
      } else if (!model.isEmpty() && dice < 8) {
        TestEntry entry = model.remove(random.nextBoolean() ? 0 : random.nextInt(model.size()));
        queue.remove(entry);
      } else if (!model.isEmpty()) {
        queue.rotate();
        model.add(model.remove(0));
      }
      assertEquals(model.size(), queue.size());
      assertSame(model.isEmpty() ? null : model.get(0), queue.first());
      assertEquals(model.stream().mapToLong(TestEntry::weight).sum(), queue.weight());
    }
  }

  @Test
  void seatsAreDistinctAndCarryTheBase() {
    Fifo<TestEntry> queue = new Fifo<>(BASE, BASE - 1);
    Set<Integer> seats = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      TestEntry entry = new TestEntry(i);
      queue.add(entry);
      seats.add(entry.seat());
      assertEquals(BASE, entry.seat() & BASE);
    }
    assertEquals(1000, seats.size());
  }
}

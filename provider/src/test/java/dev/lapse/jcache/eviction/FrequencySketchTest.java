package dev.lapse.jcache.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FrequencySketchTest {

  private final SplittableRandom random = new SplittableRandom(11);

  @Test
  void whatNeverCameUpHasComeUpNever() {
    assertEquals(0, new FrequencySketch().frequency(12345));
  }

  @Test
  void countsUpToItsMost() {
    FrequencySketch sketch = new FrequencySketch();
    sketch.serve(10_000);
    for (int times = 1; times <= FrequencySketch.MOST; times++) {
      sketch.add(77, 1);
      assertEquals(times, sketch.frequency(77));
    }
    sketch.add(77, 3);
    assertEquals(FrequencySketch.MOST, sketch.frequency(77));
  }

  @Test
  void countsSeveralAtOnce() {
    FrequencySketch sketch = new FrequencySketch();
    sketch.add(5, 3);
    sketch.add(5, 0);
    sketch.add(5, 2);
    assertEquals(5, sketch.frequency(5));
  }

  @Test
  void estimatesAreNeverTooLowAndSeldomTooHigh() {
    int[] hashes = random.ints(4000).toArray();
    FrequencySketch sketch = new FrequencySketch();
    sketch.serve(4000);
    for (int i = 0; i < hashes.length; i++) {
      sketch.add(hashes[i], 1 + i % 4);
    }
    int exact = 0;
    for (int i = 0; i < hashes.length; i++) {
      int estimate = sketch.frequency(hashes[i]);
      assertTrue(estimate >= 1 + i % 4, "too low");
      exact += estimate == 1 + i % 4 ? 1 : 0;
    }
    assertTrue(exact > 3600, exact + " of 4000 are exact");
  }

  @Test
  void growingForgetsNothing() {
    FrequencySketch sketch = new FrequencySketch();
    int[] hashes = random.ints(60).toArray();
    for (int hash : hashes) {
      sketch.add(hash, 2);
    }
    sketch.serve(100_000);
    for (int hash : hashes) {
      assertTrue(sketch.frequency(hash) >= 2);
    }
  }

  @Test
  void oldCountsAreHalved() {
    FrequencySketch sketch = new FrequencySketch();
    sketch.serve(1000);
    sketch.add(42, 12);
    int before = sketch.frequency(42);
    // Ten additions an entry, of which twelve are there.
    random.ints(10_000 - 12).forEach(hash -> sketch.add(hash, 1));
    int after = sketch.frequency(42);
    assertTrue(after < before && after >= before / 2, before + " became " + after);
  }
}

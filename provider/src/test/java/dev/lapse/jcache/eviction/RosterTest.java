package dev.lapse.jcache.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RosterTest {

  @Test
  void holdsWhatCameAndHasNotGone() {
    SplittableRandom random = new SplittableRandom(3);
    Roster<TestEntry> roster = new Roster<>(1 << 27);
    List<TestEntry> model = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      boolean growing = i / 1000 % 2 == 0;
      if (model.isEmpty() || random.nextInt(10) < (growing ? 7 : 3)) {
        TestEntry entry = new TestEntry(i);
        roster.add(entry);
        model.add(entry);
      } else {
        roster.remove(model.remove(random.nextInt(model.size())));
      }
      assertEquals(model.size(), roster.size());
      List<TestEntry> sample = new ArrayList<>();
      roster.sample(3, random, sample);
      assertTrue(model.containsAll(sample), "a sample holds what has gone");
    }
    Set<Integer> seats = new HashSet<>();
    model.forEach(entry -> seats.add(entry.seat()));
    assertEquals(model.size(), seats.size());
  }

  @Test
  void anyEntryIsAsLikelyAsAnyOther() {
    Roster<TestEntry> roster = new Roster<>(0);
    for (int i = 0; i < 50; i++) {
      roster.add(new TestEntry(i));
    }
    List<TestEntry> sample = new ArrayList<>();
    roster.sample(50_000, new SplittableRandom(1), sample);
    Map<Integer, Integer> drawn = new HashMap<>();
    sample.forEach(entry -> drawn.merge(entry.key, 1, Integer::sum));
    assertEquals(50, drawn.size());
    // Six standard deviations around the mean of 1,000.
    drawn.forEach((key, times) -> assertEquals(1000, times, 190, "key " + key));
  }

  @Test
  void nothingIsDrawnFromAnEmptyRoster() {
    List<TestEntry> sample = new ArrayList<>();
    new Roster<TestEntry>(0).sample(5, new SplittableRandom(1), sample);
    assertEquals(List.of(), sample);
  }
}

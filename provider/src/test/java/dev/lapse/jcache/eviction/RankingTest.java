package dev.lapse.jcache.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RankingTest {

  private static int idleness(Ranking ranking, TestEntry entry) {
    return ranking.idleness(entry.mark());
  }

  private static TestEntry entry(Ranking ranking, int hash) {
    TestEntry entry = new TestEntry(hash);
    entry.setMark(ranking.first(hash));
    return entry;
  }

  @Test
  void anEntryIsIdleSinceItsLastUse() {
    Ranking ranking = new LastUse(1);
    TestEntry used = entry(ranking, 1);
    TestEntry unused = entry(ranking, 2);
    ranking.tick();
    assertEquals(1, idleness(ranking, used));
    ranking.touch(used);
    assertEquals(0, idleness(ranking, used));
    ranking.tick();
    assertEquals(1, idleness(ranking, used));
    assertEquals(2, idleness(ranking, unused));
  }

  /** Redis's table for a factor of 10 says 10 after 100 hits, 18 after 1,000, 142 after 100,000. */
  @Test
  void countsGrowLikeALogarithm() {
    int[] uses = {100, 1000, 100_000};
    int[] expected = {10, 18, 142};
    for (int i = 0; i < uses.length; i++) {
      Ranking ranking = new UseCount(1);
      double sum = 0;
      for (int hash = 0; hash < 50; hash++) {
        TestEntry entry = entry(ranking, hash * 0x9E3779B1);
        for (int use = 0; use < uses[i]; use++) {
          ranking.touch(entry);
        }
        sum += 255 - idleness(ranking, entry);
      }
      assertEquals(expected[i], sum / 50, expected[i] * 0.15, uses[i] + " uses");
    }
  }

  @Test
  void countsFallByOneATickDownToNone() {
    Ranking ranking = new UseCount(1);
    TestEntry entry = entry(ranking, 1);
    int fresh = idleness(ranking, entry);
    for (int ticks = 1; ticks <= 5; ticks++) {
      ranking.tick();
      assertEquals(fresh + ticks, idleness(ranking, entry));
    }
    ranking.tick();
    assertEquals(fresh + 5, idleness(ranking, entry));
  }

  @Test
  void aUseKeepsTheCountThatIsLeft() {
    Ranking ranking = new UseCount(1);
    TestEntry entry = entry(ranking, 1);
    for (int ticks = 0; ticks < 4; ticks++) {
      ranking.tick();
    }
    int before = idleness(ranking, entry);
    ranking.touch(entry);
    assertEquals(before - 1, idleness(ranking, entry));
    ranking.tick();
    assertEquals(before, idleness(ranking, entry));
  }

  @Test
  void countsNeverExceedTheirMost() {
    Ranking ranking = new UseCount(1);
    TestEntry entry = entry(ranking, 1);
    for (int use = 0; use < 5_000_000; use++) {
      ranking.touch(entry);
    }
    assertTrue(idleness(ranking, entry) >= 0);
  }

  @Test
  void threeReadsAreCountedAndTheHashIsKept() {
    Usage usage = new ReadCount();
    int hash = 0xCAFEBABE;
    TestEntry entry = new TestEntry(1);
    entry.setMark(usage.first(hash));
    for (int reads = 0; reads < 10; reads++) {
      assertEquals(Math.min(reads, ReadCount.MOST), ReadCount.readsOf(entry));
      assertEquals(hash & ~3, ReadCount.hashOf(entry));
      usage.touch(entry);
    }
    ReadCount.setReads(entry, 1);
    assertEquals(1, ReadCount.readsOf(entry));
    assertEquals(hash & ~3, ReadCount.hashOf(entry));
  }
}

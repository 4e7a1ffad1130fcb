package dev.lapse.jcache.eviction;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An entry of a test's cache. */
final class TestEntry implements Resident {

  final int key;
  boolean hasDeadline;

  /** Collects the entries that are looked at, while it is set. */
  static @Nullable Set<TestEntry> inspected;

  private int mark;
  private int seat = NONE;
  private int weight;

  TestEntry(int key) {
    this(key, 1);
  }

  TestEntry(int key, int weight) {
    this.key = key;
    this.weight = weight;
  }

  @Override
  public int mark() {
    if (inspected != null) {
      inspected.add(this);
    }
    return mark;
  }

  @Override
  public void setMark(int mark) {
    this.mark = mark;
  }

  @Override
  public int seat() {
    return seat;
  }

  @Override
  public void setSeat(int seat) {
    this.seat = seat;
  }

  @Override
  public int weight() {
    return weight;
  }

  @Override
  public void setWeight(int weight) {
    this.weight = weight;
  }

  @Override
  public boolean hasDeadline() {
    return hasDeadline;
  }

  @Override
  public String toString() {
    return "entry " + key;
  }
}

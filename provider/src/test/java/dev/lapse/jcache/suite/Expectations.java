package dev.lapse.jcache.suite;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What must have been seen from outside when an operation has returned; filled by {@link
 * ReferenceCache}.
 */
final class Expectations {

  /** How often something may have been called. */
  static final class Range {
    private int least;
    private int most;

    void once() {
      least++;
      most++;
    }

    void perhaps() {
      most++;
    }

    boolean holds(int count) {
      return least <= count && count <= most;
    }

    private void reset() {
      least = 0;
      most = 0;
    }

    @Override
    public String toString() {
      return least == most ? String.valueOf(least) : least + ".." + most;
    }
  }

  /** Of each key in order. Only an EXPIRED at the end may be late. */
  final Map<Integer, Deque<String>> events = new HashMap<>();

  /** The keys of which no event may be late any more. */
  final Set<Integer> announced = new HashSet<>();

  final List<String> writerCalls = new ArrayList<>();
  final List<Integer> loads = new ArrayList<>();
  final Range creationCalls = new Range();
  final Range accessCalls = new Range();
  final Range updateCalls = new Range();

  /** Those of the writer's calls that may also not have been made. */
  final List<String> optionalWriterCalls = new ArrayList<>();

  // Since the cache was made.
  long hits;
  long misses;
  long puts;
  long removals;

  /** Forgets what was expected of the last operation, all but the events that are still owed. */
  void begin() {
    announced.clear();
    writerCalls.clear();
    loads.clear();
    creationCalls.reset();
    accessCalls.reset();
    updateCalls.reset();
    optionalWriterCalls.clear();
  }

  void event(int key, String event) {
    events.computeIfAbsent(key, any -> new ArrayDeque<>()).add(event);
  }

  void hitOrMiss(boolean hit) {
    if (hit) {
      hits++;
    } else {
      misses++;
    }
  }
}

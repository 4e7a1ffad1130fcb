package dev.lapse.benchmarks.throughput;

import dev.lapse.benchmarks.subject.Subject;

/**
 * What workloads do between two looks at the clock: {@link #SIZE} operations. Each returns
 * something that depends on all results, so that none is optimized away.
 */
final class Batches {

  static final int SIZE = 1 << 10;

  /** One batch. */
  @FunctionalInterface
  interface Batch {

    /**
     * Runs it.
     *
     * @param from which of the drawn keys comes first
     * @param thread 0 or 1
     */
    int run(Subject subject, Keys keys, int from, int thread);
  }

  private Batches() {}

  static int get(Subject subject, Keys keys, int from, int thread) {
    int found = 0;
    for (int i = from; i < from + SIZE; i++) {
      found += subject.get(keys.drawn(i)) == null ? 0 : 1;
    }
    return found;
  }

  static int put(Subject subject, Keys keys, int from, int thread) {
    for (int i = from; i < from + SIZE; i++) {
      Integer key = keys.drawn(i);
      subject.put(key, key);
    }
    return SIZE;
  }

  static int mixed(Subject subject, Keys keys, int from, int thread) {
    int found = 0;
    for (int i = from; i < from + SIZE; i++) {
      Integer key = keys.drawn(i);
      int dice = keys.dice(i);
      if (dice < 90) {
        found += subject.get(key) == null ? 0 : 1;
      } else if (dice < 99) {
        subject.put(key, key);
      } else {
        found += subject.remove(key) ? 1 : 0;
      }
    }
    return found;
  }

  static int increment(Subject subject, Keys keys, int from, int thread) {
    for (int i = from; i < from + SIZE; i++) {
      subject.increment(keys.drawn(i));
    }
    return SIZE;
  }

  static int putIfAbsentAndRemove(Subject subject, Keys keys, int from, int thread) {
    int found = 0;
    for (int i = from / 2; i < (from + SIZE) / 2; i++) {
      Integer key = keys.fresh(i, thread);
      found += subject.putIfAbsent(key, key) ? 1 : 0;
      found += subject.getAndRemove(key) == null ? 0 : 1;
    }
    return found;
  }

  static int putAndRemove(Subject subject, Keys keys, int from, int thread) {
    int found = 0;
    for (int i = from / 2; i < (from + SIZE) / 2; i++) {
      Integer key = keys.fresh(i, thread);
      subject.put(key, key);
      found += subject.remove(key) ? 1 : 0;
    }
    return found;
  }
}

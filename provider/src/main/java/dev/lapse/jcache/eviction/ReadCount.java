package dev.lapse.jcache.eviction;

/**
 * Notes up to three reads. A mark has the count in its two lowest bits, and above them what the
 * frequency sketch knows the key by. An entry that is read often gets no more writes.
 */
final class ReadCount extends Usage {

  static final int MOST = 3;

  @Override
  int first(int hash) {
    return hash & ~MOST;
  }

  @Override
  void touch(Resident entry) {
    int mark = entry.mark();
    if ((mark & MOST) != MOST) {
      entry.setMark(mark + 1);
    }
  }

  static int readsOf(Resident entry) {
    return entry.mark() & MOST;
  }

  static int hashOf(Resident entry) {
    return entry.mark() & ~MOST;
  }

  static void setReads(Resident entry, int reads) {
    entry.setMark(hashOf(entry) | reads);
  }
}

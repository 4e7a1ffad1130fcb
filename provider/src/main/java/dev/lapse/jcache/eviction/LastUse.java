package dev.lapse.jcache.eviction;

/** Ranks by the time of the last use, which is the mark. */
final class LastUse extends Ranking {

  /** Then the entries that cannot be told apart are few enough. */
  private static final int TICKS_A_TURNOVER = 256;

  LastUse(int books) {
    super(TICKS_A_TURNOVER, true, books);
  }

  @Override
  int first(int hash) {
    return now();
  }

  @Override
  void touch(Resident entry) {
    int now = now();
    if (entry.mark() != now) {
      entry.setMark(now);
    }
  }

  @Override
  int idleness(int mark) {
    return now() - mark;
  }
}

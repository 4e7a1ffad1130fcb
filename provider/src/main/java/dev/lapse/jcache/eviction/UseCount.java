package dev.lapse.jcache.eviction;

/**
 * Ranks by a logarithmic count of uses, which loses one for each turnover of the cache without a
 * use.
 *
 * <p>A mark is made of the count (8 bits), the time of the last use (8 bits) and a state of chance
 * (16 bits), by which the count is raised the less often the higher it is. The count starts at 5,
 * so that what has just come is not the first to go, and is at 10 after some 100 uses, at 18 after
 * some 1,000, at 255 after a million.
 */
final class UseCount extends Ranking {

  private static final int MOST = 255;
  private static final int START = 5;
  private static final int SLOWNESS = 10;

  private static final int TIME_SHIFT = 16;
  private static final int TIME_MASK = 0xFF;
  private static final int COUNT_SHIFT = 24;
  private static final int CHANCE_MASK = 0xFFFF;
  private static final int CHANCES = CHANCE_MASK + 1;

  UseCount(int books) {
    super(1, false, books);
  }

  @Override
  int first(int hash) {
    return mark(START, hash);
  }

  private int mark(int count, int chance) {
    return count << COUNT_SHIFT | (now() & TIME_MASK) << TIME_SHIFT | chance & CHANCE_MASK;
  }

  @Override
  void touch(Resident entry) {
    int mark = entry.mark();
    // Goes through all the 65,536 states before it repeats one.
    int chance = mark * 0x4E6D + 0x3619 & CHANCE_MASK;
    int count = count(mark);
    if (count < MOST && chance * (Math.max(0, count - START) * SLOWNESS + 1) < CHANCES) {
      count++;
    }
    entry.setMark(mark(count, chance));
  }

  private int count(int mark) {
    int idle = now() - (mark >> TIME_SHIFT) & TIME_MASK;
    return Math.max(0, (mark >>> COUNT_SHIFT) - idle);
  }

  @Override
  int idleness(int mark) {
    return MOST - count(mark);
  }
}

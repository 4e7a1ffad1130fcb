package dev.lapse.jcache.store;

/**
 * The shape of the strata: how time is cut into slots, and how an entry's place is packed into an
 * {@code int}.
 *
 * <p>Level 0 has 256 slots of 2^24 ns (16.8 ms), so it reaches 4.3 s ahead. Levels 1 to 5 have 64
 * slots each, of 2^31 ns (2.1 s), 2^36 ns (69 s), 2^41 ns (37 min), 2^46 ns (20 h) and 2^51 ns (26
 * d): each slot is 32 times (the first 128 times) as wide as one of the level below, and the ring
 * below always has room for two of them. The slots of level 0 are as narrow as the most eager
 * effort ticks; a lazier one ticks every second or every fourth slot end, so that the effort can
 * change while entries are linked.
 *
 * <p>A place is {@code lane (4 bits) | slot id (10 bits) | index in the slot (18 bits)}. The lane
 * comes from the key's hash and never changes, so that the stripe of a linked entry is found
 * without calling the key's {@code hashCode}.
 */
final class StrataGeometry {

  static final int LEVELS = 6;
  static final int LANES = 16;

  /** Slots with this id or a greater one are in no ring: see {@link StrataExtras}. */
  static final int FIRST_EXTRA_ID = 576;

  /**
   * How many of those there can be; one id less than the bits allow, so that no place looks like an
   * unlinked one.
   */
  static final int MAX_EXTRAS = 1023 - FIRST_EXTRA_ID;

  /** The level of slots for entries that are due already when they are linked. */
  static final int OVERDUE = -1;

  /** As many references fit into one slot of one stripe. */
  static final int SLOT_CAPACITY = 1 << 18;

  private static final int INDEX_BITS = 18;
  private static final int ID_BITS = 10;

  private StrataGeometry() {}

  /** The binary logarithm of the width of a level's slots in nanoseconds. */
  static int shift(int level) {
    return level == 0 ? 24 : 26 + 5 * level;
  }

  /** How many slots a level's ring has. */
  static int slots(int level) {
    return level == 0 ? 256 : 64;
  }

  static int id(int level, long number) {
    return level == 0 ? (int) (number & 255) : 192 + 64 * level + (int) (number & 63);
  }

  /** The level of a slot in a ring. */
  static int level(int id) {
    return id < 256 ? 0 : (id - 192) >>> 6;
  }

  /** The position of a slot in the ring of its level. */
  static int position(int id) {
    return id < 256 ? id : id & 63;
  }

  /**
   * When the reaper may draw from a slot. In level 0 at its end: then all of it is due, unless
   * deadlines moved. In a higher level a quarter of its width before its start, so that its entries
   * are in finer slots before the first is due.
   */
  static long opensAt(int level, long number) {
    int shift = shift(level);
    long at = level == 0 ? (number + 1) << shift : (number << shift) - (1L << (shift - 2));
    return at < 0 ? Long.MAX_VALUE - 1 : at;
  }

  static int place(int lane, int id, int index) {
    return lane << (ID_BITS + INDEX_BITS) | id << INDEX_BITS | index;
  }

  static int laneOf(int place) {
    return place >>> (ID_BITS + INDEX_BITS);
  }

  static int idOf(int place) {
    return place >>> INDEX_BITS & (1 << ID_BITS) - 1;
  }

  static int indexOf(int place) {
    return place & SLOT_CAPACITY - 1;
  }

  /**
   * The lane of a key: the upper bits of its hash mixed into all others, since the table uses up
   * the lower ones.
   */
  static int laneOfHash(int hash) {
    return hash * 0x9E3779B9 >>> 28;
  }
}

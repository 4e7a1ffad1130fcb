package dev.lapse.jcache.eviction;

/** How the seat of an entry says which books it belongs to, and where they hold it. */
final class Seats {

  private final int shift;

  Seats(int booksBits) {
    this.shift = Integer.SIZE - 1 - booksBits;
  }

  int count() {
    return 1 << Integer.SIZE - 1 - shift;
  }

  /** What all seats of these books have in common; the lower bits are theirs. */
  int base(int books) {
    return books << shift;
  }

  /** The bits of a seat that are free to say where in the books. */
  int placeMask() {
    return (1 << shift) - 1;
  }

  int chosen(int books) {
    return Resident.NONE - 1 - books;
  }

  /** The books that guard an entry with this seat, unless it is {@link Resident#NONE}. */
  int booksOf(int seat) {
    return seat >= 0 ? seat >>> shift : Resident.NONE - 1 - seat;
  }
}

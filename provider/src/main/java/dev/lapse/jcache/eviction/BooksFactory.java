package dev.lapse.jcache.eviction;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what a policy consists of.
 *
 * @param <E> the type of entries
 */
final class BooksFactory<E extends Resident> {

  private final BoundSettings settings;
  private final DeadlineIndex<E> deadlines;
  private final Seats seats;
  private final SplittableRandom random;
  private final @Nullable Ranking ranking;

  BooksFactory(BoundSettings settings, DeadlineIndex<E> deadlines, Seats seats, long seed) {
    this.settings = settings;
    this.deadlines = deadlines;
    this.seats = seats;
    this.random = new SplittableRandom(seed);
    this.ranking =
        switch (settings.policy()) {
          case ALLKEYS_LRU, VOLATILE_LRU -> new LastUse(seats.count());
          case ALLKEYS_LFU, VOLATILE_LFU -> new UseCount(seats.count());
          default -> null;
        };
  }

  Usage usage() {
    if (settings.policy() == EvictionPolicy.ALLKEYS_TINYLFU) {
      return new ReadCount();
    }
    return ranking == null ? Usage.UNNOTED : ranking;
  }

  Books<E>[] books() {
    @SuppressWarnings("unchecked")
    Books<E>[] books = (Books<E>[]) new Books<?>[seats.count()];
    for (int number = 0; number < books.length; number++) {
      books[number] = books(number);
    }
    return books;
  }

  private Books<E> books(int number) {
    return switch (settings.policy()) {
      case NOEVICTION -> new NoBooks<>();
      case ALLKEYS_TINYLFU -> new TinyLfuBooks<>(number, seats);
      case ALLKEYS_LRU, ALLKEYS_LFU, ALLKEYS_RANDOM -> {
        Roster<E> roster = new Roster<>(seats.base(number));
        yield new SampledBooks<>(number, roster, roster, picker(number));
      }
      case VOLATILE_LRU, VOLATILE_LFU, VOLATILE_RANDOM, VOLATILE_TTL -> {
        Roster<E> roster = new Roster<>(seats.base(number));
        boolean orAny = settings.whenNoneIsVolatile() == BoundSettings.NoneVolatile.ANY;
        boolean nearest = settings.policy() == EvictionPolicy.VOLATILE_TTL;
        yield new SampledBooks<>(
            number,
            roster,
            new VolatileSource<>(deadlines, nearest, orAny ? roster : null),
            picker(number));
      }
    };
  }

  private Picker<E> picker(int number) {
    SplittableRandom its = random.split();
    return ranking == null ? new AnyPicker<>(its) : new RankedPicker<>(ranking, number, its);
  }
}

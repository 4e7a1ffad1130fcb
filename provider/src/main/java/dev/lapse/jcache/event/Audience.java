package dev.lapse.jcache.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import javax.cache.event.EventType;

/** Who listens to a cache at one moment; immutable. */
@SuppressWarnings("EnumOrdinal") // an array by type, made from the same values in the same run
final class Audience {

  static final Audience NOBODY = new Audience(List.of());

  private final List<Registration<?, ?>> all;
  private final Registration<?, ?>[][] synchronous;
  private final Registration<?, ?>[][] asynchronous;

  Audience(List<Registration<?, ?>> all) {
    this.all = List.copyOf(all);
    this.synchronous = byType(Registration::isSynchronous);
    this.asynchronous = byType(registration -> !registration.isSynchronous());
  }

  private Registration<?, ?>[][] byType(Predicate<Registration<?, ?>> kind) {
    return Arrays.stream(EventType.values())
        .map(
            type ->
                all.stream()
                    .filter(kind)
                    .filter(r -> r.hears(type))
                    .toArray(Registration<?, ?>[]::new))
        .toArray(Registration<?, ?>[][]::new);
  }

  List<Registration<?, ?>> all() {
    return all;
  }

  Registration<?, ?>[] synchronous(EventType type) {
    return synchronous[type.ordinal()];
  }

  Registration<?, ?>[] asynchronous(EventType type) {
    return asynchronous[type.ordinal()];
  }

  Audience with(Registration<?, ?> registration) {
    List<Registration<?, ?>> more = new ArrayList<>(all);
    more.add(registration);
    return new Audience(more);
  }

  Audience without(Registration<?, ?> registration) {
    List<Registration<?, ?>> fewer = new ArrayList<>(all);
    fewer.remove(registration);
    return fewer.isEmpty() ? NOBODY : new Audience(fewer);
  }
}

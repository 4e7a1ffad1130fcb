package dev.lapse.jcache.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Who listens to a cache at one moment; immutable. */
@SuppressWarnings("EnumOrdinal") // an array by happening, made from the same values in the same run
final class Audience {

  static final Audience NOBODY = new Audience(List.of());

  private final List<Registration<?, ?>> all;
  private final boolean hasSynchronous;
  private final Registration<?, ?>[][] synchronous;
  private final Registration<?, ?>[][] asynchronous;

  Audience(List<Registration<?, ?>> all) {
    this.all = List.copyOf(all);
    this.hasSynchronous = all.stream().anyMatch(Registration::isSynchronous);
    this.synchronous = byHappening(Registration::isSynchronous);
    this.asynchronous = byHappening(registration -> !registration.isSynchronous());
  }

  private Registration<?, ?>[][] byHappening(Predicate<Registration<?, ?>> kind) {
    return Arrays.stream(Happening.values())
        .map(
            happening ->
                all.stream()
                    .filter(kind)
                    .filter(r -> r.hears(happening))
                    .toArray(Registration<?, ?>[]::new))
        .toArray(Registration<?, ?>[][]::new);
  }

  List<Registration<?, ?>> all() {
    return all;
  }

  boolean hasSynchronous() {
    return hasSynchronous;
  }

  Registration<?, ?>[] synchronous(Happening happening) {
    return synchronous[happening.ordinal()];
  }

  Registration<?, ?>[] asynchronous(Happening happening) {
    return asynchronous[happening.ordinal()];
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

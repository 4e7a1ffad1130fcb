package dev.lapse.benchmarks.memory;

import dev.lapse.benchmarks.harness.Figures;
import dev.lapse.benchmarks.harness.Form;
import dev.lapse.benchmarks.harness.Machine;
import dev.lapse.benchmarks.harness.Section;
import dev.lapse.benchmarks.harness.Step;
import dev.lapse.benchmarks.subject.Caches;
import dev.lapse.benchmarks.subject.Contender;
import dev.lapse.benchmarks.subject.Lifetime;
import dev.lapse.benchmarks.subject.Subject;
import dev.lapse.benchmarks.subject.Terms;
import java.io.Serializable;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes that an entry takes: the heap after collection with a million entries, less the heap
 * without them. The keys are there before, and are not counted; there is one small value for all.
 */
public final class Memory implements Section {

  /** The figure of this section. */
  public static final String BYTES = "bytes an entry";

  /** What is stored: immutable, 24 bytes. */
  private record Reading(long at, int degrees) implements Serializable {}

  private static final String REFERENCE = "reference-deadline";
  private static final String REFERENCE_ETERNAL = "reference-eternal";
  private static final String VALUE = "value-deadline";
  private static final String VALUE_ETERNAL = "value-eternal";

  /** Creates the section. */
  public Memory() {}

  @Override
  public String id() {
    return "memory";
  }

  @Override
  public List<String> rows(Form form) {
    return switch (form) {
      case SMOKE -> List.of(REFERENCE);
      case QUICK -> List.of(REFERENCE, VALUE);
      case FULL -> List.of(REFERENCE, VALUE, REFERENCE_ETERNAL, VALUE_ETERNAL);
    };
  }

  @Override
  public String title(String row) {
    return switch (row) {
      case REFERENCE -> "by reference, 1 h to live";
      case REFERENCE_ETERNAL -> "by reference, eternal";
      case VALUE -> "by value, 1 h to live";
      default -> "by value, eternal";
    };
  }

  @Override
  public int rounds(String row, Form form) {
    return form.choose(1, 1, 3);
  }

  @Override
  public boolean admits(String row, Contender contender, Form form) {
    return switch (contender) {
      case MAP -> row.equals(REFERENCE); // its value object has a deadline in any case
      case CAFFEINE_OWN -> row.equals(REFERENCE) || row.equals(REFERENCE_ETERNAL);
      case CAFFEINE_PLAIN -> false;
      default -> true;
    };
  }

  @Override
  public List<String> jvmOptions(String row, Form form) {
    return Machine.exactHeap(form.choose(256, 2048, 2048));
  }

  @Override
  public void measure(Step step, Figures figures) {
    boolean eternal = step.row().equals(REFERENCE_ETERNAL) || step.row().equals(VALUE_ETERNAL);
    boolean byValue = step.row().equals(VALUE) || step.row().equals(VALUE_ETERNAL);
    Terms terms = Terms.of(eternal ? Lifetime.ETERNAL : Lifetime.CREATED).byValue(byValue);
    Integer[] keys = new Integer[step.form().choose(10_000, 1_000_000, 1_000_000)];
    Arrays.setAll(keys, i -> i);
    Reading reading = new Reading(1, 20);
    try (Subject first = Caches.open(step.contender(), terms)) { // loads classes
      first.put(0, reading);
    }
    long before = Machine.settledHeap();
    try (Subject subject = Caches.open(step.contender(), terms)) {
      for (Integer key : keys) {
        subject.put(key, reading);
      }
      long after = Machine.settledHeap();
      figures.add(BYTES, (double) (after - before) / keys.length);
    } finally {
      Reference.reachabilityFence(keys);
    }
  }
}

package dev.lapse.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Meters with common tags that come and go together. Not thread safe. */
final class MeterGroup {

  private final MeterRegistry registry;
  private final Tags common;
  private final List<Meter> meters = new ArrayList<>();

  MeterGroup(MeterRegistry registry, Tags common) {
    this.registry = registry;
    this.common = common;
  }

  <T> void gauge(
      String name,
      @Nullable String unit,
      String description,
      T subject,
      ToDoubleFunction<T> value) {
    meters.add(
        Gauge.builder(name, subject, value)
            .tags(common)
            .baseUnit(unit)
            .description(description)
            .register(registry));
  }

  /** The registry keeps the subject from being collected; other meters do not. */
  <T> void gaugeKeepingItsSubject(
      String name, String description, T subject, ToDoubleFunction<T> value) {
    meters.add(
        Gauge.builder(name, subject, value)
            .tags(common)
            .description(description)
            .strongReference(true)
            .register(registry));
  }

  <T> void timeGauge(String name, String description, T subject, ToDoubleFunction<T> millis) {
    meters.add(
        TimeGauge.builder(name, subject, TimeUnit.MILLISECONDS, millis)
            .tags(common)
            .description(description)
            .register(registry));
  }

  <T> void counter(
      String name,
      @Nullable String unit,
      String description,
      Tags more,
      T subject,
      ToDoubleFunction<T> count) {
    meters.add(
        FunctionCounter.builder(name, subject, count)
            .tags(common.and(more))
            .baseUnit(unit)
            .description(description)
            .register(registry));
  }

  void remove() {
    meters.forEach(registry::remove);
    meters.clear();
  }
}

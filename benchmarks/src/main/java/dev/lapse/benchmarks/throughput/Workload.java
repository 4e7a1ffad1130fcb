package dev.lapse.benchmarks.throughput;

import dev.lapse.benchmarks.subject.Lifetime;
import dev.lapse.benchmarks.subject.Terms;
import dev.lapse.benchmarks.throughput.Batches.Batch;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What is done over and over; a row of the table.
 *
 * @param id its name on the command line
 * @param title what it does, for people
 * @param terms how the cache is set up
 * @param batch the operations
 * @param firstValues what is stored beforehand under each key
 */
record Workload(
    String id, String title, Terms terms, Batch batch, IntFunction<Object> firstValues) {

  static final List<Workload> ALL =
      List.of(
          new Workload(
              "get-created", "get, created-expiry", created(), Batches::get, Integer::valueOf),
          new Workload(
              "get-touched",
              "get, touched-expiry",
              Terms.of(Lifetime.TOUCHED),
              Batches::get,
              Integer::valueOf),
          new Workload(
              "put",
              "put over an entry, modified-expiry",
              modified(),
              Batches::put,
              Integer::valueOf),
          new Workload(
              "mixed",
              "90 % get, 9 % put, 1 % remove, modified-expiry",
              modified(),
              Batches::mixed,
              Integer::valueOf),
          new Workload(
              "invoke",
              "invoke, increment, modified-expiry",
              modified(),
              Batches::increment,
              Integer::valueOf),
          new Workload(
              "get-statistics",
              "get, statistics on",
              created().withStatistics(),
              Batches::get,
              Integer::valueOf),
          new Workload(
              "put-if-absent",
              "putIfAbsent, then getAndRemove",
              created(),
              Batches::putIfAbsentAndRemove,
              Integer::valueOf),
          new Workload(
              "listener-none",
              "put and remove of a new key, no listener",
              created(),
              Batches::putAndRemove,
              Integer::valueOf),
          new Workload(
              "listener-sync",
              "put and remove of a new key, a synchronous listener",
              created().listening(EventCounter.configuration(true)),
              Batches::putAndRemove,
              Integer::valueOf),
          new Workload(
              "listener-async",
              "put and remove of a new key, an asynchronous listener",
              created().listening(EventCounter.configuration(false)),
              Batches::putAndRemove,
              Integer::valueOf),
          new Workload(
              "get-record",
              "get by value, a small record of strings",
              created().byValue(true),
              Batches::get,
              Values::person),
          new Workload(
              "get-bean",
              "get by value, a mutable bean",
              created().byValue(true),
              Batches::get,
              Values::account));

  private static Terms created() {
    return Terms.of(Lifetime.CREATED);
  }

  private static Terms modified() {
    return Terms.of(Lifetime.MODIFIED);
  }

  static Workload of(String id) {
    return ALL.stream()
        .filter(workload -> workload.id.equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no workload '" + id + "'"));
  }

  boolean hasListener() {
    return !terms.listeners().isEmpty();
  }

  /** Events and copies are matters of JCache; a floor has neither. */
  boolean needsJCache() {
    return hasListener() || terms.byValue();
  }
}

package dev.lapse.jcache.suite;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.cache.expiry.Duration;

/**
 * What JSR-107 says of each operation, for one thread and as naively as it can be said: a map,
 * deadlines, and notes of what must be seen from outside. {@link ModelTest} compares a cache with
 * it after every step.
 *
 * <p>Values are texts. An expired entry is taken out before anything else happens; its EXPIRED
 * event is then owed, may come at any later time, but must come before any other event of its key
 * and at the latest when the key is read.
 */
final class ReferenceCache {

  /** What the customisations of both caches answer; the test changes it between operations. */
  static final class Script {
    Duration creation = Duration.ETERNAL;
    Duration access;
    Duration update;
    Function<Integer, String> source = key -> null;
    boolean loaderFails;
    Set<Integer> writerFailsFor = Set.of();
  }

  /** A customisation has failed; the cache must hand that on as an exception of this name. */
  static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failed(String exception) {
      super(exception, null, false, false);
    }
  }

  /** The steps of an entry processor. */
  enum Step {
    EXISTS,
    GET,
    SET,
    REMOVE,
    THROW
  }

  /** A result that the specification leaves open. */
  static final Object ANYTHING = new Object();

  private static final class Slot {
    String value;
    long deadline;
  }

  private final Script script;
  private final boolean readThrough;
  private final boolean writeThrough;
  private final Map<Integer, Slot> slots = new TreeMap<>();
  private long now;

  final Expectations expected = new Expectations();

  ReferenceCache(Script script, boolean readThrough, boolean writeThrough) {
    this.script = script;
    this.readThrough = readThrough;
    this.writeThrough = writeThrough;
  }

  void begin() {
    expected.begin();
    settle();
  }

  void advance(long nanos) {
    now += nanos;
    settle();
  }

  /** Takes out what is due. */
  void settle() {
    slots
        .entrySet()
        .removeIf(
            each -> {
              Slot slot = each.getValue();
              if (slot.deadline <= now) {
                expected.event(each.getKey(), "EXPIRED " + slot.value);
                return true;
              }
              return false;
            });
  }

  // ---- what operations are made of

  private long deadline(Duration duration) {
    if (duration.isEternal()) {
      return Long.MAX_VALUE;
    }
    long nanos = duration.getTimeUnit().toNanos(duration.getDurationAmount());
    long sum = now + nanos;
    return nanos == Long.MAX_VALUE || sum < 0 ? Long.MAX_VALUE : sum;
  }

  private void create(int key, String value, boolean put) {
    expected.creationCalls.once();
    Duration life = script.creation;
    if (life != null && life.isZero()) {
      return;
    }
    Slot slot = new Slot();
    slot.value = value;
    slot.deadline = life == null ? Long.MAX_VALUE : deadline(life);
    slots.put(key, slot);
    expected.event(key, "CREATED " + value);
    expected.puts += put ? 1 : 0;
  }

  private void update(int key, Slot slot, String value, boolean put) {
    expected.updateCalls.once();
    expected.event(key, "UPDATED " + slot.value + ">" + value);
    slot.value = value;
    expected.puts += put ? 1 : 0;
    if (script.update != null) {
      slot.deadline = deadline(script.update);
    }
  }

  private void store(int key, String value, boolean put) {
    Slot slot = slots.get(key);
    if (slot == null) {
      create(key, value, put);
    } else {
      update(key, slot, value, put);
    }
  }

  private void access(Slot slot) {
    expected.accessCalls.once();
    applyAccess(slot);
  }

  private void applyAccess(Slot slot) {
    if (script.access != null) {
      slot.deadline = deadline(script.access);
    }
  }

  private boolean take(int key) {
    Slot slot = slots.remove(key);
    if (slot != null) {
      expected.event(key, "REMOVED " + slot.value);
      expected.removals++;
    }
    return slot != null;
  }

  private void write(int key, String value, Expectations.Range policy) {
    if (writeThrough) {
      expected.writerCalls.add("write " + key + "=" + value);
      failIfWriterDoes(key, policy);
    }
  }

  private void delete(int key) {
    if (writeThrough) {
      expected.writerCalls.add("delete " + key);
      failIfWriterDoes(key, null);
    }
  }

  /** Whether the policy is asked before or after the writer is nowhere said. */
  private void failIfWriterDoes(int key, Expectations.Range policy) {
    if (script.writerFailsFor.contains(key)) {
      if (policy != null) {
        policy.perhaps();
      }
      throw new Failed("CacheWriterException");
    }
  }

  private void writeAndStore(int key, String value) {
    write(key, value, slots.containsKey(key) ? expected.updateCalls : expected.creationCalls);
    store(key, value, true);
  }

  private String load(int key) {
    expected.loads.add(key);
    if (script.loaderFails) {
      throw new Failed("CacheLoaderException");
    }
    return script.source.apply(key);
  }

  /** The value that is there now, without accessing it. */
  String peek(int key) {
    Slot slot = slots.get(key);
    return slot == null ? null : slot.value;
  }

  // ---- the operations

  String get(int key) {
    expected.announced.add(key);
    Slot slot = slots.get(key);
    expected.hitOrMiss(slot != null);
    if (slot != null) {
      access(slot);
      return slot.value;
    }
    String loaded = readThrough ? load(key) : null;
    if (loaded != null) {
      create(key, loaded, false);
    }
    return loaded;
  }

  Map<Integer, String> getAll(Collection<Integer> keys) {
    Map<Integer, String> found = new TreeMap<>();
    for (int key : keys) {
      String value = get(key);
      if (value != null) {
        found.put(key, value);
      }
    }
    return found;
  }

  boolean containsKey(int key) {
    return slots.containsKey(key);
  }

  Object put(int key, String value) {
    writeAndStore(key, value);
    return null;
  }

  String getAndPut(int key, String value) {
    Slot slot = slots.get(key);
    expected.hitOrMiss(slot != null);
    String old = slot == null ? null : slot.value;
    writeAndStore(key, value);
    return old;
  }

  Object putAll(Map<Integer, String> entries) {
    if (writeThrough) {
      Collection<String> texts = new TreeSet<>();
      entries.forEach((key, value) -> texts.add(key + "=" + value));
      expected.writerCalls.add("writeAll " + texts);
    }
    boolean failed = false;
    for (Map.Entry<Integer, String> entry : entries.entrySet()) {
      if (writeThrough && script.writerFailsFor.contains(entry.getKey())) {
        failed = true;
        (slots.containsKey(entry.getKey()) ? expected.updateCalls : expected.creationCalls)
            .perhaps();
      } else {
        store(entry.getKey(), entry.getValue(), true);
      }
    }
    return outcome(failed);
  }

  private static Object outcome(boolean failed) {
    if (failed) {
      throw new Failed("CacheWriterException");
    }
    return null;
  }

  /** Whether "a value was set" when it is not added because it is dead already, is nowhere said. */
  Object putIfAbsent(int key, String value) {
    Slot slot = slots.get(key);
    expected.hitOrMiss(slot != null);
    if (slot != null) {
      return false;
    }
    writeAndStore(key, value);
    return slots.containsKey(key) ? true : ANYTHING;
  }

  boolean replace(int key, String value) {
    Slot slot = slots.get(key);
    expected.hitOrMiss(slot != null);
    if (slot != null) {
      writeAndStore(key, value);
    }
    return slot != null;
  }

  boolean replace(int key, String match, String value) {
    Slot slot = slots.get(key);
    expected.hitOrMiss(slot != null);
    if (slot == null) {
      return false;
    }
    if (!slot.value.equals(match)) {
      access(slot);
      return false;
    }
    writeAndStore(key, value);
    return true;
  }

  String getAndReplace(int key, String value) {
    Slot slot = slots.get(key);
    String old = slot == null ? null : slot.value;
    replace(key, value);
    return old;
  }

  boolean remove(int key) {
    delete(key);
    return take(key);
  }

  boolean remove(int key, String match) {
    Slot slot = slots.get(key);
    expected.hitOrMiss(slot != null);
    if (slot == null) {
      return false;
    }
    if (!slot.value.equals(match)) {
      access(slot);
      return false;
    }
    delete(key);
    return take(key);
  }

  String getAndRemove(int key) {
    Slot slot = slots.get(key);
    expected.hitOrMiss(slot != null);
    delete(key);
    take(key);
    return slot == null ? null : slot.value;
  }

  Object removeAll(Collection<Integer> keys) {
    if (writeThrough && !keys.isEmpty()) {
      expected.writerCalls.add("deleteAll " + new TreeSet<>(keys));
    }
    boolean failed = false;
    for (int key : keys) {
      if (writeThrough && script.writerFailsFor.contains(key)) {
        failed = true;
      } else {
        take(key);
      }
    }
    return outcome(failed);
  }

  Object removeAll() {
    return removeAll(new TreeSet<>(slots.keySet()));
  }

  /** Events of entries that were dead before may have been dropped with them. */
  Object clear() {
    slots.clear();
    return null;
  }

  /** Visits everything and removes what it is told to. */
  Map<Integer, String> iterate(Set<Integer> toRemove) {
    Map<Integer, String> found = new TreeMap<>();
    for (int key : List.copyOf(slots.keySet())) {
      Slot slot = slots.get(key);
      expected.hits++;
      access(slot);
      found.put(key, slot.value);
      if (toRemove.contains(key)) {
        delete(key);
        take(key);
      }
    }
    return found;
  }

  Object loadAll(Collection<Integer> keys, boolean replace) {
    for (int key : keys) {
      if (replace || !slots.containsKey(key)) {
        String loaded = load(key);
        if (loaded != null) {
          store(key, loaded, false);
        }
      }
    }
    return null;
  }

  Map<Integer, String> invokeAll(
      Collection<Integer> keys, List<Step> steps, String value, int accessesSeen) {
    Map<Integer, String> results = new TreeMap<>();
    for (int key : keys) {
      results.put(key, invoke(key, steps, value, accessesSeen));
    }
    return results;
  }

  /**
   * Only the net effect of the steps is seen. Each set stores the value with the number of its
   * step. Whether the access of a get that is followed by a set is "visible to the ExpiryPolicy"
   * the specification answers both ways, so the number of accesses that the policy has seen decides
   * whether the deadline moved.
   */
  String invoke(int key, List<Step> steps, String value, int accessesSeen) {
    Slot slot = slots.get(key);
    expected.hitOrMiss(slot != null);
    String before = slot == null ? null : slot.value;
    String current = before;
    boolean wasRead = false;
    Step net = null;
    boolean wasSet = false;
    boolean undone = false; // set and removed again where nothing was before: nothing at all
    StringBuilder told = new StringBuilder();
    for (int i = 0; i < steps.size(); i++) {
      switch (steps.get(i)) {
        case EXISTS -> told.append(current != null);
        case GET -> {
          if (current == null && net == null && readThrough) {
            current = load(key);
            net = current == null ? null : Step.GET;
          } else if (net == null && current != null) {
            wasRead = true;
          }
          if (slot == null && !wasSet) {
            expected.announced.add(key);
          }
          told.append(current);
        }
        case SET -> {
          current = value + i;
          net = Step.SET;
          undone = false;
          wasSet = true;
        }
        case REMOVE -> {
          current = null;
          if (before == null && (wasSet || steps.subList(0, i).contains(Step.GET))) {
            expected.optionalWriterCalls.add("delete " + key);
          }
          net = Step.REMOVE;
        }
        case THROW -> throw new Failed("EntryProcessorException");
        default -> throw new AssertionError(steps);
      }
      told.append(';');
    }
    if (!undone) {
      apply(key, slot, current, net, wasRead, accessesSeen);
    }
    return told.toString();
  }

  private void apply(
      int key, Slot slot, String current, Step net, boolean wasRead, int accessesSeen) {
    if (net == Step.SET) {
      if (wasRead) {
        expected.accessCalls.perhaps();
        if (accessesSeen > 0) {
          applyAccess(slot);
        }
      }
      writeAndStore(key, current);
    } else if (net == Step.GET) {
      create(key, current, false);
    } else if (net == Step.REMOVE) {
      if (wasRead) {
        expected.accessCalls.perhaps();
      }
      delete(key);
      take(key);
    } else if (wasRead) {
      access(slot);
    }
  }

  /** For the message of a failure. */
  @Override
  public String toString() {
    Map<Integer, String> content = new TreeMap<>();
    slots.forEach(
        (key, slot) ->
            content.put(
                key,
                slot.value
                    + (slot.deadline == Long.MAX_VALUE
                        ? " for ever"
                        : " for " + TimeUnit.NANOSECONDS.toMicros(slot.deadline - now) + " us")));
    return content.toString();
  }
}

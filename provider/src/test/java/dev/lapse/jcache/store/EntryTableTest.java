package dev.lapse.jcache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table finds each entry that is in, once, whatever is moved meanwhile. */
class EntryTableTest {

  /** Goes over to a smaller array whenever it is asked to and one would do. */
  private final EntryTable<Key> table = new EntryTable<>(4, 0);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicBoolean done = new AtomicBoolean();

  /** Not atomic on purpose: who has added the entry of a key owns that key's count. */
  private int ownersOfTheSharedKey;

  /** A key whose hash code can be chosen. */
  private record Key(int number, int hash) implements Comparable<Key> {

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.number == number;
    }

    @Override
    public int compareTo(Key other) {
      return Integer.compare(number, other.number);
    }
  }

  @AfterEach
  void end() {
    done.set(true);
    threads.shutdownNow();
  }

  /**
   * With one hash code for all, with a few, with one for each, and with some that differ far up.
   */
  @ParameterizedTest
  @ValueSource(strings = {"same", "few", "own", "far"})
  void isAsAPlainMap(String hashes) {
    Random random = new Random(7);
    Map<Key, StoredEntry<Key>> model = new HashMap<>();
    for (int phase = 0; phase < 12; phase++) {
      boolean growing = phase % 2 == 0;
      for (int step = 0; step < 4_000; step++) {
        int number = random.nextInt(2_000);
        int hash =
            switch (hashes) {
              case "same" -> 42;
              case "few" -> number % 3;
              case "far" -> number << 20;
              default -> number;
            };
        Key key = new Key(number, hash);
        StoredEntry<Key> entry = new StoredEntry<>(key);
        if (random.nextInt(10) < (growing ? 8 : 2)) {
          assertEquals(model.putIfAbsent(key, entry) == null, table.add(entry));
        } else {
          StoredEntry<Key> former = model.remove(key);
          assertSame(former, table.get(key));
          if (former != null) {
            table.remove(former);
            table.remove(former);
          }
          assertNull(table.get(key));
        }
        assertEquals(model.size(), table.size());
      }
      model.forEach((key, entry) -> assertSame(entry, table.get(key)));
      assertEquals(model.keySet(), new HashSet<>(table.keys()));
      assertEquals(model.size(), table.keys().size());
      table.giveBack();
      assertEquals(model.keySet(), new HashSet<>(table.keys()));
      assertEquals(model.size(), table.keys().size());
    }
  }

  @Test
  void growsWithItsEntriesAndGivesBack() {
    List<StoredEntry<Key>> entries = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      StoredEntry<Key> entry = new StoredEntry<>(new Key(i, i));
      assertTrue(table.add(entry));
      entries.add(entry);
    }
    assertTrue(table.bins() >= 100_000, () -> "bins: " + table.bins());
    assertTrue(table.bins() <= 300_000, () -> "bins: " + table.bins());
    entries.subList(1_000, 100_000).forEach(table::remove);
    table.giveBack();
    assertTrue(table.bins() <= 4_096, () -> "bins: " + table.bins());
    entries.subList(0, 1_000).forEach(entry -> assertSame(entry, table.get(entry.key)));
    entries.subList(0, 1_000).forEach(table::remove);
    table.giveBack();
    assertEquals(4, table.bins());
    assertFalse(table.iterator().hasNext());
  }

  /** Each walk begins at another array, and goes on after the table has grown and shrunk twice. */
  @Test
  void aWalkMeetsEachEntryOnceThoughTheArrayIsLongGone() {
    Set<Key> staying = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      Key key = new Key(i, i * 7);
      staying.add(key);
      add(key);
    }
    List<Iterator<StoredEntry<Key>>> walks = new ArrayList<>();
    for (int round = 0; round < 6; round++) {
      List<StoredEntry<Key>> passing = new ArrayList<>();
      int number = round % 2 == 0 ? 500 : 5_000;
      for (int i = 0; i < number; i++) {
        if (i % 400 == 0) {
          walks.add(table.iterator());
        }
        passing.add(add(new Key(1_000 + i, i)));
      }
      passing.forEach(table::remove);
      walks.add(table.iterator());
      table.giveBack();
    }
    for (Iterator<StoredEntry<Key>> walk : walks) {
      List<Key> met = new ArrayList<>();
      walk.forEachRemaining(entry -> met.add(entry.key));
      assertEquals(staying.size(), met.size());
      assertEquals(staying, new HashSet<>(met));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1 << 4})
  void noKeyHasTwoOwners(int factor) throws Exception {
    int rounds = 200_000;
    moveAllTheTime();
    List<Callable<Void>> work = new ArrayList<>();
    for (int thread = 0; thread < 3; thread++) {
      Key own = new Key(thread + 1, (thread + 1) * factor);
      work.add(
          () -> {
            for (int round = 0; round < rounds; round++) {
              StoredEntry<Key> entry = add(own);
              assertSame(entry, table.get(own));
              table.remove(entry);
              assertNull(table.get(own));
              StoredEntry<Key> shared = add(new Key(0, 0));
              ownersOfTheSharedKey++;
              table.remove(shared);
            }
            return null;
          });
    }
    finish(work);
    assertEquals(3 * rounds, ownersOfTheSharedKey);
    assertEquals(0, table.size());
    assertFalse(table.iterator().hasNext());
  }

  /** Some keys share their bins with some that come and go, others are a crowd. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatStaysIsFoundAndWalkedOverOnce(boolean crowded) throws Exception {
    int staying = 200;
    Set<Key> all = new HashSet<>();
    for (int i = 0; i < staying; i++) {
      Key key = new Key(i, crowded ? i % 2 : i * 3);
      all.add(key);
      assertTrue(table.add(new StoredEntry<>(key)));
    }
    moveAllTheTime();
    List<Callable<Void>> work = new ArrayList<>();
    for (int thread = 0; thread < 2; thread++) {
      int first = (thread + 1) * 100_000;
      work.add(
          () -> {
            Random random = new Random(first);
            for (int round = 0; round < 150; round++) {
              List<StoredEntry<Key>> passing = new ArrayList<>();
              int number = random.nextInt(crowded ? 100 : 4_000);
              for (int i = 0; i < number; i++) {
                passing.add(add(new Key(first + i, crowded ? i % 5 : i)));
              }
              passing.forEach(entry -> assertSame(entry, table.get(entry.key)));
              passing.forEach(table::remove);
              passing.forEach(entry -> assertNull(table.get(entry.key)));
            }
            return null;
          });
    }
    Future<Integer> reader =
        threads.submit(
            () -> {
              int walks = 0;
              while (!done.get() || walks == 0) {
                all.forEach(key -> assertEquals(key, entryOf(key).key));
                List<Key> met = new ArrayList<>();
                Iterator<StoredEntry<Key>> walk = table.iterator();
                walk.forEachRemaining(entry -> met.add(entry.key));
                met.removeIf(key -> key.number >= staying);
                assertEquals(staying, met.size());
                assertEquals(all, new HashSet<>(met));
                walks++;
              }
              return walks;
            });
    finish(work);
    assertTrue(reader.get(60, TimeUnit.SECONDS) > 0);
    assertEquals(staying, table.size());
  }

  /** A chain of a few entries, taken apart and put together again while readers are in it. */
  @Test
  void readersAreNotLedAstray() throws Exception {
    List<Key> staying = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Key key = new Key(i, i << 4);
      staying.add(key);
      add(key);
    }
    List<StoredEntry<Key>> passing = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      passing.add(new StoredEntry<>(new Key(1_000 + i, i | 1)));
    }
    Callable<Void> mover =
        () -> {
          for (int round = 0; round < 20_000; round++) {
            passing.replaceAll(entry -> add(entry.key));
            passing.forEach(table::remove);
            table.giveBack();
          }
          return null;
        };
    Future<?> reader =
        threads.submit(
            () -> {
              while (!done.get()) {
                staying.forEach(this::entryOf);
              }
            });
    finish(List.of(mover));
    reader.get(60, TimeUnit.SECONDS);
  }

  private StoredEntry<Key> entryOf(Key key) {
    StoredEntry<Key> entry = table.get(key);
    assertTrue(entry != null, () -> "Not found: " + key);
    return entry;
  }

  private void moveAllTheTime() {
    threads.submit(
        () -> {
          while (!done.get()) {
            table.giveBack();
          }
        });
  }

  private void finish(List<Callable<Void>> work) throws Exception {
    for (Future<Void> each : threads.invokeAll(work)) {
      each.get(60, TimeUnit.SECONDS);
    }
    done.set(true);
  }

  private StoredEntry<Key> add(Key key) {
    StoredEntry<Key> entry = new StoredEntry<>(key);
    while (!table.add(entry)) {
      Thread.onSpinWait();
    }
    return entry;
  }
}

package dev.lapse.jcache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An exchange of the map loses no entry and shows no key to two owners. */
class EntryTableTest {

  private static final int ROUNDS = 300_000;

  /** Exchanges its map whenever it is empty. */
  private final EntryTable<Integer> table = new EntryTable<>(0);

  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Not atomic on purpose: who has added the entry of a key owns that key's count. */
  private int ownersOfTheSharedKey;

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void entriesStayWhereTheyWereAddedWhileTheMapIsExchanged() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    Future<?> exchanger =
        threads.submit(
            () -> {
              while (!done.get()) {
                table.giveBackIfEmpty(0);
              }
            });
    List<Callable<Void>> work = new ArrayList<>();
    for (int thread = 0; thread < 2; thread++) {
      int own = thread + 1;
      work.add(
          () -> {
            for (int round = 0; round < ROUNDS; round++) {
              StoredEntry<Integer> entry = add(own);
              assertSame(entry, table.get(own));
              table.remove(entry);
              assertNull(table.get(own));
              StoredEntry<Integer> shared = add(0);
              ownersOfTheSharedKey++;
              table.remove(shared);
            }
            return null;
          });
    }
    for (Future<Void> each : threads.invokeAll(work)) {
      each.get(60, TimeUnit.SECONDS);
    }
    done.set(true);
    exchanger.get(60, TimeUnit.SECONDS);
    assertEquals(2 * ROUNDS, ownersOfTheSharedKey);
    assertEquals(0, table.size());
  }

  private StoredEntry<Integer> add(int key) {
    StoredEntry<Integer> entry = new StoredEntry<>(key);
    while (!table.add(entry)) {
      Thread.onSpinWait();
    }
    return entry;
  }
}

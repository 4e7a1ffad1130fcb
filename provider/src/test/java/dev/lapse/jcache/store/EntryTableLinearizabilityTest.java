package dev.lapse.jcache.store;

import java.util.HashSet;
import java.util.Set;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Whether what threads see of a table that gets larger and smaller all the time can be explained by
 * some order of the same operations on a plain set: under real threads, and with each switch
 * between threads decided by the checker. The keys share the two bins of the smallest array.
 */
@Param(name = "key", gen = IntGen.class, conf = "1:5")
public class EntryTableLinearizabilityTest {

  private final EntryTable<Integer> table = new EntryTable<>(2, 0);

  /** Adds an entry where none is. */
  @Operation
  public boolean add(@Param(name = "key") int key) {
    return table.add(new StoredEntry<>(key));
  }

  /** Takes out the entry that is found. */
  @Operation
  public void remove(@Param(name = "key") int key) {
    StoredEntry<Integer> entry = table.get(key);
    if (entry != null) {
      table.remove(entry);
    }
  }

  /** Reads without a lock. */
  @Operation
  public boolean contains(@Param(name = "key") int key) {
    return table.get(key) != null;
  }

  /** Goes over to a smaller array, where that would do. */
  @Operation
  public void giveBack() {
    table.giveBack();
  }

  /** A plain set. */
  public static class Model {

    private final Set<Integer> keys = new HashSet<>();

    /** As above. */
    public boolean add(int key) {
      return keys.add(key);
    }

    /** As above. */
    public void remove(int key) {
      keys.remove(key);
    }

    /** As above. */
    public boolean contains(int key) {
      return keys.contains(key);
    }

    /** As above. */
    public void giveBack() {}
  }

  @Test
  void realThreads() {
    new StressOptions()
        .iterations(10)
        .invocationsPerIteration(300)
        .threads(3)
        .actorsPerThread(4)
        .actorsBefore(3)
        .actorsAfter(2)
        .sequentialSpecification(Model.class)
        .check(EntryTableLinearizabilityTest.class);
  }

  @Test
  void decidedSwitches() {
    new ModelCheckingOptions()
        .iterations(6)
        .invocationsPerIteration(150)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(3)
        .actorsAfter(2)
        .sequentialSpecification(Model.class)
        .check(EntryTableLinearizabilityTest.class);
  }
}

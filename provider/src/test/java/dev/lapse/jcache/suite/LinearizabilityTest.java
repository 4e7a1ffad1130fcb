package dev.lapse.jcache.suite;

import java.util.HashMap;
import java.util.Map;
import javax.cache.Cache;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Whether what many threads see of the operations on a few keys can be explained by some order of
 * the same operations on a plain map. By reference and without expiry: time is no part of a
 * linearizable history.
 */
@Param(name = "key", gen = IntGen.class, conf = "1:2")
@Param(name = "value", gen = IntGen.class, conf = "1:3")
public class LinearizabilityTest {

  private static final World WORLD = new World();
  private static final Cache<Integer, Integer> CACHE =
      WORLD.create(World.<Integer, Integer>configuration());

  private final Cache<Integer, Integer> cache = CACHE;

  /** One run begins: no thread is at work yet. */
  public LinearizabilityTest() {
    cache.clear();
  }

  /** Reads without a lock. */
  @Operation
  public Integer get(@Param(name = "key") int key) {
    return cache.get(key);
  }

  /** Reads without a lock. */
  @Operation
  public boolean containsKey(@Param(name = "key") int key) {
    return cache.containsKey(key);
  }

  /** Writes in any case. */
  @Operation
  public void put(@Param(name = "key") int key, @Param(name = "value") int value) {
    cache.put(key, value);
  }

  /** Writes in any case. */
  @Operation
  public Integer getAndPut(@Param(name = "key") int key, @Param(name = "value") int value) {
    return cache.getAndPut(key, value);
  }

  /** Writes where nothing is. */
  @Operation
  public boolean putIfAbsent(@Param(name = "key") int key, @Param(name = "value") int value) {
    return cache.putIfAbsent(key, value);
  }

  /** Writes where something is. */
  @Operation
  public boolean replace(@Param(name = "key") int key, @Param(name = "value") int value) {
    return cache.replace(key, value);
  }

  /** Writes where that value is. */
  @Operation
  public boolean replaceMatching(
      @Param(name = "key") int key,
      @Param(name = "value") int expected,
      @Param(name = "value") int value) {
    return cache.replace(key, expected, value);
  }

  /** Writes where something is. */
  @Operation
  public Integer getAndReplace(@Param(name = "key") int key, @Param(name = "value") int value) {
    return cache.getAndReplace(key, value);
  }

  /** Takes out what is there. */
  @Operation
  public boolean remove(@Param(name = "key") int key) {
    return cache.remove(key);
  }

  /** Takes out that value. */
  @Operation
  public boolean removeMatching(@Param(name = "key") int key, @Param(name = "value") int expected) {
    return cache.remove(key, expected);
  }

  /** Takes out what is there. */
  @Operation
  public Integer getAndRemove(@Param(name = "key") int key) {
    return cache.getAndRemove(key);
  }

  /** Adds to what is there, and tells the sum. */
  @Operation
  public Integer add(@Param(name = "key") int key, @Param(name = "value") int value) {
    return cache.invoke(
        key,
        (entry, arguments) -> {
          int sum = entry.exists() ? entry.getValue() + value : value;
          entry.setValue(sum);
          return sum;
        });
  }

  /** Takes out what is odd, and tells whether it did. */
  @Operation
  public boolean removeOdd(@Param(name = "key") int key) {
    return cache.invoke(
        key,
        (entry, arguments) -> {
          boolean odd = entry.exists() && entry.getValue() % 2 == 1;
          if (odd) {
            entry.remove();
          }
          return odd;
        });
  }

  /**
   * Fewer runs: on two cores, three threads that meet at every step wait for each other for long.
   */
  @Test
  void historiesOfThreeThreadsAreLinearizable() {
    new StressOptions()
        .sequentialSpecification(PlainMap.class)
        .threads(3)
        .actorsBefore(1)
        .actorsPerThread(3)
        .actorsAfter(1)
        .iterations(15)
        .invocationsPerIteration(150)
        .check(LinearizabilityTest.class);
  }

  @Test
  void historiesOfTwoThreadsAreLinearizable() {
    new StressOptions()
        .sequentialSpecification(PlainMap.class)
        .threads(2)
        .actorsBefore(2)
        .actorsPerThread(5)
        .actorsAfter(2)
        .iterations(20)
        .invocationsPerIteration(250)
        .check(LinearizabilityTest.class);
  }

  /** The same operations, one after the other. */
  public static class PlainMap {

    private final Map<Integer, Integer> map = new HashMap<>();

    /** See {@link LinearizabilityTest#get}. */
    public Integer get(int key) {
      return map.get(key);
    }

    /** See {@link LinearizabilityTest#containsKey}. */
    public boolean containsKey(int key) {
      return map.containsKey(key);
    }

    /** See {@link LinearizabilityTest#put}. */
    public void put(int key, int value) {
      map.put(key, value);
    }

    /** See {@link LinearizabilityTest#getAndPut}. */
    public Integer getAndPut(int key, int value) {
      return map.put(key, value);
    }

    /** See {@link LinearizabilityTest#putIfAbsent}. */
    public boolean putIfAbsent(int key, int value) {
      return map.putIfAbsent(key, value) == null;
    }

    /** See {@link LinearizabilityTest#replace}. */
    public boolean replace(int key, int value) {
      return map.replace(key, value) != null;
    }

    /** See {@link LinearizabilityTest#replaceMatching}. */
    public boolean replaceMatching(int key, int expected, int value) {
      return map.replace(key, expected, value);
    }

    /** See {@link LinearizabilityTest#getAndReplace}. */
    public Integer getAndReplace(int key, int value) {
      return map.replace(key, value);
    }

    /** See {@link LinearizabilityTest#remove}. */
    public boolean remove(int key) {
      return map.remove(key) != null;
    }

    /** See {@link LinearizabilityTest#removeMatching}. */
    public boolean removeMatching(int key, int expected) {
      return map.remove(key, expected);
    }

    /** See {@link LinearizabilityTest#getAndRemove}. */
    public Integer getAndRemove(int key) {
      return map.remove(key);
    }

    /** See {@link LinearizabilityTest#add}. */
    public Integer add(int key, int value) {
      return map.merge(key, value, Integer::sum);
    }

    /** See {@link LinearizabilityTest#removeOdd}. */
    public boolean removeOdd(int key) {
      Integer value = map.get(key);
      return value != null && value % 2 == 1 && map.remove(key, value);
    }
  }
}

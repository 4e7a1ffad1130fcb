package dev.lapse.benchmarks.harness;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/** What this JVM knows about itself. */
public final class Machine {

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Machine() {}

  /**
   * Returns the options of a JVM that measures its heap: with a collector that leaves no dead
   * object behind, where others keep some that are not worth the compaction.
   *
   * @param megabytes the size of the heap
   * @return the options
   */
  public static List<String> exactHeap(int megabytes) {
    return List.of(
        "-Xms" + megabytes + "m",
        "-Xmx" + megabytes + "m",
        "-XX:+UseSerialGC",
        "-XX:MarkSweepAlwaysCompactCount=1",
        // What a thread has reserved for itself counts as used, and would else be eleven megabytes.
        "-XX:-ResizeTLAB",
        "-XX:TLABSize=64k");
  }

  /**
   * Collects garbage, and says what is left.
   *
   * @return bytes in use
   */
  public static long collectedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /**
   * Collects garbage twice, so that what only becomes garbage by a collection goes too.
   *
   * @return bytes in use
   */
  public static long settledHeap() {
    System.gc();
    return collectedHeap();
  }

  /**
   * Returns the processor time of this process, that of its collector and compiler included.
   *
   * @return nanoseconds
   */
  public static long processCpuNanos() {
    return SYSTEM.getProcessCpuTime();
  }

  /**
   * Returns the processor time of the calling thread.
   *
   * @return nanoseconds
   */
  public static long threadCpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /**
   * Returns what the calling thread has allocated.
   *
   * @return bytes
   */
  public static long threadAllocatedBytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /**
   * Sleeps until a moment.
   *
   * @param nanoTime the moment, by {@code System.nanoTime}
   * @throws InterruptedException if interrupted
   */
  public static void sleepUntil(long nanoTime) throws InterruptedException {
    long nanos = nanoTime - System.nanoTime();
    if (nanos > 0) {
      Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
    }
  }
}

package dev.lapse.benchmarks.throughput;

import dev.lapse.benchmarks.harness.Machine;
import dev.lapse.benchmarks.subject.Subject;
import dev.lapse.benchmarks.throughput.Batches.Batch;

/** Runs batches in the calling thread. */
final class Worker {

  /** So that nothing is optimized away. */
  private static volatile int sink;

  private final Batch batch;
  private final Subject subject;
  private final Keys keys;
  private final int thread;
  private int next;

  Worker(Batch batch, Subject subject, Keys keys, int thread) {
    this.batch = batch;
    this.subject = subject;
    this.keys = keys;
    this.thread = thread;
    this.next = thread * (Keys.DRAWN / 3);
  }

  /** Runs for so long, and tells what came of it. */
  Window run(long nanos) {
    long bytes = Machine.threadAllocatedBytes();
    long cpu = Machine.threadCpuNanos();
    long start = System.nanoTime();
    long operations = 0;
    int results = 0;
    long now;
    do {
      results += batch.run(subject, keys, next, thread);
      next = (next + Batches.SIZE) & Integer.MAX_VALUE;
      operations += Batches.SIZE;
      now = System.nanoTime();
    } while (now - start < nanos);
    sink = results;
    return new Window(
        operations,
        now - start,
        Machine.threadCpuNanos() - cpu,
        Machine.threadAllocatedBytes() - bytes);
  }
}

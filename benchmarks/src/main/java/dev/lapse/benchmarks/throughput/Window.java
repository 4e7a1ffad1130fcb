package dev.lapse.benchmarks.throughput;

/**
 * What one thread did in a stretch of time.
 *
 * @param operations how many
 * @param wallNanos how long it took
 * @param cpuNanos the processor time of the thread
 * @param bytes what the thread allocated
 */
record Window(long operations, long wallNanos, long cpuNanos, long bytes) {

  double operationsPerCpuMicrosecond() {
    return operations * 1e3 / cpuNanos;
  }

  double operationsPerMicrosecond() {
    return operations * 1e3 / wallNanos;
  }

  double bytesPerOperation() {
    return (double) bytes / operations;
  }
}

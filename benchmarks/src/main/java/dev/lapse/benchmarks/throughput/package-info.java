/** Operations a second, by processor time, and what they allocate. */
@NullMarked
package dev.lapse.benchmarks.throughput;

import org.jspecify.annotations.NullMarked;

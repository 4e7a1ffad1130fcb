/** How long a read takes while others expire. */
@NullMarked
package dev.lapse.benchmarks.latency;

import org.jspecify.annotations.NullMarked;

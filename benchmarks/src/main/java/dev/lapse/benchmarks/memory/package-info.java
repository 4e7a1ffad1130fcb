/** Bytes that an entry takes. */
@NullMarked
package dev.lapse.benchmarks.memory;

import org.jspecify.annotations.NullMarked;

/** How figures change with more entries, and with more caches. */
@NullMarked
package dev.lapse.benchmarks.growth;

import org.jspecify.annotations.NullMarked;

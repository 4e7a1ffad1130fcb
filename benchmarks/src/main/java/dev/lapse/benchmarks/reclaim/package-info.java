/** What becomes of entries that nobody reads again. */
@NullMarked
package dev.lapse.benchmarks.reclaim;

import org.jspecify.annotations.NullMarked;

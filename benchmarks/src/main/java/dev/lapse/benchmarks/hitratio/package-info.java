/** Which share of the reads of a recorded trace finds its key in a cache with a bound. */
@NullMarked
package dev.lapse.benchmarks.hitratio;

import org.jspecify.annotations.NullMarked;

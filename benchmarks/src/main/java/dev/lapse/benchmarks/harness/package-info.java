/** What a measurement is, and what it finds. */
@NullMarked
package dev.lapse.benchmarks.harness;

import org.jspecify.annotations.NullMarked;

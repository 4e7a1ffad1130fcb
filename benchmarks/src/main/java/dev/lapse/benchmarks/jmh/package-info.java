/** The same operations by JMH, for a closer look at one of them with its profilers. */
@NullMarked
package dev.lapse.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;

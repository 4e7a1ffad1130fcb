/** Runs measurements, each in a JVM of its own, contenders by turns, and keeps what they found. */
@NullMarked
package dev.lapse.benchmarks.run;

import org.jspecify.annotations.NullMarked;

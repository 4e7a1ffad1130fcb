/**
 * Runs measurements, each in a JVM of its own, contenders by turns, and writes a report of what
 * they found. {@code docs/benchmarks.md} has the commands.
 */
@NullMarked
package dev.lapse.benchmarks;

import org.jspecify.annotations.NullMarked;

/** What a bound costs. */
@org.jspecify.annotations.NullMarked
package dev.lapse.benchmarks.bound;

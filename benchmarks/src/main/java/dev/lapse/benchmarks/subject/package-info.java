/**
 * The caches that are measured, behind one interface: every provider by its JCache interface alone,
 * and two floors without JCache.
 */
@NullMarked
package dev.lapse.benchmarks.subject;

import org.jspecify.annotations.NullMarked;

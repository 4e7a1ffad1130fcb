/** The report: tables and charts of what was measured, and how it compares with the targets. */
@NullMarked
package dev.lapse.benchmarks.report;

import org.jspecify.annotations.NullMarked;

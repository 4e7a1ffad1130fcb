/** Spring's cache abstraction on Lapse: its own annotations, and those of JSR-107. */
@NullMarked
package dev.lapse.examples.spring;

import org.jspecify.annotations.NullMarked;

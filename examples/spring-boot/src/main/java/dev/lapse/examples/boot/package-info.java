/** A desk that opens sessions for members and ends them on time, with a page of live figures. */
@NullMarked
package dev.lapse.examples.boot;

import org.jspecify.annotations.NullMarked;

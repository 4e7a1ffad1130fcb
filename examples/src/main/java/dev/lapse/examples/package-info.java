/** A first look at expiry in JCache, and at what Lapse makes of it. */
@NullMarked
package dev.lapse.examples;

import org.jspecify.annotations.NullMarked;

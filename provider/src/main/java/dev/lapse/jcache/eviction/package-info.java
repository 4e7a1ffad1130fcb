/**
 * Bounds of a cache: which entry goes where one too many has come. Knows neither keys nor values;
 * the store tells it of the entries that come and go, and asks it for victims.
 */
@NullMarked
package dev.lapse.jcache.eviction;

import org.jspecify.annotations.NullMarked;

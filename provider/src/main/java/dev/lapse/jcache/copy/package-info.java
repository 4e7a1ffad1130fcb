/**
 * What a cache that stores by value does to keep its keys and values apart from those of its
 * callers.
 */
@NullMarked
package dev.lapse.jcache.copy;

import org.jspecify.annotations.NullMarked;

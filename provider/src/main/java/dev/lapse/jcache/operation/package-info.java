/** The verbs of the cache, each a few lines over the store. */
@NullMarked
package dev.lapse.jcache.operation;

import org.jspecify.annotations.NullMarked;

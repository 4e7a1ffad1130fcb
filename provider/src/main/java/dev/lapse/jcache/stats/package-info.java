/** What a cache counts. */
@NullMarked
package dev.lapse.jcache.stats;

import org.jspecify.annotations.NullMarked;

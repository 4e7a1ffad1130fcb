/** The entry store: every verb of the cache as a decision about one live-or-absent entry. */
@NullMarked
package dev.lapse.jcache.store;

import org.jspecify.annotations.NullMarked;

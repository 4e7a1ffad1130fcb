/**
 * Active expiry: passes with a budget over all caches of a manager, and the thread that runs them.
 */
@NullMarked
package dev.lapse.jcache.reaper;

import org.jspecify.annotations.NullMarked;

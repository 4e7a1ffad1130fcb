/**
 * Who waits for whom: the one place in which a thread of a caller is made to wait for another one.
 */
@NullMarked
package dev.lapse.jcache.waiting;

import org.jspecify.annotations.NullMarked;

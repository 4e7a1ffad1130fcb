/**
 * Time: the one clock, deadline arithmetic, and the only caller of the user's {@code ExpiryPolicy}.
 */
@NullMarked
package dev.lapse.jcache.expiry;

import org.jspecify.annotations.NullMarked;

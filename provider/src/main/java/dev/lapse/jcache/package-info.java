/**
 * Lapse, a JCache (JSR-107 1.1.1) provider whose expired entries actually go away. Start at {@link
 * dev.lapse.jcache.LapseCachingProvider}, or simply at {@code javax.cache.Caching}.
 */
@NullMarked
package dev.lapse.jcache;

import org.jspecify.annotations.NullMarked;

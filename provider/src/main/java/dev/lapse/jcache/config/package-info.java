/** The settings of a cache and of a cache manager. */
@NullMarked
package dev.lapse.jcache.config;

import org.jspecify.annotations.NullMarked;

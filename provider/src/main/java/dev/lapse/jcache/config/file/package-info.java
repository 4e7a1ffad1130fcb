/** The settings file: where it is found, how it is read, and what it says about a cache. */
@NullMarked
package dev.lapse.jcache.config.file;

import org.jspecify.annotations.NullMarked;

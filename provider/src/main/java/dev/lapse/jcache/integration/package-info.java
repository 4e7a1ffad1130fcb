/** Loaders and writers of the user: the only callers, and what becomes of their exceptions. */
@NullMarked
package dev.lapse.jcache.integration;

import org.jspecify.annotations.NullMarked;

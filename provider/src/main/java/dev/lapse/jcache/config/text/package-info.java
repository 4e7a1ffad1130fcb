/** What messages about wrong settings are made of. */
@NullMarked
package dev.lapse.jcache.config.text;

import org.jspecify.annotations.NullMarked;

/** What a cache shows through JMX, and under which names. */
@NullMarked
package dev.lapse.jcache.management;

import org.jspecify.annotations.NullMarked;

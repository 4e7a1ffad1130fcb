/**
 * Events: from the mutation that publishes one to the listeners that receive it, in order for each
 * key, without a task or a thread per event.
 */
@NullMarked
package dev.lapse.jcache.event;

import org.jspecify.annotations.NullMarked;

/** What the provider promises on a real clock, with real threads and a real heap. */
package dev.lapse.jcache.realtime;

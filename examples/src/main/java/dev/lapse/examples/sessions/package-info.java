/**
 * A session store under load, for any JCache provider. Start at {@link
 * dev.lapse.examples.sessions.Sessions}.
 */
@NullMarked
package dev.lapse.examples.sessions;

import org.jspecify.annotations.NullMarked;

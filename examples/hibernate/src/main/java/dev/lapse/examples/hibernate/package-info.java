/** Lapse as the second level and query cache of Hibernate ORM. */
@NullMarked
package dev.lapse.examples.hibernate;

import org.jspecify.annotations.NullMarked;

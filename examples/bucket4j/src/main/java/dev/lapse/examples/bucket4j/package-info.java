/** Rate limiting by Bucket4j with its buckets in Lapse. */
@NullMarked
package dev.lapse.examples.bucket4j;

import org.jspecify.annotations.NullMarked;

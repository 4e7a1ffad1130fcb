/** What Lapse tells about itself beyond JSR-107, as Micrometer's meters. */
@NullMarked
package dev.lapse.micrometer;

import org.jspecify.annotations.NullMarked;

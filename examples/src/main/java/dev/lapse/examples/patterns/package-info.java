/**
 * Things that need a time to live for each entry, a page each, to copy from: {@link
 * dev.lapse.examples.patterns.OneTimeTokens}, {@link dev.lapse.examples.patterns.RateLimiter},
 * {@link dev.lapse.examples.patterns.IdempotencyKeys}, {@link dev.lapse.examples.patterns.Leases},
 * {@link dev.lapse.examples.patterns.SlidingSessions}, {@link
 * dev.lapse.examples.patterns.InventoryHolds} and {@link dev.lapse.examples.patterns.PriceList}.
 * Each ends with a demonstration of itself, which is not for copying; {@link
 * dev.lapse.examples.patterns.Patterns} runs them all.
 */
@NullMarked
package dev.lapse.examples.patterns;

import org.jspecify.annotations.NullMarked;

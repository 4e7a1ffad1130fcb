/**
 * The behaviour that JSR-107 1.1.1 promises, checked through the {@code javax.cache} API alone.
 * Whatever depends on time runs under a clock that the test moves.
 *
 * <ul>
 *   <li>{@code OperationTableTest}, {@code DurationTableTest}: every operation in every prior
 *       state, as tables;
 *   <li>{@code ModelTest}: random operations against a naive reference;
 *   <li>one class for each subject: events, loading and writing, processors, life cycle, copies,
 *       statistics, expiry;
 *   <li>{@code LinearizabilityTest}, {@code StressTest}: many threads.
 * </ul>
 */
package dev.lapse.jcache.suite;

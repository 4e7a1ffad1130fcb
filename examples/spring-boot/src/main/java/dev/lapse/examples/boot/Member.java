package dev.lapse.examples.boot;

/**
 * Who may have sessions. Immutable, so it is cached by value without a copy.
 *
 * @param id of the member
 * @param name of the member
 */
public record Member(long id, String name) {}

package dev.lapse.examples.spring;

/**
 * A book. As a record made of strings it is immutable, so Lapse stores it by value without copying
 * it, and it need not be serializable.
 *
 * @param isbn its number
 * @param title what it is called
 */
public record Book(String isbn, String title) {}

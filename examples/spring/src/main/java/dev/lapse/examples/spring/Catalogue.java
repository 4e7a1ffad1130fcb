package dev.lapse.examples.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;

/** Books by number, cached by Spring's own annotations. */
@CacheConfig(cacheNames = "books")
public class Catalogue {

  private final Shelf shelf;

  /**
   * Creates a catalogue.
   *
   * @param shelf where the books are
   */
  public Catalogue(Shelf shelf) {
    this.shelf = shelf;
  }

  /**
   * Finds a book. That there is none is cached too.
   *
   * @param isbn its number
   * @return the book, or null if there is none
   */
  @Cacheable
  public @Nullable Book find(String isbn) {
    return shelf.find(isbn);
  }

  /**
   * Finds a book; callers who want the same one at once wait for one search.
   *
   * @param isbn its number
   * @return the book, or null if there is none
   */
  @Cacheable(cacheNames = "popular books", sync = true)
  public @Nullable Book findPopular(String isbn) {
    return shelf.find(isbn);
  }

  /**
   * Saves a book, so that the next reader finds it in the cache.
   *
   * @param book to save
   * @return the book
   */
  @CachePut(key = "#book.isbn()")
  public Book save(Book book) {
    shelf.put(book);
    return book;
  }

  /**
   * Takes a book out of the catalogue.
   *
   * @param isbn its number
   */
  @CacheEvict
  public void remove(String isbn) {
    shelf.takeAway(isbn);
  }

  /** Forgets what is cached; the books stay. */
  @CacheEvict(allEntries = true)
  public void forgetAll() {}
}

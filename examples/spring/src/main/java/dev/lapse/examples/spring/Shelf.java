package dev.lapse.examples.spring;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Where books really are: the slow thing behind a cache. It counts how often it is asked. */
public final class Shelf {

  private final Map<String, Book> books = new ConcurrentHashMap<>();
  private final AtomicInteger searches = new AtomicInteger();

  /** Creates an empty shelf. */
  public Shelf() {}

  /**
   * Looks for a book.
   *
   * @param isbn its number
   * @return the book, or null if there is none
   */
  public @Nullable Book find(String isbn) {
    searches.incrementAndGet();
    return books.get(isbn);
  }

  /**
   * Puts a book there, in place of one with the same number.
   *
   * @param book to put
   */
  public void put(Book book) {
    books.put(book.isbn(), book);
  }

  /**
   * Takes a book away, if it is there.
   *
   * @param isbn its number
   */
  public void takeAway(String isbn) {
    books.remove(isbn);
  }

  /**
   * Tells how much work there was.
   *
   * @return the number of searches so far
   */
  public int searches() {
    return searches.get();
  }
}

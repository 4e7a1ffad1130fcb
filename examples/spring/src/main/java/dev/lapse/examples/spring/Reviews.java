package dev.lapse.examples.spring;

import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.cache.annotation.CacheDefaults;
import javax.cache.annotation.CacheKey;
import javax.cache.annotation.CachePut;
import javax.cache.annotation.CacheRemove;
import javax.cache.annotation.CacheRemoveAll;
import javax.cache.annotation.CacheResult;
import javax.cache.annotation.CacheValue;

/**
 * Reviews of books, cached by the annotations of JSR-107. Spring interprets them; it asks for each
 * cache by its name, so all of them must exist.
 */
@CacheDefaults(cacheName = "reviews")
public class Reviews {

  private final Map<String, String> texts = new ConcurrentHashMap<>();
  private final AtomicInteger readings = new AtomicInteger();

  /** Creates an empty collection. */
  public Reviews() {}

  /**
   * Reads a review. That there is none is cached too, as the exception.
   *
   * @param isbn of the book
   * @return the text
   * @throws NoSuchElementException if there is none
   */
  @CacheResult(
      exceptionCacheName = "missing reviews",
      cachedExceptions = NoSuchElementException.class)
  public String read(String isbn) {
    readings.incrementAndGet();
    String text = texts.get(isbn);
    if (text == null) {
      throw new NoSuchElementException("There is no review of " + isbn);
    }
    return text;
  }

  /**
   * Writes a review. Spring puts the value into the cache even if the method throws, other than
   * JSR-107 says, unless the exception is named in {@code noCacheFor}.
   *
   * @param isbn of the book
   * @param text of the review
   * @throws IllegalArgumentException if the text is blank
   */
  @CachePut(noCacheFor = IllegalArgumentException.class)
  public void write(@CacheKey String isbn, @CacheValue String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("A review of " + isbn + " needs a text");
    }
    texts.put(isbn, text);
  }

  /**
   * Withdraws a review.
   *
   * @param isbn of the book
   */
  @CacheRemove
  public void withdraw(String isbn) {
    texts.remove(isbn);
  }

  /** Withdraws all reviews. */
  @CacheRemoveAll
  public void withdrawAll() {
    texts.clear();
  }

  /** Forgets which books have no review. */
  @CacheRemoveAll(cacheName = "missing reviews")
  public void lookAgain() {}

  /**
   * Tells how much work there was.
   *
   * @return how often a text was really read
   */
  public int readings() {
    return readings.get();
  }
}

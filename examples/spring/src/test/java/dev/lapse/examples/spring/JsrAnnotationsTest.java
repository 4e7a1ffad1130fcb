package dev.lapse.examples.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** The annotations of JSR-107, as Spring interprets them. */
class JsrAnnotationsTest {

  private final AnnotationConfigApplicationContext context =
      new AnnotationConfigApplicationContext(BookshopConfiguration.class);
  private final Reviews reviews = context.getBean(Reviews.class);
  private final Cache cache = context.getBean(CacheManager.class).getCache("reviews");

  @AfterEach
  void close() {
    context.close();
  }

  @Test
  void aResultIsReadOnce() {
    reviews.write("1", "Worth its paper");
    cache.clear();
    assertEquals("Worth its paper", reviews.read("1"));
    assertEquals("Worth its paper", reviews.read("1"));
    assertEquals(1, reviews.readings());
  }

  @Test
  void whatIsPutIsNotRead() {
    reviews.write("1", "Worth its paper");
    assertEquals("Worth its paper", reviews.read("1"));
    assertEquals(0, reviews.readings());
  }

  @Test
  void whatCouldNotBePutIsNotCached() {
    assertThrows(IllegalArgumentException.class, () -> reviews.write("1", " "));
    assertNull(cache.get("1"));
  }

  @Test
  void anExceptionIsCachedAndThrownAgainWithTheStackOfItsCaller() {
    NoSuchElementException first =
        assertThrows(NoSuchElementException.class, () -> reviews.read("1"));
    NoSuchElementException second = assertThrows(NoSuchElementException.class, this::readFirst);
    assertEquals(1, reviews.readings());
    assertEquals("There is no review of 1", second.getMessage());
    assertNotSame(first, second);
    assertEquals(
        1,
        Arrays.stream(second.getStackTrace())
            .filter(frame -> frame.getMethodName().equals("readFirst"))
            .count());

    reviews.lookAgain();
    assertThrows(NoSuchElementException.class, () -> reviews.read("1"));
    assertEquals(2, reviews.readings());
  }

  private void readFirst() {
    reviews.read("1");
  }

  @Test
  void whatIsRemovedIsReadAgain() {
    reviews.write("1", "Worth its paper");
    reviews.write("2", "Long");
    reviews.withdraw("1");
    assertThrows(NoSuchElementException.class, () -> reviews.read("1"));
    assertEquals("Long", reviews.read("2"));
    assertEquals(1, reviews.readings());
  }

  @Test
  void removingAllEmptiesTheCache() {
    reviews.write("1", "Worth its paper");
    reviews.write("2", "Long");
    reviews.withdrawAll();
    assertNull(cache.get("1"));
    assertNull(cache.get("2"));
  }
}

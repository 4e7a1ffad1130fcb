package dev.lapse.examples.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.support.SimpleValueWrapper;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** {@code @Cacheable}, {@code @CachePut} and {@code @CacheEvict}. */
class SpringAnnotationsTest {

  private final AnnotationConfigApplicationContext context =
      new AnnotationConfigApplicationContext(BookshopConfiguration.class);
  private final Catalogue catalogue = context.getBean(Catalogue.class);
  private final Shelf shelf = context.getBean(Shelf.class);
  private final Cache books = context.getBean(CacheManager.class).getCache("books");

  @AfterEach
  void close() {
    context.close();
  }

  @Test
  void aBookIsSearchedForOnce() {
    shelf.put(new Book("1", "One"));
    assertEquals("One", catalogue.find("1").title());
    assertEquals("One", catalogue.find("1").title());
    assertEquals(1, shelf.searches());
  }

  @Test
  void thatThereIsNoneIsCachedToo() {
    assertNull(catalogue.find("1"));
    assertNull(catalogue.find("1"));
    assertEquals(1, shelf.searches());
    assertEquals(new SimpleValueWrapper(null), books.get("1"));
  }

  @Test
  void aSavedBookReplacesWhatIsCached() {
    assertNull(catalogue.find("1"));
    catalogue.save(new Book("1", "One"));
    assertEquals("One", catalogue.find("1").title());
    catalogue.save(new Book("1", "Uno"));
    assertEquals("Uno", catalogue.find("1").title());
    assertEquals(1, shelf.searches());
  }

  @Test
  void aRemovedBookIsSearchedForAgain() {
    catalogue.save(new Book("1", "One"));
    catalogue.remove("1");
    assertNull(catalogue.find("1"));
    assertEquals(1, shelf.searches());
  }

  @Test
  void forgettingAllMakesAllBeSearchedForAgain() {
    for (String isbn : List.of("1", "2", "3")) {
      catalogue.save(new Book(isbn, "title"));
    }
    catalogue.forgetAll();
    assertNull(books.get("1"));
    assertEquals("title", catalogue.find("1").title());
    assertEquals(1, shelf.searches());
  }

  @Test
  void readersWhoWantTheSameBookAtOnceWaitForOneSearch() {
    shelf.put(new Book("1", "One"));
    List<Book> found = Together.call(8, () -> catalogue.findPopular("1"));
    assertTrue(found.stream().allMatch(book -> book.title().equals("One")));
    assertEquals(8, found.size());
    assertEquals(1, shelf.searches());
  }

  @Test
  void allCachesAreThereUnderTheirNames() {
    Set<String> names = new TreeSet<>(context.getBean(CacheManager.class).getCacheNames());
    assertEquals(Set.of("books", "popular books", "reviews", "missing reviews"), names);
  }

  @Test
  void aContextOpenedAgainStartsWithEmptyCaches() {
    catalogue.save(new Book("1", "One"));
    context.close();
    try (var second = new AnnotationConfigApplicationContext(BookshopConfiguration.class)) {
      assertNull(second.getBean(Catalogue.class).find("1"));
      assertEquals(1, second.getBean(Shelf.class).searches());
    }
  }
}

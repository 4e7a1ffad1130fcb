package dev.lapse.examples.spring;

import javax.cache.CacheManager;
import javax.cache.management.CacheStatisticsMXBean;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Shows what the caches spare. */
public final class Bookshop {

  private static final String ISBN = "978-0132350884";

  private Bookshop() {}

  /**
   * Runs the example.
   *
   * @param args not used
   */
  public static void main(String[] args) {
    try (var context = new AnnotationConfigApplicationContext(BookshopConfiguration.class)) {
      Catalogue catalogue = context.getBean(Catalogue.class);
      Shelf shelf = context.getBean(Shelf.class);
      System.out.println("Nothing on the shelf: " + catalogue.find(ISBN));
      System.out.println("Nothing in the cache: " + catalogue.find(ISBN));
      catalogue.save(new Book(ISBN, "Clean Code"));
      for (int reader = 0; reader < 1000; reader++) {
        catalogue.find(ISBN);
      }
      System.out.println("After 1000 readers: " + catalogue.find(ISBN));
      System.out.println("Searches of the shelf: " + shelf.searches());
      CacheStatisticsMXBean figures =
          context.getBean(CacheManager.class).getCache("books").unwrap(CacheStatisticsMXBean.class);
      System.out.printf(
          "Hits and misses of the cache: %d and %d%n",
          figures.getCacheHits(), figures.getCacheMisses());
    }
  }
}

package dev.lapse.examples.boot;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.cache.CacheAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * An application that stores objects of a class of its own by value, for a test that loads it more
 * than once. Public, since it is called across class loaders.
 */
@Configuration(proxyBeanMethods = false)
@EnableCaching
@ImportAutoConfiguration(CacheAutoConfiguration.class)
public class Baskets {

  /** Neither immutable nor known to any other class loader, so Lapse has to serialize it. */
  static final class Basket implements Serializable {
    final List<String> items = new ArrayList<>();
  }

  public static ConfigurableApplicationContext open() {
    return new SpringApplicationBuilder(Baskets.class)
        .web(WebApplicationType.NONE)
        .run(
            "--spring.config.name=none",
            "--spring.cache.jcache.provider=dev.lapse.jcache.LapseCachingProvider",
            "--spring.cache.cache-names=baskets");
  }

  /** Puts a basket and returns what comes out of the cache. */
  public static Object throughTheCache(ConfigurableApplicationContext context, String item) {
    Basket basket = new Basket();
    basket.items.add(item);
    context.getBean(CacheManager.class).getCache("baskets").put("basket", basket);
    basket.items.clear();
    return stored(context);
  }

  public static Object stored(ConfigurableApplicationContext context) {
    return context.getBean(CacheManager.class).getCache("baskets").get("basket", Basket.class);
  }

  public static List<String> itemsOf(Object basket) {
    return ((Basket) basket).items;
  }
}

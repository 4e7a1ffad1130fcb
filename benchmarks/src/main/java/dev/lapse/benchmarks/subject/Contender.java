package dev.lapse.benchmarks.subject;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What is measured: providers of JCache, and two floors without JCache. */
public enum Contender {
  /** A plain {@code ConcurrentHashMap} whose value object carries a deadline: the floor. */
  MAP("map", "plain map", ""),
  /** Caffeine's own cache with a variable expiry, without JCache. */
  CAFFEINE_OWN("caffeine-own", "Caffeine's own", ""),
  /** Ours. */
  LAPSE("lapse", "Lapse", "dev.lapse.jcache.LapseCachingProvider"),
  /** Caffeine's JCache module. */
  CAFFEINE(
      "caffeine",
      "Caffeine jcache",
      "com.github.benmanes.caffeine.jcache.spi.CaffeineCachingProvider"),
  /** The same without a scheduler, and in a JVM whose common pool is as it comes. */
  CAFFEINE_PLAIN(
      "caffeine-plain",
      "Caffeine jcache as it comes",
      "com.github.benmanes.caffeine.jcache.spi.CaffeineCachingProvider"),
  /** cache2k's JCache module. */
  CACHE2K("cache2k", "cache2k", "org.cache2k.jcache.provider.JCacheProvider"),
  /** Ehcache 3. */
  EHCACHE("ehcache", "Ehcache", "org.ehcache.jsr107.EhcacheCachingProvider"),
  /** The reference implementation. */
  RI("ri", "reference impl.", "org.jsr107.ri.spi.RICachingProvider");

  private final String id;
  private final String title;
  private final String providerClass;

  Contender(String id, String title, String providerClass) {
    this.id = id;
    this.title = title;
    this.providerClass = providerClass;
  }

  /**
   * Finds one by its name.
   *
   * @param id as on the command line
   * @return the contender
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Contender of(String id) {
    return Arrays.stream(values())
        .filter(contender -> contender.id.equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no contender '%s'; there are %s"
                        .formatted(
                            id,
                            Arrays.stream(values())
                                .map(Contender::id)
                                .collect(Collectors.joining(", ")))));
  }

  /**
   * Returns its name on the command line and in files.
   *
   * @return its name
   */
  public String id() {
    return id;
  }

  /**
   * Returns its name in tables and charts.
   *
   * @return its name for people
   */
  public String title() {
    return title;
  }

  /**
   * Returns its JCache provider.
   *
   * @return the name of the class; empty for a floor
   */
  public String providerClass() {
    return providerClass;
  }

  /**
   * Tells providers of JCache from floors.
   *
   * @return whether it is one
   */
  public boolean isJCache() {
    return !providerClass.isEmpty();
  }

  /**
   * Tells what Lapse is compared with: a provider that a user would otherwise pick.
   *
   * @return whether it is one
   */
  public boolean isPeer() {
    return isJCache() && this != LAPSE;
  }
}

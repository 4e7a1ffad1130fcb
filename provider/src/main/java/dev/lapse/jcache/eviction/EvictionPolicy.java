package dev.lapse.jcache.eviction;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How a cache with a bound makes room. Apart from the default these are Redis's policies, under
 * Redis's names. A dead entry always goes before a live one, whatever the policy.
 *
 * <p>The {@code VOLATILE} policies take nothing but entries with a deadline. Where there is none, a
 * put is refused, or any entry is taken, as the cache is configured.
 */
public enum EvictionPolicy {
  /**
   * The default. Newcomers wait in a small queue; one that was read there goes on to the main
   * queue, any other must have been asked for more often than the entry whose place it would take.
   * How often counts also what was asked for before it came in. Entries of the main queue that were
   * read get another round.
   */
  ALLKEYS_TINYLFU,
  /** Nothing goes: a put for a new key is refused while the cache is full. */
  NOEVICTION,
  /** Out of some random entries and the best of those seen before, the one unread for longest. */
  ALLKEYS_LRU,
  /**
   * Out of some random entries and the best of those seen before, the one least often read, where
   * reads long ago count less.
   */
  ALLKEYS_LFU,
  /** A random entry. */
  ALLKEYS_RANDOM,
  /** {@link #ALLKEYS_LRU} among the entries with a deadline. */
  VOLATILE_LRU,
  /** {@link #ALLKEYS_LFU} among the entries with a deadline. */
  VOLATILE_LFU,
  /** {@link #ALLKEYS_RANDOM} among the entries with a deadline. */
  VOLATILE_RANDOM,
  /** An entry out of those whose deadlines come first. */
  VOLATILE_TTL;

  private final String configName = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /**
   * Returns the name that stands in settings files.
   *
   * @return such as {@code allkeys-lru}
   */
  public String configName() {
    return configName;
  }

  /**
   * Whether only entries with a deadline are taken.
   *
   * @return true for {@link #VOLATILE_LRU} and its like
   */
  public boolean isVolatile() {
    return configName.startsWith("volatile");
  }

  /**
   * Finds a policy by the name that stands in settings files.
   *
   * @param configName such as {@code allkeys-lru}, in lower or upper case
   * @return the policy
   * @throws IllegalArgumentException if there is none of that name
   */
  public static EvictionPolicy named(String configName) {
    String wanted = configName.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(policy -> policy.configName.equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no eviction policy \"%s\". Choose one of %s"
                        .formatted(
                            configName,
                            Arrays.stream(values())
                                .map(EvictionPolicy::configName)
                                .collect(Collectors.joining(", ")))));
  }
}

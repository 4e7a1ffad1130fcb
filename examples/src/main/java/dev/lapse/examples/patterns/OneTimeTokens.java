package dev.lapse.examples.patterns;

import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpiringCache;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;

/**
 * Tokens that are good once, and for a while: to confirm an address, to set a new password.
 *
 * <p>Redeeming is {@code getAndRemove} and nothing else: to look first and to remove then would let
 * two callers in.
 */
public final class OneTimeTokens {

  private final SecureRandom random = new SecureRandom();
  private final ExpiringCache<String, String> users;

  /**
   * Creates a store without tokens.
   *
   * @param manager gets the cache "one-time-tokens"
   */
  public OneTimeTokens(CacheManager manager) {
    users =
        ExpiringCache.of(
            manager.createCache("one-time-tokens", new MutableConfiguration<String, String>()));
  }

  /**
   * Makes a token.
   *
   * @param user who may redeem it
   * @param timeToLive for how long
   * @return the token
   */
  public String issue(String user, Duration timeToLive) {
    return issue(user, Expiration.after(timeToLive));
  }

  /**
   * Makes a token that is good until a moment of the wall clock.
   *
   * @param user who may redeem it
   * @param deadline until when; a token whose deadline has passed is never good
   * @return the token
   */
  public String issue(String user, Instant deadline) {
    return issue(user, Expiration.at(deadline));
  }

  private String issue(String user, Expiration expiration) {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    String token = HexFormat.of().formatHex(bytes);
    users.put(token, user, expiration);
    return token;
  }

  /**
   * Uses a token up.
   *
   * @param token any text
   * @return whose it was; empty if it is unknown, used or too old
   */
  public Optional<String> redeem(String token) {
    return Optional.ofNullable(users.getAndRemove(token));
  }

  /**
   * Shows it.
   *
   * @param args none
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    Patterns.show(List.of(OneTimeTokens::demonstrate));
  }

  static void demonstrate(CacheManager manager, Stage stage) throws InterruptedException {
    stage.begin("One-time tokens");
    OneTimeTokens tokens = new OneTimeTokens(manager);
    String first = tokens.issue("alice", Duration.ofMinutes(1));
    String second = tokens.issue("bob", Duration.ofMillis(800));
    int winners = Patterns.winners(8, () -> tokens.redeem(first).isPresent());
    stage.say("8 threads have redeemed alice's token at once; successes: " + winners);
    stage.letPass(Duration.ofMillis(900));
    stage.say(
        "bob's token was good for 800 ms; after 900 ms it is good for "
            + tokens.redeem(second).orElse("nobody"));
  }
}

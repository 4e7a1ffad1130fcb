package dev.lapse.examples.patterns;

import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpiringCache;
import dev.lapse.jcache.expiry.ExpiringEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.processor.MutableEntry;
import org.jspecify.annotations.Nullable;

/**
 * Requests that are carried out once, however often the client sends them: each comes with a key
 * that the client has chosen, and a repeated one gets the answer of the first.
 *
 * <p>While a request is carried out its key is marked, for a short time to live, and the answer
 * takes the place of the mark, for a long one. A worker that never comes back so does not block its
 * key for ever; in return the short time has to be longer than any request takes.
 */
public final class IdempotencyKeys {

  private final ExpiringCache<String, Attempt> attempts;
  private final Expiration whileRunning;
  private final Expiration onceAnswered;

  /** Each attempt has an id, so that one whose mark has expired does not take another's place. */
  private record Attempt(UUID id, @Nullable String answer) {}

  /**
   * Creates a store without keys.
   *
   * @param manager gets the cache "idempotency-keys"
   * @param patience longer than any request takes
   * @param memory how long an answer is repeated
   */
  public IdempotencyKeys(CacheManager manager, Duration patience, Duration memory) {
    attempts =
        ExpiringCache.of(
            manager.createCache("idempotency-keys", new MutableConfiguration<String, Attempt>()));
    whileRunning = Expiration.after(patience);
    onceAnswered = Expiration.after(memory);
  }

  /**
   * Carries out a request, or repeats its answer. One that fails is forgotten, and may be tried
   * again.
   *
   * @param key the client's
   * @param request what to do
   * @return the answer; empty if the request is being carried out right now, so ask again later
   */
  public Optional<String> once(String key, Supplier<String> request) {
    Attempt mine = new Attempt(UUID.randomUUID(), null);
    if (!attempts.putIfAbsent(key, mine, whileRunning)) {
      return Optional.ofNullable(attempts.get(key)).map(Attempt::answer);
    }
    String answer;
    try {
      answer = request.get();
    } catch (Throwable e) {
      attempts.remove(key, mine);
      throw e;
    }
    attempts.invoke(key, (entry, arguments) -> finish(entry, mine, answer));
    return Optional.of(answer);
  }

  /** The mark may have expired, and another attempt may be under way: its answer is to stay. */
  private boolean finish(MutableEntry<String, Attempt> entry, Attempt mine, String answer) {
    ExpiringEntry<String, Attempt> expiring = ExpiringEntry.of(entry);
    boolean stillMine = mine.equals(expiring.getValue());
    if (stillMine) {
      expiring.setValue(new Attempt(mine.id(), answer), onceAnswered);
    }
    return stillMine;
  }

  /**
   * Shows it.
   *
   * @param args none
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    Patterns.show(List.of(IdempotencyKeys::demonstrate));
  }

  static void demonstrate(CacheManager manager, Stage stage) throws InterruptedException {
    stage.begin("Idempotency keys: answers are repeated for 800 ms");
    IdempotencyKeys keys =
        new IdempotencyKeys(manager, Duration.ofMinutes(1), Duration.ofMillis(800));
    AtomicInteger payments = new AtomicInteger();
    Supplier<String> pay = () -> "payment " + payments.incrementAndGet();
    Patterns.winners(8, () -> keys.once("order-17", pay).isPresent());
    stage.say("8 threads have sent order-17 at once; payments made: " + payments);
    stage.say("sent again: " + keys.once("order-17", pay).orElse("is being carried out"));
    stage.letPass(Duration.ofMillis(900));
    stage.say("sent after 900 ms: " + keys.once("order-17", pay).orElse("is being carried out"));
  }
}

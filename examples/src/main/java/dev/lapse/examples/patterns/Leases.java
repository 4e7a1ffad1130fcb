package dev.lapse.examples.patterns;

import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpiringEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.processor.MutableEntry;
import org.jspecify.annotations.Nullable;

/**
 * A right for one worker at a time, which ends by itself if the worker does not renew it.
 *
 * <p>A worker may be held up, by a garbage collection say, and work on when its lease has ended. So
 * each lease has a fencing token, greater than all before, and what the lease is for has to refuse
 * a token smaller than one that it has seen. The tokens of this class count from when it was made;
 * where what they protect outlives the program, start them beyond the last one.
 */
public final class Leases {

  private final Cache<String, Lease> leases;
  private final AtomicLong lastToken = new AtomicLong();

  /**
   * A right to a resource.
   *
   * @param resource what it is for
   * @param holder who has it
   * @param fencingToken greater than those of all leases before
   */
  public record Lease(String resource, String holder, long fencingToken) {}

  /**
   * Creates a store without leases.
   *
   * @param manager gets the cache "leases"
   */
  public Leases(CacheManager manager) {
    leases = manager.createCache("leases", new MutableConfiguration<String, Lease>());
  }

  /**
   * Asks for a lease.
   *
   * @param resource what for
   * @param holder for whom
   * @param timeToLive how long it lasts unless renewed
   * @return the lease; empty if somebody has one
   */
  public Optional<Lease> acquire(String resource, String holder, Duration timeToLive) {
    return Optional.ofNullable(
        leases.invoke(resource, (entry, arguments) -> grant(expiring(entry), holder, timeToLive)));
  }

  private @Nullable Lease grant(
      ExpiringEntry<String, Lease> entry, String holder, Duration timeToLive) {
    if (entry.exists()) {
      return null;
    }
    // The token is drawn while the key is held. A thread that draws one first, and is held up then,
    // would get the next lease with an older token.
    Lease lease = new Lease(entry.getKey(), holder, lastToken.incrementAndGet());
    entry.setValue(lease, Expiration.after(timeToLive));
    return lease;
  }

  /**
   * Makes a lease last on.
   *
   * @param lease one that was granted
   * @param timeToLive how long from now
   * @return false if it has ended, and perhaps another worker has one
   */
  public boolean renew(Lease lease, Duration timeToLive) {
    return leases.invoke(
        lease.resource(),
        (entry, arguments) ->
            lease.equals(entry.getValue()) && expiring(entry).expire(Expiration.after(timeToLive)));
  }

  /**
   * Gives a lease back.
   *
   * @param lease one that was granted
   * @return false if it had ended before
   */
  public boolean release(Lease lease) {
    return leases.remove(lease.resource(), lease);
  }

  private static ExpiringEntry<String, Lease> expiring(MutableEntry<String, Lease> entry) {
    return ExpiringEntry.of(entry);
  }

  /** Something that leases protect: it takes no token smaller than the greatest one so far. */
  public static final class FencedFile {

    private long greatestToken;
    private String text = "";

    /**
     * Writes, unless a later lease has been here.
     *
     * @param lease the writer's
     * @param newText the whole text
     * @return whether it was written
     */
    public synchronized boolean write(Lease lease, String newText) {
      if (lease.fencingToken() < greatestToken) {
        return false;
      }
      greatestToken = lease.fencingToken();
      text = newText;
      return true;
    }

    /**
     * Reads.
     *
     * @return what was written last
     */
    public synchronized String read() {
      return text;
    }
  }

  /**
   * Shows it.
   *
   * @param args none
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    Patterns.show(List.of(Leases::demonstrate));
  }

  static void demonstrate(CacheManager manager, Stage stage) throws InterruptedException {
    stage.begin("Leases of 800 ms, with fencing tokens");
    Leases leases = new Leases(manager);
    Duration timeToLive = Duration.ofMillis(800);
    int winners = Patterns.winners(8, () -> leases.acquire("index", "any", timeToLive).isPresent());
    stage.say("8 workers have wanted the index at once; leases granted: " + winners);
    Lease slow = leases.acquire("report", "slow", timeToLive).orElseThrow();
    stage.say("slow has the report: token " + slow.fencingToken());
    stage.letPass(Duration.ofMillis(900));
    Lease quick = leases.acquire("report", "quick", timeToLive).orElseThrow();
    stage.say("900 ms later quick has it: token " + quick.fencingToken());
    FencedFile report = new FencedFile();
    stage.say("quick writes: " + (report.write(quick, "by quick") ? "done" : "refused"));
    stage.say("slow writes: " + (report.write(slow, "by slow") ? "done" : "refused"));
    stage.say("slow renews: " + (leases.renew(slow, timeToLive) ? "done" : "refused"));
  }
}

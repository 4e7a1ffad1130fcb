package dev.lapse.examples.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.examples.patterns.Leases.FencedFile;
import dev.lapse.examples.patterns.Leases.Lease;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class LeasesTest extends PatternTest {

  private static final Duration TTL = Duration.ofSeconds(30);

  private Leases leases;

  @BeforeEach
  void create() {
    leases = new Leases(manager);
  }

  private Lease lease(String holder) {
    return leases.acquire("report", holder, TTL).orElseThrow();
  }

  @Test
  void whileOneHasItNoOtherGetsIt() {
    Lease first = lease("a");
    assertEquals("a", first.holder());
    assertEquals(Optional.empty(), leases.acquire("report", "b", TTL));
    assertEquals(Optional.empty(), leases.acquire("report", "a", TTL));
    assertTrue(leases.acquire("another", "b", TTL).isPresent());
    assertTrue(leases.release(first));
    assertEquals("b", lease("b").holder());
  }

  @RepeatedTest(50)
  void ofTwoWorkersThatWantItAtOnceOneGetsIt() throws InterruptedException {
    assertEquals(1, Patterns.winners(2, () -> leases.acquire("report", "any", TTL).isPresent()));
  }

  @RepeatedTest(50)
  void alsoAtTheMomentWhenTheLastOneEnds() throws InterruptedException {
    lease("gone");
    clock.advance(TTL);
    assertEquals(1, Patterns.winners(2, () -> leases.acquire("report", "any", TTL).isPresent()));
  }

  @Test
  void itEndsByItselfUnlessRenewed() {
    Lease lease = lease("a");
    clock.advance(TTL.minusNanos(1));
    assertTrue(leases.renew(lease, TTL));
    clock.advance(TTL.minusNanos(1));
    assertEquals(Optional.empty(), leases.acquire("report", "b", TTL));
    clock.advance(Duration.ofNanos(1));
    assertFalse(leases.renew(lease, TTL));
    assertTrue(leases.acquire("report", "b", TTL).isPresent());
  }

  @Test
  void whoseLeaseHasEndedCanNeitherRenewNorReleaseTheNext() {
    Lease first = lease("a");
    clock.advance(TTL);
    Lease second = lease("a");
    assertFalse(leases.renew(first, TTL));
    assertFalse(leases.release(first));
    assertTrue(leases.release(second));
  }

  @Test
  void tokensIncreaseInTheOrderInWhichLeasesAreGranted() throws InterruptedException {
    FencedFile file = new FencedFile();
    int workers = 4;
    int neverRefused =
        Patterns.winners(
            workers,
            () -> {
              boolean all = true;
              for (int round = 0; round < 20_000; round++) {
                Optional<Lease> lease = leases.acquire("report", "any", TTL);
                if (lease.isPresent()) {
                  all &= file.write(lease.get(), "round " + round);
                  leases.release(lease.get());
                }
              }
              return all;
            });
    assertEquals(workers, neverRefused);
  }

  /** The next one may then be granted before the holder of the last has done anything. */
  @Test
  void alsoWhereLeasesEndByThemselves() throws InterruptedException {
    AtomicLong greatest = new AtomicLong();
    AtomicInteger granted = new AtomicInteger();
    int workers = 4;
    int increased =
        Patterns.winners(
            workers,
            () -> {
              boolean all = true;
              for (int round = 0; round < 5_000; round++) {
                long before = greatest.get();
                Optional<Lease> lease = leases.acquire("report", "any", TTL);
                if (lease.isPresent()) {
                  granted.incrementAndGet();
                  all &= lease.get().fencingToken() > before;
                  greatest.accumulateAndGet(lease.get().fencingToken(), Math::max);
                  if (round % 2 == 0) {
                    leases.release(lease.get());
                  }
                } else {
                  clock.advance(TTL.dividedBy(10));
                }
              }
              return all;
            });
    assertEquals(workers, increased);
    assertEquals(granted.get(), greatest.get(), "each has another token");
    assertTrue(granted.get() > 1_000, "granted " + granted);
  }

  @Test
  void aWorkerThatWasHeldUpCannotWriteOverTheNextOne() {
    FencedFile file = new FencedFile();
    Lease slow = lease("slow");
    assertTrue(file.write(slow, "first"));
    clock.advance(TTL);
    Lease quick = lease("quick");
    assertTrue(file.write(quick, "second"));
    assertFalse(file.write(slow, "late"));
    assertEquals("second", file.read());
    assertTrue(file.write(quick, "third"));
    assertEquals("third", file.read());
  }
}

package dev.lapse.jcache.event;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WorkersTest {

  @Test
  void itsThreadsAreNamedDaemonsWithoutTheCallersClassLoader() throws Exception {
    Workers workers = new Workers("m:1");
    Thread caller = Thread.currentThread();
    ClassLoader before = caller.getContextClassLoader();
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    try (URLClassLoader loader = new URLClassLoader(new URL[0])) {
      caller.setContextClassLoader(loader);
      workers.execute(() -> thread.complete(Thread.currentThread()));
    } finally {
      caller.setContextClassLoader(before);
    }
    Thread worker = thread.get(10, SECONDS);
    assertEquals("lapse-events-m:1-1", worker.getName());
    assertTrue(worker.isDaemon());
    assertSame(ClassLoader.getSystemClassLoader(), worker.getContextClassLoader());
    workers.shutdown();
    await().until(() -> !worker.isAlive());
    assertThrows(RejectedExecutionException.class, () -> workers.execute(() -> {}));
  }

  @Test
  void idleThreadsEndByThemselves() throws Exception {
    Workers workers = new Workers("idle");
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    workers.execute(() -> thread.complete(Thread.currentThread()));
    Thread worker = thread.get(10, SECONDS);
    await().until(() -> !worker.isAlive());
  }

  @Test
  void aTaskThatBlocksHoldsUpNoOther() throws Exception {
    Workers workers = new Workers("blocked");
    CountDownLatch release = new CountDownLatch(1);
    for (int task = 0; task < 50; task++) {
      workers.execute(
          () -> {
            try {
              release.await();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          });
    }
    CompletableFuture<Boolean> ran = new CompletableFuture<>();
    workers.execute(() -> ran.complete(true));
    assertTrue(ran.get(10, SECONDS));
    assertFalse(release.getCount() == 0);
    release.countDown();
    workers.shutdown();
  }
}

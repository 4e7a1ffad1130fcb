package dev.lapse.jcache.reaper;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.expiry.CoarseClock;
import dev.lapse.jcache.expiry.Deadline;
import dev.lapse.jcache.expiry.ReaperMXBean;
import dev.lapse.jcache.expiry.Ticker;
import dev.lapse.jcache.management.ReaperBean;
import dev.lapse.jcache.store.StandInStore;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reaper with its thread, on the real clock. */
class ReaperTest {

  private static final long MILLI = 1_000_000;

  private final Ticker ticker = Ticker.system().fromZero();
  private final String name = "reaper-test-" + System.nanoTime();
  private final AtomicLong expired = new AtomicLong();
  private final AtomicReference<Thread> expirer = new AtomicReference<>();
  private Reaper reaper =
      new Reaper(name, new CoarseClock(ticker, true), new SplittableRandom(1), 1, true);

  @AfterEach
  void close() {
    reaper.close();
    await().until(() -> thread() == null);
  }

  private StandInStore cache() {
    StandInStore store =
        new StandInStore(
            reaper::wakeFor,
            (key, deadline, now) -> {
              expirer.set(Thread.currentThread());
              expired.incrementAndGet();
            });
    reaper.register(store.expirable());
    return store;
  }

  private Thread thread() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("lapse-reaper-" + name))
        .findFirst()
        .orElse(null);
  }

  private void put(StandInStore store, int key, long timeToLive) {
    store.put(key, Deadline.after(ticker.nanos(), timeToLive), ticker.nanos());
  }

  @Test
  void theThreadStartsWithTheFirstDeadlineAndEndsWithTheReaper() {
    StandInStore store = cache();
    store.put(1, Deadline.ETERNAL, ticker.nanos());
    assertNull(thread());
    put(store, 2, 50 * MILLI);
    Thread thread = thread();
    assertNotNull(thread);
    assertTrue(thread.isDaemon());
    assertNull(thread.getContextClassLoader());
    await().until(() -> expired.get() == 1);
    assertEquals(thread, expirer.get());
    reaper.close();
    assertFalse(thread.isAlive());
    put(store, 3, MILLI);
    assertNull(thread());
    reaper.close();
  }

  @Test
  void anEarlierDeadlineWakesIt() {
    StandInStore store = cache();
    put(store, 1, 3600_000 * MILLI);
    await().until(() -> thread() != null && thread().getState() == Thread.State.TIMED_WAITING);
    // Asleep it would come after a second; where the machine is busy, one of several is in time.
    long soonest = Long.MAX_VALUE;
    for (int round = 1; round <= 20 && soonest > 900 * MILLI; round++) {
      int number = round;
      long before = System.nanoTime();
      put(store, 1 + round, 50 * MILLI);
      await().pollInterval(Duration.ofMillis(5)).until(() -> expired.get() == number);
      long took = System.nanoTime() - before;
      assertTrue(took >= 50 * MILLI, "early");
      soonest = Math.min(soonest, took);
    }
    assertTrue(soonest < 900 * MILLI, "slept its second out: " + soonest / MILLI);
  }

  @Test
  void switchedOffItHasNoThreadAndRunsByHand() {
    StandInStore store = cache();
    reaper.setActive(false);
    await().until(() -> ticker.nanos() > 40 * MILLI);
    store.put(1, MILLI, ticker.nanos());
    assertNull(thread());
    assertEquals(1, reaper.runPass().expired());
    assertEquals(Thread.currentThread(), expirer.get());
    assertFalse(reaper.snapshot().active());
    put(store, 2, MILLI);
    reaper.setActive(true);
    await().until(() -> expired.get() == 2);
    reaper.setActive(false);
    await().until(() -> thread() == null);
    reaper.setActive(true);
    put(store, 3, MILLI);
    await().until(() -> expired.get() == 3);
  }

  @Test
  void interruptsAndErrorsDoNotEndIt() {
    StandInStore store =
        new StandInStore(
            reaper::wakeFor,
            (key, deadline, now) -> {
              if (expired.incrementAndGet() <= 3) {
                throw new AssertionError("thrown on purpose");
              }
            });
    reaper.register(store.expirable());
    put(store, 1, MILLI);
    put(store, 2, MILLI);
    put(store, 3, MILLI);
    put(store, 4, MILLI);
    put(store, 5, MILLI);
    await().until(() -> expired.get() == 5);
    thread().interrupt();
    put(store, 6, MILLI);
    await().until(() -> expired.get() == 6);
    assertEquals(3, reaper.snapshot().errors());
    long cpu = reaper.snapshot().cpuNanos();
    await()
        .during(Duration.ofMillis(300))
        .until(() -> reaper.snapshot().cpuNanos() - cpu < 100 * MILLI);
  }

  @Test
  void closeFromTheReapersOwnThreadOrDuringAnEndlessExpiryDoesNotHang() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    StandInStore store =
        new StandInStore(
            reaper::wakeFor,
            (key, deadline, now) -> {
              if (key == 1) {
                reaper.close();
              }
              expired.incrementAndGet();
            });
    reaper.register(store.expirable());
    put(store, 1, MILLI);
    await().until(() -> expired.get() == 1);
    await().until(() -> thread() == null);

    reaper = new Reaper(name, new CoarseClock(ticker, true), new SplittableRandom(1), 1, true);
    StandInStore blocked =
        new StandInStore(
            reaper::wakeFor,
            (key, deadline, now) -> {
              expired.incrementAndGet();
              try {
                release.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    reaper.register(blocked.expirable());
    put(blocked, 1, MILLI);
    await().until(() -> expired.get() == 2);
    long before = System.nanoTime();
    reaper.close();
    assertTrue(System.nanoTime() - before < 5000 * MILLI);
    release.countDown();
  }

  @Test
  void aCacheThatWasDeregisteredIsNotPinned() {
    StandInStore store = cache();
    put(store, 1, MILLI);
    put(store, 2, 3600_000 * MILLI);
    StandInStore other = cache();
    put(other, 1, 3600_000 * MILLI);
    await().until(() -> expired.get() == 1);
    WeakReference<StandInStore> reference = new WeakReference<>(store);
    reaper.deregister(store.expirable());
    store = null;
    await()
        .until(
            () -> {
              System.gc();
              return reference.get() == null;
            });
    assertNotNull(thread());
  }

  @Test
  void theClassLoaderOfWhoeverStoredTheFirstDeadlineIsNotPinned() throws Exception {
    URL classes = ReaperTest.class.getProtectionDomain().getCodeSource().getLocation();
    URLClassLoader loader =
        new URLClassLoader(new URL[] {classes}, ReaperTest.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String className, boolean resolve)
              throws ClassNotFoundException {
            if (className.equals(Foreign.class.getName())) {
              Class<?> found = findLoadedClass(className);
              return found == null ? findClass(className) : found;
            }
            return super.loadClass(className, resolve);
          }
        };
    StandInStore store = cache();
    Runnable foreign =
        (Runnable)
            loader
                .loadClass(Foreign.class.getName())
                .getConstructor(Runnable.class)
                .newInstance((Runnable) () -> put(store, 1, 3600_000 * MILLI));
    assertEquals(loader, foreign.getClass().getClassLoader());
    Thread caller = new Thread(foreign);
    caller.setContextClassLoader(loader);
    caller.start();
    caller.join();
    assertNotNull(thread());
    WeakReference<ClassLoader> reference = new WeakReference<>(loader);
    loader.close();
    loader = null;
    foreign = null;
    caller = null;
    await()
        .until(
            () -> {
              System.gc();
              return reference.get() == null;
            });
  }

  @Test
  void theBeanShowsTheFiguresAndTakesEffort() throws Exception {
    StandInStore store = cache();
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName beanName = new ObjectName("dev.lapse.jcache:type=Reaper,CacheManager=" + name);
    ReaperBean shown = new ReaperBean(reaper);
    shown.show(URI.create(name));
    try {
      ReaperMXBean bean = JMX.newMXBeanProxy(server, beanName, ReaperMXBean.class);
      put(store, 1, MILLI);
      put(store, 2, 3600_000 * MILLI);
      await().until(() -> bean.getActivelyExpired() == 1);
      assertEquals(1, bean.getEntriesWithDeadline());
      assertTrue(bean.getInspected() >= 1);
      await().until(() -> bean.getPassesByStopReason().get("THRESHOLD") >= 1);
      assertTrue(bean.getMaxPassMillis() >= bean.getMeanPassMillis());
      await().until(() -> bean.getCpuMillis() > 0);
      assertTrue(bean.getLagMillis() >= 0);
      bean.setEffort(10);
      assertEquals(10, bean.getEffort());
      assertThrows(Exception.class, () -> bean.setEffort(11));
      assertEquals(10, bean.getEffort());
      bean.setActive(false);
      assertFalse(bean.isActive());
    } finally {
      shown.hide();
    }
    assertFalse(server.isRegistered(beanName));
  }

  @Test
  void namesThatJmxDoesNotAllowAreReplacedAndNamesakesAreNumbered() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ReaperBean first = new ReaperBean(reaper);
    ReaperBean second = new ReaperBean(reaper);
    first.show(URI.create("a:b,c=d"));
    second.show(URI.create("a:b,c=d"));
    String base = "dev.lapse.jcache:type=Reaper,CacheManager=a.b.c.d";
    assertTrue(server.isRegistered(new ObjectName(base)));
    assertTrue(server.isRegistered(new ObjectName(base + ",Number=2")));
    first.hide();
    assertFalse(server.isRegistered(new ObjectName(base)));
    assertTrue(server.isRegistered(new ObjectName(base + ",Number=2")));
    second.hide();
  }

  @Test
  void passesThatDidWorkAreRecorded(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("passes.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.lapse.ExpireCycle").withThreshold(Duration.ZERO);
      recording.start();
      StandInStore store = cache();
      for (int key = 0; key < 100; key++) {
        put(store, key, MILLI);
      }
      await().until(() -> reaper.snapshot().activelyExpired() == 100);
      recording.stop();
      recording.dump(file);
    }
    assertTrue(Files.size(file) > 0);
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("dev.lapse.ExpireCycle"))
            .filter(event -> event.getString("manager").equals(name))
            .toList();
    assertEquals(100, events.stream().mapToLong(event -> event.getLong("expired")).sum());
    assertTrue(events.stream().allMatch(event -> event.getLong("inspected") > 0));
    assertTrue(events.stream().allMatch(event -> !event.getString("stopReason").isEmpty()));
  }
}

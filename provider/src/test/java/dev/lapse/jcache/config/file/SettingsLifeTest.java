package dev.lapse.jcache.config.file;

import static dev.lapse.jcache.config.file.Named.named;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lapse.jcache.LapseCachingProvider;
import dev.lapse.jcache.config.SettingsException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.Caching;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Managers with a file are there as a whole or not at all, and made without holding up others. */
class SettingsLifeTest {

  @TempDir Path directory;
  private SettingsWorld world;

  @BeforeEach
  void open() {
    world = new SettingsWorld(directory);
    Named.LOG.clear();
  }

  @AfterEach
  void close() {
    Named.inConstructor = () -> {};
    world.close();
  }

  private Path callingFile() {
    return world.file("caches: {a: {copier: " + named(Named.Calling.class) + "}}");
  }

  private static long threadsOf(Path file) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains(file.getFileName().toString()))
        .count();
  }

  private static Set<ObjectName> beansOf(Path file) {
    try {
      String name = file.getParent().getFileName() + "/" + file.getFileName();
      return ManagementFactory.getPlatformMBeanServer()
          .queryNames(new ObjectName("*:CacheManager=*" + name + "*,*"), null);
    } catch (javax.management.MalformedObjectNameException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void throughTheStandardEntryPoint() {
    Path file = world.file("caches: {books: {key-type: java.lang.String}}");
    try (LapseCachingProvider ours =
        (LapseCachingProvider) Caching.getCachingProvider(LapseCachingProvider.class.getName())) {
      CacheManager manager = ours.getCacheManager(file.toUri(), null, new java.util.Properties());
      Cache<String, Object> books = manager.getCache("books", String.class, Object.class);
      books.put("a", 1);
      assertEquals(1, books.get("a"));
      assertSame(manager, ours.getCacheManager(file.toUri(), null, null));
    }
  }

  @Test
  void nothingIsLeftOfAManagerThatCouldNotBeMade() {
    Path file =
        world.file(
            "manager: {executor: " + named(Named.Pool.class) + "}",
            "caches:",
            "  first: {statistics: true, management: true, loader: "
                + named(Named.Loader.class)
                + "}",
            "  second: {copier: " + named(Named.Calling.class) + "}");
    Named.inConstructor =
        () -> {
          assertTrue(!beansOf(file).isEmpty());
          throw new IllegalStateException("not yet");
        };
    SettingsException failed =
        assertThrows(SettingsException.class, () -> world.manager(file.toUri()));
    assertEquals(4, failed.getLine());
    assertTrue(failed.getMessage().contains("not yet"), failed.getMessage());
    assertEquals(Set.of(), beansOf(file));
    Awaitility.await().until(() -> threadsOf(file) == 0);
    assertEquals(List.of("pool made", "loader closed", "pool ended"), Named.LOG);

    Named.inConstructor = () -> {};
    CacheManager manager = world.manager(file.toUri());
    assertEquals(Set.of("first", "second"), SettingsWorld.names(manager));
    manager.close();
    assertEquals(Set.of(), beansOf(file));
  }

  @Test
  void whatTheFileHadMadeEndsWithTheManager() {
    CacheManager manager = world.manager("manager: {executor: " + named(Named.Pool.class) + "}");
    assertEquals(List.of("pool made"), Named.LOG);
    manager.close();
    assertEquals(List.of("pool made", "pool ended"), Named.LOG);
  }

  @Test
  void anExecutorThatCannotBeMadeIsTold() {
    for (Class<?> factory : List.of(Named.NullFactory.class, Named.WrongFactory.class)) {
      Path file = world.file("manager:", "  executor: " + named(factory));
      SettingsException failed =
          assertThrows(SettingsException.class, () -> world.manager(file.toUri()));
      assertTrue(failed.getMessage().contains("line 2, column 13"), failed.getMessage());
      assertTrue(failed.getMessage().contains("its create() returned"), failed.getMessage());
      assertEquals(Set.of(), beansOf(file));
    }
  }

  @Test
  void aLoaderWriterAndListenerOfTheFileAreUsedAndClosed() {
    CacheManager manager =
        world.manager(
            "caches:",
            "  books:",
            "    loader: " + named(Named.Loader.class),
            "    read-through: true",
            "    writer: " + named(Named.Writer.class),
            "    write-through: true",
            "    listeners:",
            "      - class: " + named(Named.Listener.class),
            "        filter: " + named(Named.Filter.class),
            "        synchronous: true");
    Cache<Object, Object> books = manager.getCache("books");
    assertEquals("loaded 1", books.get(1));
    books.put(2, "two");
    books.put("filtered", "x");
    assertEquals(List.of("created 1", "written 2", "created 2", "written filtered"), Named.LOG);
    Named.LOG.clear();
    manager.close();
    assertEquals(List.of("loader closed"), Named.LOG);
  }

  @Test
  void whoAsksForAManagerThatIsBeingMadeWaitsForIt() throws Exception {
    Path file = callingFile();
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger made = new AtomicInteger();
    Named.inConstructor =
        () -> {
          made.incrementAndGet();
          inside.countDown();
          await(goOn);
        };
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<CacheManager> first = threads.submit(() -> world.manager(file.toUri()));
      await(inside);
      List<Future<CacheManager>> others = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        others.add(threads.submit(() -> world.manager(file.toUri())));
      }
      Path another = world.file("caches: {b: }");
      assertEquals(Set.of("b"), SettingsWorld.names(world.manager(another.toUri())));
      world.provider.close();
      assertTrue(!first.isDone());
      goOn.countDown();
      CacheManager manager = first.get();
      for (Future<CacheManager> other : others) {
        assertSame(manager, other.get());
      }
      assertEquals(1, made.get());
    } finally {
      goOn.countDown();
      threads.shutdown();
    }
  }

  @Test
  void whoWaitedForAnAttemptThatFailedMakesItsOwn() throws Exception {
    Path file = callingFile();
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger made = new AtomicInteger();
    Named.inConstructor =
        () -> {
          if (made.getAndIncrement() == 0) {
            inside.countDown();
            await(goOn);
            throw new IllegalStateException("the first one");
          }
        };
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<CacheManager> first = threads.submit(() -> world.manager(file.toUri()));
      await(inside);
      Future<CacheManager> second = threads.submit(() -> world.manager(file.toUri()));
      goOn.countDown();
      assertThrows(ExecutionException.class, first::get);
      assertEquals(Set.of("a"), SettingsWorld.names(second.get()));
    } finally {
      goOn.countDown();
      threads.shutdown();
    }
  }

  @Test
  void aClassThatAsksForItsOwnManagerIsToldSo() {
    URI uri = callingFile().toUri();
    Named.inConstructor = () -> world.manager(uri);
    SettingsException failed = assertThrows(SettingsException.class, () -> world.manager(uri));
    assertTrue(failed.getMessage().contains("is just being made"), failed.getMessage());
    assertEquals(CacheException.class, failed.getCause().getClass());
  }

  @Test
  void aClassMayUseAnotherManager() {
    URI other = world.file("caches: {b: }").toUri();
    Named.inConstructor = () -> world.manager(other).getCache("b").put(1, 2);
    world.manager(callingFile().toUri());
    assertEquals(2, world.manager(other).getCache("b").get(1));
  }

  @Test
  void twoThatWantEachOthersManagersDoNotHang() throws Exception {
    URI one = callingFile().toUri();
    URI two = callingFile().toUri();
    CyclicBarrier bothInside = new CyclicBarrier(2);
    AtomicInteger calls = new AtomicInteger();
    Thread[] makerOfOne = new Thread[1];
    Named.inConstructor =
        () -> {
          if (calls.incrementAndGet() <= 2) {
            try {
              bothInside.await(1, TimeUnit.MINUTES);
            } catch (Exception e) {
              throw new AssertionError(e);
            }
            world.manager(Thread.currentThread() == makerOfOne[0] ? two : one);
          }
        };
    CompletableFuture<CacheManager> first = new CompletableFuture<>();
    makerOfOne[0] = new Thread(() -> complete(first, () -> world.manager(one)));
    makerOfOne[0].start();
    CompletableFuture<CacheManager> second =
        CompletableFuture.supplyAsync(() -> world.manager(two));
    List<Object> outcomes = new ArrayList<>();
    for (CompletableFuture<CacheManager> each : List.of(first, second)) {
      try {
        outcomes.add(SettingsWorld.names(each.get(1, TimeUnit.MINUTES)));
      } catch (ExecutionException e) {
        outcomes.add(e.getCause().getClass());
      }
    }
    assertTrue(outcomes.contains(Set.of("a")), outcomes.toString());
  }

  private static void complete(
      CompletableFuture<CacheManager> future, java.util.function.Supplier<CacheManager> maker) {
    try {
      future.complete(maker.get());
    } catch (Throwable e) {
      future.completeExceptionally(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(1, TimeUnit.MINUTES));
    } catch (InterruptedException e) {
      throw new CompletionException(e);
    }
  }

  /** Defines {@link Named} and its nested classes itself. */
  private static final class Isolated extends ClassLoader {
    Isolated() {
      super(Isolated.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(Named.class.getName())) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
          if (in == null) {
            throw new ClassNotFoundException(name);
          }
          byte[] bytes = in.readAllBytes();
          return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    }
  }

  @Test
  void classesAreThoseOfTheManagersClassLoader() throws Exception {
    Path file =
        world.file(
            "templates: [{names: '*', copier: " + named(Named.SameCopier.class) + "}]",
            "caches: {a: {key-type: " + named(Named.Policy.class) + "}}");
    Isolated isolated = new Isolated();
    CacheManager inside = world.manager(file.toUri(), isolated);
    CacheManager outside = world.manager(file.toUri());
    assertNotSame(inside, outside);
    var insideConfiguration = SettingsWorld.configuration(inside, "a");
    assertSame(isolated, insideConfiguration.getKeyType().getClassLoader());
    assertSame(isolated, insideConfiguration.getCopier().getClass().getClassLoader());
    assertEquals(Named.Policy.class, SettingsWorld.configuration(outside, "a").getKeyType());
    inside.createCache("b", new javax.cache.configuration.MutableConfiguration<>());
    assertSame(
        isolated, SettingsWorld.configuration(inside, "b").getCopier().getClass().getClassLoader());
  }

  @Test
  void templatesDoNotHoldTheClassLoader() {
    Path file =
        world.file("templates: [{names: '*', copier: " + named(Named.SameCopier.class) + "}]");
    java.lang.ref.WeakReference<ClassLoader> loader = forgotten(file);
    Awaitility.await()
        .until(
            () -> {
              System.gc();
              return loader.get() == null;
            });
  }

  private java.lang.ref.WeakReference<ClassLoader> forgotten(Path file) {
    Isolated isolated = new Isolated();
    world.manager(file.toUri(), isolated);
    return new java.lang.ref.WeakReference<>(isolated);
  }
}

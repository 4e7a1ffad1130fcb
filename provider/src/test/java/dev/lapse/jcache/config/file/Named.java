package dev.lapse.jcache.config.file;

import dev.lapse.jcache.copy.Copier;
import dev.lapse.jcache.eviction.Weigher;
import dev.lapse.jcache.expiry.EntryExpiry;
import dev.lapse.jcache.expiry.Expiration;
import dev.lapse.jcache.expiry.ExpiryOperation;
import dev.lapse.jcache.expiry.Ticker;
import java.io.Closeable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.cache.Cache;
import javax.cache.configuration.Factory;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.CacheEntryEventFilter;
import javax.cache.event.CacheEntryExpiredListener;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.integration.CacheLoader;
import javax.cache.integration.CacheLoaderException;
import javax.cache.integration.CacheWriter;

/** Classes for settings files to name. */
public final class Named {

  /** What they did, for tests that ask. */
  static final List<String> LOG = new CopyOnWriteArrayList<>();

  /** What the constructor of {@link Calling} does. */
  static volatile Runnable inConstructor = () -> {};

  private Named() {}

  /** The name of one of them, as a file has it. */
  static String named(Class<?> type) {
    return type.getName();
  }

  public static final class Policy implements ExpiryPolicy {
    @Override
    public Duration getExpiryForCreation() {
      return Duration.ONE_DAY;
    }

    @Override
    public Duration getExpiryForUpdate() {
      return null;
    }

    @Override
    public Duration getExpiryForAccess() {
      return null;
    }
  }

  public static final class PolicyFactory implements Factory<CreatedExpiryPolicy> {
    @Override
    public CreatedExpiryPolicy create() {
      return new CreatedExpiryPolicy(Duration.ONE_HOUR);
    }
  }

  public static final class Entry implements EntryExpiry<Object, Object> {
    @Override
    public Expiration expirationOf(Object key, Object value, ExpiryOperation operation) {
      return Expiration.after(java.time.Duration.ofMinutes(1));
    }
  }

  public static final class Loader implements CacheLoader<Object, Object>, Closeable {
    @Override
    public Object load(Object key) {
      return "loaded " + key;
    }

    @Override
    public Map<Object, Object> loadAll(Iterable<?> keys) throws CacheLoaderException {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      LOG.add("loader closed");
    }
  }

  public static final class Writer implements CacheWriter<Object, Object> {
    @Override
    public void write(Cache.Entry<?, ?> entry) {
      LOG.add("written " + entry.getKey());
    }

    @Override
    public void writeAll(java.util.Collection<Cache.Entry<?, ?>> entries) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void delete(Object key) {
      LOG.add("deleted " + key);
    }

    @Override
    public void deleteAll(java.util.Collection<?> keys) {
      throw new UnsupportedOperationException();
    }
  }

  public static final class Listener
      implements CacheEntryCreatedListener<Object, Object>,
          CacheEntryExpiredListener<Object, Object> {
    @Override
    public void onCreated(Iterable<CacheEntryEvent<?, ?>> events) {
      events.forEach(event -> LOG.add("created " + event.getKey()));
    }

    @Override
    public void onExpired(Iterable<CacheEntryEvent<?, ?>> events) {
      events.forEach(event -> LOG.add("expired " + event.getKey()));
    }
  }

  public static final class Filter implements CacheEntryEventFilter<Object, Object> {
    @Override
    public boolean evaluate(CacheEntryEvent<?, ?> event) {
      return !event.getKey().equals("filtered");
    }
  }

  public static final class TenEach implements Weigher<Object, Object> {
    @Override
    public int weigh(Object key, Object value) {
      return 10;
    }
  }

  public static final class SameCopier implements Copier {
    @Override
    public <T> T copy(T value, ClassLoader loader) {
      return value;
    }
  }

  public static final class Standing implements Ticker {
    @Override
    public long nanos() {
      return 42;
    }
  }

  /** An executor that says when it is ended. */
  public static final class Pool extends AbstractExecutorService {
    public Pool() {
      LOG.add("pool made");
    }

    @Override
    public void execute(Runnable task) {
      new Thread(task).start();
    }

    @Override
    public void shutdown() {
      LOG.add("pool ended");
    }

    @Override
    public List<Runnable> shutdownNow() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      throw new UnsupportedOperationException();
    }
  }

  public static final class WrongFactory implements Factory<String> {
    @Override
    public String create() {
      return "not what was wanted";
    }
  }

  public static final class NullFactory implements Factory<Executor> {
    @Override
    public Executor create() {
      return null;
    }
  }

  public static final class Throwing implements Copier {
    public Throwing() {
      throw new IllegalStateException("not today");
    }

    @Override
    public <T> T copy(T value, ClassLoader loader) {
      return value;
    }
  }

  /** Its constructor does what a test wants. */
  public static final class Calling implements Copier {
    public Calling() {
      inConstructor.run();
    }

    @Override
    public <T> T copy(T value, ClassLoader loader) {
      return value;
    }
  }

  public abstract static class Abstract implements Copier {}

  public static final class WithParameter implements Copier {
    public WithParameter(String parameter) {}

    @Override
    public <T> T copy(T value, ClassLoader loader) {
      return value;
    }
  }

  public final class Inner implements Copier {
    @Override
    public <T> T copy(T value, ClassLoader loader) {
      return value;
    }
  }

  static final class Hidden implements Copier {
    public Hidden() {}

    @Override
    public <T> T copy(T value, ClassLoader loader) {
      return value;
    }
  }
}

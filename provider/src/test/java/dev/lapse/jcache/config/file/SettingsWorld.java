package dev.lapse.jcache.config.file;

import dev.lapse.jcache.LapseCachingProvider;
import dev.lapse.jcache.config.LapseConfiguration;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import javax.cache.Cache;
import javax.cache.CacheManager;

/** A provider of its own, and files in a directory of its own. */
final class SettingsWorld implements AutoCloseable {

  final LapseCachingProvider provider = new LapseCachingProvider();
  private final Path directory;
  private int files;

  SettingsWorld(Path directory) {
    this.directory = directory;
  }

  Path file(String... lines) {
    return write("settings-" + files++ + ".yaml", String.join("\n", lines));
  }

  Path write(String name, String text) {
    try {
      return Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A manager whose settings file has the given lines. */
  CacheManager manager(String... lines) {
    return manager(file(lines).toUri());
  }

  CacheManager manager(URI uri, Object... properties) {
    return manager(uri, null, properties);
  }

  CacheManager manager(URI uri, ClassLoader loader, Object... properties) {
    Properties all = new Properties();
    for (int i = 0; i < properties.length; i += 2) {
      all.put(properties[i], properties[i + 1]);
    }
    return provider.getCacheManager(uri, loader, all);
  }

  static Set<String> names(CacheManager manager) {
    Set<String> names = new TreeSet<>();
    manager.getCacheNames().forEach(names::add);
    return names;
  }

  @SuppressWarnings("unchecked")
  static LapseConfiguration<Object, Object> configuration(CacheManager manager, String name) {
    Cache<Object, Object> cache = manager.getCache(name);
    return cache.getConfiguration(LapseConfiguration.class);
  }

  static String text(String... lines) {
    return String.join("\n", Arrays.asList(lines));
  }

  @Override
  public void close() {
    provider.close();
  }
}

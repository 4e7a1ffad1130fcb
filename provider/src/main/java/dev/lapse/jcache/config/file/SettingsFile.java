package dev.lapse.jcache.config.file;

import dev.lapse.jcache.config.LapseConfiguration;
import dev.lapse.jcache.config.LapseConfigurationBuilder;
import dev.lapse.jcache.config.ManagerSettings;
import dev.lapse.jcache.config.SettingsException;
import dev.lapse.jcache.config.file.Stated.Kind;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import javax.cache.configuration.CompleteConfiguration;
import javax.cache.configuration.Configuration;
import javax.cache.configuration.Factory;
import javax.cache.expiry.EternalExpiryPolicy;
import javax.cache.expiry.ExpiryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What the settings file of a manager says, read and checked as a whole. Where a manager has no
 * file, this says nothing. It does not hold the manager's class loader.
 */
public final class SettingsFile {

  private static final System.Logger LOG = System.getLogger(SettingsFile.class.getName());

  private static final String MANAGER = "manager";
  private static final String DEFAULTS = "defaults";
  private static final String TEMPLATES = "templates";
  private static final String CACHES = "caches";

  /** The keys of a file. */
  static final List<String> KEYS = List.of(MANAGER, DEFAULTS, TEMPLATES, CACHES);

  private record DefinedCache(CacheLevel level, Setting setting) {}

  private ManagerSection manager = new ManagerSection();
  private CacheLevel defaults = new CacheLevel();
  private List<Template> templates = List.of();
  private final Map<String, DefinedCache> caches = new LinkedHashMap<>();

  private SettingsFile() {}

  /**
   * Finds and reads the file of a manager.
   *
   * @param manager the manager's URI
   * @param byDefault whether this is the default URI
   * @param properties the manager's properties
   * @param loader the manager's class loader
   * @return what the file says; nothing if there is none
   * @throws SettingsException if there should be a file and is not, or it is wrong
   */
  public static SettingsFile find(
      URI manager, boolean byDefault, Properties properties, ClassLoader loader) {
    SettingsFile file = new SettingsFile();
    SettingsSource source = new SettingsFinder(manager, loader).find(byDefault, properties);
    Node root = source == null ? null : YamlReader.read(source);
    if (source != null && root != null) {
      file.read(Setting.root(source.name(), new ClassFinder(loader), root));
    }
    return file;
  }

  private void read(Setting root) {
    Map<String, Setting> sections = root.entries(KEYS);
    Setting ofManager = sections.get(MANAGER);
    if (ofManager != null) {
      manager = ManagerSection.read(ofManager);
    }
    Setting ofAll = sections.get(DEFAULTS);
    if (ofAll != null) {
      defaults = CacheLevel.read(ofAll.entries(CacheKey.NAMES));
    }
    Setting byPattern = sections.get(TEMPLATES);
    if (byPattern != null) {
      templates = Template.readAll(byPattern);
    }
    Setting byName = sections.get(CACHES);
    if (byName != null) {
      byName.entries().forEach(this::define);
    }
  }

  private void define(String name, Setting setting) {
    CacheLevel level = CacheLevel.read(setting.entries(CacheKey.NAMES));
    caches.put(name, new DefinedCache(level, setting));
    CacheLevel all = CacheLevel.merged(levels(name));
    for (CacheKey key : CacheKey.values()) {
      Stated stated = level.get(key);
      Setting where = stated == null ? null : stated.where();
      CacheKey needed = CacheLevel.neededBy(key);
      if (where != null && needed != null && all.isInVain(key)) {
        throw where.fail(
            "%s needs %s, which this cache does not have. Set it too, or take this out"
                .formatted(where, needed.written()),
            null);
      }
    }
  }

  /**
   * The settings of the manager.
   *
   * @param properties the manager's properties, which count more than the file
   * @param uri the manager's URI, for messages
   * @param made gets the objects that were made for it, to be ended with the manager; also if this
   *     throws
   * @return the settings
   * @throws SettingsException if an object that the file names cannot be made
   * @throws IllegalArgumentException if the properties are wrong
   */
  public ManagerSettings managerSettings(Properties properties, URI uri, List<Object> made) {
    return manager.under(properties, uri, made);
  }

  /**
   * The caches that are created with the manager.
   *
   * @return their names, in the order of the file
   */
  public Set<String> cacheNames() {
    return Collections.unmodifiableSet(caches.keySet());
  }

  /**
   * Where a cache is defined.
   *
   * @param cacheName its name
   * @return the file and line, or null if it is not in the file
   */
  public @Nullable String placeOf(String cacheName) {
    DefinedCache defined = caches.get(cacheName);
    return defined == null ? null : defined.setting().place();
  }

  /**
   * Tells that a cache of the file could not be created.
   *
   * @param cacheName one of {@link #cacheNames}
   * @param cause what went wrong
   * @return an exception with the place in the file
   */
  public SettingsException failed(String cacheName, RuntimeException cause) {
    Setting setting = defined(cacheName).setting();
    return setting.fail("%s cannot be created: %s".formatted(setting, cause.getMessage()), cause);
  }

  private DefinedCache defined(String cacheName) {
    DefinedCache defined = caches.get(cacheName);
    if (defined == null) {
      throw new IllegalArgumentException("No cache " + cacheName + " in the settings file");
    }
    return defined;
  }

  /**
   * The configuration of a cache that is created with the manager.
   *
   * @param cacheName one of {@link #cacheNames}
   * @return its configuration
   * @throws SettingsException if an object that the file names cannot be made
   */
  public LapseConfiguration<?, ?> configurationOf(String cacheName) {
    CacheLevel level = CacheLevel.merged(levels(cacheName));
    return built(
        LapseConfiguration.builder(
            type(level, CacheKey.KEY_TYPE), type(level, CacheKey.VALUE_TYPE)),
        level);
  }

  @SuppressWarnings("unchecked") // no key is ever looked at here
  private static Class<Object> type(CacheLevel level, CacheKey key) {
    Stated stated = level.get(key);
    Setting where = stated == null ? null : stated.where();
    return where == null ? Object.class : (Class<Object>) where.classes().type(where);
  }

  /**
   * The configuration of a cache that code creates: what code says, and for the rest what the file
   * says about caches of that name.
   *
   * @param <K> the type of keys
   * @param <V> the type of values
   * @param cacheName the cache's name
   * @param byCode the user's, which may change later; one of ours is taken as it is
   * @return the configuration that counts
   * @throws SettingsException if an object that the file names cannot be made
   * @throws IllegalArgumentException if the user's configuration is wrong
   */
  @SuppressWarnings("unchecked") // the types are those of the user's
  public <K, V> LapseConfiguration<K, V> configurationOf(
      String cacheName, Configuration<K, V> byCode) {
    if (byCode instanceof LapseConfiguration<K, V> ours) {
      return ours;
    }
    LapseConfigurationBuilder<K, V> builder = LapseConfiguration.builder(byCode);
    List<CacheLevel> levels = new ArrayList<>(levels(cacheName));
    levels.add(0, saidBy(byCode));
    tellIfUnknown(cacheName);
    return (LapseConfiguration<K, V>)
        built(
            (LapseConfigurationBuilder<Object, Object>) (LapseConfigurationBuilder<?, ?>) builder,
            CacheLevel.merged(levels));
  }

  /** A misspelled pattern is a mistake that nothing else would show. */
  private void tellIfUnknown(String cacheName) {
    if (!templates.isEmpty()
        && !caches.containsKey(cacheName)
        && templates.stream().noneMatch(template -> template.matches(cacheName))) {
      LOG.log(
          System.Logger.Level.INFO,
          "Cache {0} is created by code and matches no template of {1}, so of that file its defaults alone count."
              + " If a template was meant for it, correct the names there.",
          cacheName,
          templates.get(0).setting().place());
    }
  }

  /**
   * What code has said. Where it left things as a new {@code MutableConfiguration} has them, it has
   * said nothing, since frameworks hand over just that.
   */
  private static CacheLevel saidBy(Configuration<?, ?> code) {
    CacheLevel said = new CacheLevel();
    say(said, CacheKey.KEY_TYPE, true);
    say(said, CacheKey.VALUE_TYPE, true);
    if (!code.isStoreByValue()) {
      said.put(CacheKey.STORE_BY_VALUE, Stated.byCode(Kind.OFF));
    }
    if (code instanceof CompleteConfiguration<?, ?> complete) {
      Factory<ExpiryPolicy> expiry = complete.getExpiryPolicyFactory();
      say(said, CacheKey.EXPIRY, expiry != null && !expiry.equals(EternalExpiryPolicy.factoryOf()));
      say(said, CacheKey.LOADER, complete.getCacheLoaderFactory() != null);
      say(said, CacheKey.READ_THROUGH, complete.isReadThrough());
      say(said, CacheKey.WRITER, complete.getCacheWriterFactory() != null);
      say(said, CacheKey.WRITE_THROUGH, complete.isWriteThrough());
      say(
          said,
          CacheKey.LISTENERS,
          complete.getCacheEntryListenerConfigurations().iterator().hasNext());
      say(said, CacheKey.STATISTICS, complete.isStatisticsEnabled());
      say(said, CacheKey.MANAGEMENT, complete.isManagementEnabled());
    }
    return said;
  }

  private static void say(CacheLevel said, CacheKey key, boolean isSaid) {
    if (isSaid) {
      said.put(key, Stated.byCode(Kind.ON));
    }
  }

  private static LapseConfiguration<Object, Object> built(
      LapseConfigurationBuilder<Object, Object> builder, CacheLevel level) {
    for (CacheKey key : CacheKey.values()) {
      Stated stated = level.get(key);
      if (stated != null && !level.isInVain(key)) {
        stated.effect().accept(builder);
      }
    }
    return builder.build();
  }

  /** What the file says about a cache, the closest first. */
  private List<CacheLevel> levels(String cacheName) {
    List<CacheLevel> levels = new ArrayList<>();
    DefinedCache defined = caches.get(cacheName);
    if (defined != null) {
      levels.add(defined.level());
    }
    templates.stream()
        .filter(template -> template.matches(cacheName))
        .findFirst()
        .ifPresent(template -> levels.add(template.level()));
    levels.add(defaults);
    return levels;
  }
}

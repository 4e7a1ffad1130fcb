package dev.lapse.jcache.config.file;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decides which settings file belongs to a manager. */
final class SettingsFinder {

  private static final System.Logger LOG = System.getLogger(SettingsFinder.class.getName());

  /** The name of a property of the manager, and of a system property. */
  private static final String CONFIG = "lapse.config";

  /** What the default manager finds on the class path. */
  private static final String WELL_KNOWN = "lapse.yaml";

  private static final String CLASSPATH = "classpath:";

  /** One letter would be a drive. */
  private static final Pattern SCHEME = Pattern.compile("(?s)[A-Za-z][A-Za-z0-9+.-]+:.*");

  private static final Set<String> NETWORK = Set.of("http", "https", "ftp");

  private final URI manager;
  private final ClassLoader loader;

  SettingsFinder(URI manager, ClassLoader loader) {
    this.manager = manager;
    this.loader = loader;
  }

  /**
   * Finds the file.
   *
   * @param byDefault whether it is the default manager
   * @param properties the manager's
   * @return the file, which need not be there where somebody named it; null if there is none
   */
  @Nullable SettingsSource find(boolean byDefault, Properties properties) {
    Object configured = properties.get(CONFIG);
    if (configured == null) {
      configured = properties.getProperty(CONFIG);
    }
    if (configured != null) {
      return at(text(configured));
    }
    if (isYaml(manager)) {
      return at(location(manager));
    }
    if (!byDefault) {
      return null;
    }
    String ofSystem = System.getProperty(CONFIG);
    return ofSystem == null ? wellKnown() : at(ofSystem);
  }

  private String text(Object configured) {
    if (configured instanceof String
        || configured instanceof URI
        || configured instanceof URL
        || configured instanceof Path
        || configured instanceof File) {
      return configured.toString();
    }
    throw new IllegalArgumentException(
        "The property '%s' of cache manager %s is '%s' (%s). It has to be a path, a URI, or classpath: with a name."
            .formatted(CONFIG, manager, configured, configured.getClass().getName()));
  }

  private static boolean isYaml(URI uri) {
    String path = uri.isOpaque() ? uri.getSchemeSpecificPart() : uri.getPath();
    String name = path.toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml");
  }

  private static String location(URI uri) {
    if (uri.getScheme() == null) {
      return uri.getAuthority() == null ? uri.getPath() : uri.toString();
    }
    return uri.getScheme().equals("classpath")
        ? CLASSPATH + uri.getSchemeSpecificPart()
        : uri.toString();
  }

  private SettingsSource at(String location) {
    if (location.startsWith(CLASSPATH)) {
      return onClassPath(location);
    }
    if (!SCHEME.matcher(location).matches()) {
      return file(location);
    }
    try {
      URI uri = new URI(location);
      if (uri.getScheme().equalsIgnoreCase("file")) {
        Path path = uri.isOpaque() ? Path.of(uri.getSchemeSpecificPart()) : Path.of(uri);
        return new SettingsSource(new FileName(location), () -> Files.newInputStream(path));
      }
      return behind(uri.toURL(), location);
    } catch (URISyntaxException | MalformedURLException | IllegalArgumentException e) {
      throw new FileName(location)
          .wrong(
              "this is no location of a file (%s). Give a path, a file: or jar: URI, or classpath: with a name"
                  .formatted(e.getMessage()),
              e);
    }
  }

  private static SettingsSource file(String location) {
    try {
      Path path = Path.of(location).toAbsolutePath();
      if (location.isBlank()) {
        throw new InvalidPathException(location, "it is empty");
      }
      return new SettingsSource(new FileName(path.toString()), () -> Files.newInputStream(path));
    } catch (InvalidPathException e) {
      throw new FileName(location)
          .wrong("this is no path of a file (%s)".formatted(e.getMessage()), e);
    }
  }

  private static SettingsSource behind(URL url, String location) {
    FileName name = new FileName(location);
    String inner = location.toLowerCase(Locale.ROOT);
    while (inner.startsWith("jar:")) {
      inner = inner.substring("jar:".length());
    }
    if (NETWORK.contains(inner.substring(0, Math.max(0, inner.indexOf(':'))))) {
      throw name.wrong(
          "settings are not read from the network. Give a path, a file: or jar: URI, or classpath: with a name",
          null);
    }
    return new SettingsSource(name, () -> open(url));
  }

  /** Never out of a jar that others have open, which would keep the file as it was then. */
  private static InputStream open(URL url) throws IOException {
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false);
    return connection.getInputStream();
  }

  private SettingsSource onClassPath(String location) {
    String name = location.substring(CLASSPATH.length());
    URL url = loader.getResource(name.startsWith("/") ? name.substring(1) : name);
    if (url == null) {
      throw new FileName(location)
          .wrong(
              "the class loader of cache manager %s does not find it. Put it on the class path, without a directory in front that is not there either"
                  .formatted(manager),
              null);
    }
    return at(url);
  }

  private SettingsSource at(URL url) {
    return url.getProtocol().equals("file") ? at(url.toString()) : behind(url, url.toString());
  }

  private @Nullable SettingsSource wellKnown() {
    Set<String> found = new LinkedHashSet<>();
    try {
      for (URL url : Collections.list(loader.getResources(WELL_KNOWN))) {
        found.add(url.toString());
      }
    } catch (IOException e) {
      throw new FileName(CLASSPATH + WELL_KNOWN)
          .wrong("the class path cannot be searched for it (%s)".formatted(e), e);
    }
    if (found.size() > 1) {
      LOG.log(
          System.Logger.Level.WARNING,
          () ->
              "Cache manager %s: %s is on the class path several times, and only the first counts: %s"
                  .formatted(manager, WELL_KNOWN, found));
    }
    URL url = loader.getResource(WELL_KNOWN);
    return url == null ? null : at(url);
  }
}

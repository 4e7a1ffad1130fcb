package dev.lapse.jcache.management;

import java.net.URI;
import java.util.regex.Pattern;
import javax.cache.CacheException;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * The names of a cache's beans. {@code javax.cache:type=<type>,CacheManager=<URI>,Cache=<name>},
 * made as users of JCache and the specification's own tests make them:
 *
 * <ol>
 *   <li>A URI or cache name is taken as it is, but for {@code : = ,} and line feeds, which an
 *       object name cannot hold: each becomes a dot.
 *   <li>A URI or cache name with {@code * ? "} is quoted by {@link ObjectName#quote} instead, since
 *       the name would be a pattern or malformed.
 * </ol>
 *
 * <p>So {@code a:b} and {@code a=b} come to the same, and so do caches of one name in managers of
 * one URI and two class loaders. Whoever comes first has the name above. For those who come later
 * the cache's name is quoted, if it has any character that was replaced. If that is taken too,
 * there is one key more, {@code ClassLoader}: the quoted name or class of the manager's class
 * loader with its identity hash code, and with a number from the second one on.
 */
final class ManagementNames {

  private static final Pattern REPLACED = Pattern.compile("[:=,\n]");
  private static final Pattern QUOTED = Pattern.compile("[*?\"]");

  private final URI manager;
  private final String loader;
  private final String cache;

  ManagementNames(URI manager, ClassLoader loader, String cache) {
    this.manager = manager;
    this.loader =
        (loader.getName() == null ? loader.getClass().getName() : loader.getName())
            + "@"
            + Integer.toHexString(System.identityHashCode(loader));
    this.cache = cache;
  }

  /**
   * The name to be tried after a number of others were found taken.
   *
   * @param domain the domain of the bean
   * @param type the type of the bean
   * @param taken how many
   * @return another name for each number
   */
  ObjectName candidate(String domain, String type, int taken) {
    String common = safe(cache);
    String last = common.contains("\"") || common.equals(cache) ? common : ObjectName.quote(cache);
    if (taken == 0) {
      return objectName(domain, type, common, "");
    }
    int namesakes = last.equals(common) ? taken : taken - 1;
    return objectName(
        domain,
        type,
        last,
        namesakes == 0 ? "" : ",ClassLoader=" + ObjectName.quote(loaderName(namesakes)));
  }

  private ObjectName objectName(String domain, String type, String cacheName, String more) {
    String name =
        "%s:type=%s,CacheManager=%s,Cache=%s%s"
            .formatted(domain, type, safe(manager.toString()), cacheName, more);
    try {
      return new ObjectName(name);
    } catch (MalformedObjectNameException e) {
      throw new CacheException("There can be no bean of the name " + name, e);
    }
  }

  private static String safe(String text) {
    return QUOTED.matcher(text).find()
        ? ObjectName.quote(text)
        : REPLACED.matcher(text).replaceAll(".");
  }

  private String loaderName(int namesakes) {
    return namesakes == 1 ? loader : loader + "#" + namesakes;
  }
}

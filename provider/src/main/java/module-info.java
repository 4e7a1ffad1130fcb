/** Lapse, a JCache provider. */
@SuppressWarnings({
  "requires-automatic",
  "requires-transitive-automatic"
}) // the API of JSR-107 has no module descriptor
module dev.lapse.jcache {
  requires transitive cache.api;
  requires java.management;
  requires org.snakeyaml.engine;
  requires static jdk.jfr;
  requires static transitive org.jspecify;

  exports dev.lapse.jcache;
  exports dev.lapse.jcache.config;
  exports dev.lapse.jcache.copy;
  exports dev.lapse.jcache.eviction;
  exports dev.lapse.jcache.expiry;

  provides javax.cache.spi.CachingProvider with
      dev.lapse.jcache.LapseCachingProvider;
}

/** Meters for Lapse. */
@SuppressWarnings({
  "requires-automatic",
  "requires-transitive-automatic"
}) // Micrometer has no module descriptor
module dev.lapse.micrometer {
  requires transitive dev.lapse.jcache;
  requires transitive micrometer.core;
  requires static transitive org.jspecify;

  exports dev.lapse.micrometer;
}

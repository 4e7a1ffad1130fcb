package dev.lapse.jcache.config.file;

/**
 * A class that the file names, which was found and can be used. It is kept by its name, so that it
 * does not hold the manager's class loader.
 *
 * @param setting where it is named
 * @param name its binary name
 * @param wanted what its objects are, or make
 * @param isFactory whether they make it
 */
record NamedClass<T>(Setting setting, String name, Class<? super T> wanted, boolean isFactory) {

  /** What makes an object at each call. */
  InstanceFactory<T> factory() {
    return setting.classes().factory(this);
  }

  /** Makes an object. */
  T create() {
    return factory().create();
  }
}

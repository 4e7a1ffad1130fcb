package dev.lapse.jcache.reaper;

/** Watches passes; called by one thread at a time. */
interface PassProbe {

  /** A probe that does nothing. */
  PassProbe NONE =
      new PassProbe() {
        @Override
        public void started() {}

        @Override
        public void ended(PassResult pass) {}
      };

  /** A pass begins. */
  void started();

  /** The pass is over. */
  void ended(PassResult pass);

  /**
   * A probe for JDK Flight Recorder.
   *
   * @param manager the cache manager, as it is told to people
   * @return one that does nothing where the module {@code jdk.jfr} is missing
   */
  static PassProbe forFlightRecorder(String manager) {
    return ModuleLayer.boot().findModule("jdk.jfr").isPresent()
        ? new FlightRecorderProbe(manager)
        : NONE;
  }
}

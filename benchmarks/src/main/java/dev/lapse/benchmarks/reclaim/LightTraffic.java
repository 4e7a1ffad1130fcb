package dev.lapse.benchmarks.reclaim;

import dev.lapse.benchmarks.subject.Subject;
import java.util.concurrent.locks.LockSupport;

/** About a thousand reads and a hundred writes a second of a few keys that nothing else uses. */
final class LightTraffic {

  private static final int KEYS = 100;

  private LightTraffic() {}

  /** Begins, and goes on for as long as the JVM lives. */
  static void begin(Subject subject) {
    Thread thread = new Thread(() -> run(subject), "light-traffic");
    thread.setDaemon(true);
    thread.start();
  }

  private static void run(Subject subject) {
    for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
      Integer key = -1 - i % KEYS;
      if (i % 10 == 0) {
        subject.put(key, key);
      }
      subject.get(key);
      LockSupport.parkNanos(1_000_000);
    }
  }
}

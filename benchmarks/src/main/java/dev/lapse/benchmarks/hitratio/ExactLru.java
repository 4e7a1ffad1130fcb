package dev.lapse.benchmarks.hitratio;

import java.util.LinkedHashMap;
import java.util.Map;

/** Evicts the entry unread for longest, of all. */
final class ExactLru implements Contestant {

  private final int maximum;
  private final LinkedHashMap<Long, Boolean> map = new LinkedHashMap<>(16, 0.75f, true);

  ExactLru(int maximum) {
    this.maximum = maximum;
  }

  @Override
  public boolean access(Long key) {
    if (map.get(key) != null) {
      return true;
    }
    map.put(key, Boolean.TRUE);
    if (map.size() > maximum) {
      Map.Entry<Long, Boolean> eldest = map.entrySet().iterator().next();
      map.remove(eldest.getKey());
    }
    return false;
  }
}

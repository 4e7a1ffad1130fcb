package dev.lapse.jcache.store;

import dev.lapse.jcache.event.EventDispatcher;

/** What the sampling asks of the store. */
record ReaperSide<K, V>(
    EntryCommitter<K, V> committer, EventDispatcher<K, V> events, EntryTable<K> table)
    implements Expirer<K> {

  @Override
  public Fate expireIfDue(StoredEntry<K> entry, long now) {
    synchronized (entry) {
      Object value = entry.valuePlain();
      if (value instanceof RunningStep) {
        return Fate.LEFT_TO_STEP;
      }
      if (value == null || !committer.claimIfDue(entry, value, now)) {
        return Fate.KEPT;
      }
      committer.expireUnattended(entry, value);
      return Fate.EXPIRED;
    }
  }

  @Override
  public void roundIsOver() {
    table.giveBack();
  }

  @Override
  public boolean isBehind() {
    return events.isBehind();
  }

  @Override
  public long undelivered() {
    return events.undelivered();
  }

  @Override
  public long lazilyExpired() {
    return committer.lazilyExpired();
  }
}

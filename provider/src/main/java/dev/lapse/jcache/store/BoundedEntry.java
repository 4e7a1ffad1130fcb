package dev.lapse.jcache.store;

import dev.lapse.jcache.eviction.Resident;
import dev.lapse.jcache.expiry.Deadline;

/** An entry of a bounded cache: 48 bytes. What is in the fields is up to eviction. */
class BoundedEntry<K> extends StoredEntry<K> implements Resident {

  private int mark;
  private int seat = Resident.NONE;

  BoundedEntry(K key) {
    super(key);
  }

  @Override
  public final int mark() {
    return mark;
  }

  @Override
  public final void setMark(int newMark) {
    mark = newMark;
  }

  @Override
  public final int seat() {
    return seat;
  }

  @Override
  public final void setSeat(int newSeat) {
    seat = newSeat;
  }

  @Override
  public int weight() {
    return 1;
  }

  @Override
  public void setWeight(int weight) {
    throw new UnsupportedOperationException("Entries are counted here, not weighed");
  }

  @Override
  public final boolean hasDeadline() {
    return Deadline.isFinite(deadlineAcquire());
  }
}

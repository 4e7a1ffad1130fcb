package dev.lapse.jcache.event;

import org.jspecify.annotations.Nullable;

/** One event on its way to one asynchronous listener, and its link in the mailbox. */
final class Parcel extends PublishedEvent implements Mailbox.Link {

  /**
   * In the mailbox the one posted before; in the hands of the worker, who turns the chain round,
   * the one to deliver next.
   */
  private Mailbox.@Nullable Link neighbour;

  private long number;

  Parcel(Happening happening, Object key, @Nullable Object newStored, @Nullable Object oldStored) {
    super(happening, key, newStored, oldStored);
  }

  @Override
  public long number() {
    return number;
  }

  /** Takes the place after another link. To be called before anybody else can see this. */
  void follow(Mailbox.Link before) {
    neighbour = before;
    number = before.number() + 1;
  }

  /** For the worker that has taken this. */
  Mailbox.@Nullable Link neighbour() {
    return neighbour;
  }

  /** For the worker that has taken this. */
  void setNeighbour(@Nullable Parcel newNeighbour) {
    neighbour = newNeighbour;
  }
}

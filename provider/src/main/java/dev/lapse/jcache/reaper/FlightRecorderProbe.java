package dev.lapse.jcache.reaper;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * Writes an event for each pass that did work or took longer than it was allowed to. The only class
 * that needs the module {@code jdk.jfr}; not loaded where it is missing.
 */
final class FlightRecorderProbe implements PassProbe {

  @Name("dev.lapse.ExpireCycle")
  @Label("Expire Cycle")
  @Category({"Lapse", "Cache"})
  @Description("One pass of the reaper over the caches of a manager")
  @StackTrace(false)
  private static final class ExpireCycleEvent extends Event {

    @Label("Cache Manager")
    String manager = "";

    @Label("Slow Pass")
    boolean slow;

    @Label("Stop Reason")
    String stopReason = "";

    @Label("Budget")
    @Timespan
    long budget;

    @Label("Rounds")
    int rounds;

    @Label("Inspected Entries")
    long inspected;

    @Label("Entries Moved to a Later Slot")
    long rehomed;

    @Label("Expired Entries")
    long expired;

    @Label("Caches Passed Over")
    int passedOver;
  }

  private final String manager;
  private ExpireCycleEvent event = new ExpireCycleEvent();

  FlightRecorderProbe(String manager) {
    this.manager = manager;
  }

  @Override
  public void started() {
    event = new ExpireCycleEvent();
    event.begin();
  }

  @Override
  public void ended(PassResult pass) {
    if ((pass.inspected() == 0 && pass.nanos() <= pass.budgetNanos()) || !event.shouldCommit()) {
      return;
    }
    event.manager = manager;
    event.slow = pass.slow();
    event.stopReason = pass.stop().name();
    event.budget = pass.budgetNanos();
    event.rounds = pass.rounds();
    event.inspected = pass.inspected();
    event.rehomed = pass.rehomed();
    event.expired = pass.expired();
    event.passedOver = pass.passedOver();
    event.commit();
  }
}

package dev.lapse.jcache.event;

/** What every delivery of a dispatcher, whichever way it goes, has to do with. */
record Bookkeeping(
    EventSource<?, ?> source, Submitter workers, Backlog backlog, Departures departures) {}

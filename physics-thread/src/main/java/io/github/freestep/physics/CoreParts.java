package io.github.freestep.physics;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.spi.RunEvents;
import io.github.freestep.physics.workers.UserCode;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.NanoClock;

/**
 * What the classes that a {@link Core} is made of share.
 *
 * @param clock by which ticks are due
 * @param recorded records what happens, for JDK Flight Recorder
 * @param userCode the mark of the calls of the user's code
 */
record CoreParts(
        Setup setup,
        NanoClock clock,
        StatePublisher publisher,
        InputCollector inputs,
        PhysicsMetrics metrics,
        Events events,
        RunEvents recorded,
        Faults faults,
        UserCode userCode) {
    EventSink sink() {
        return events.sink;
    }

    Journal<Simulation> journal() {
        return Inside.of(events);
    }
}

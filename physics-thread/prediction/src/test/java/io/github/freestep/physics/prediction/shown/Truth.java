package io.github.freestep.physics.prediction.shown;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.TimeAnchor;
import java.time.Duration;

/** A buffer of true states that a test writes by hand, with its time. */
final class Truth {
    /** Of a window that has the newest state and the one before. */
    static final int WINDOW = 2;

    static final long GAP = 10_000_000;

    final StatePublisher publisher;
    final Bodies bodies;
    final TimeAnchor anchor = new TimeAnchor();
    long tick = -1;
    long simulationNanos = -GAP;
    StateWriter writer;

    private final StateReader reader;

    Truth(StateLayout layout) {
        publisher = StatePublisher.of(layout, WINDOW);
        bodies = publisher.bodies();
        reader = publisher.states().reader();
    }

    /** Opens shown states of a buffer that no test writes: it passes the true ones on itself. */
    static ShownStates shown(StateLayout layout, int window, NanoClock clock, long halfLifeNanos, double snapDistance) {
        ShownOptions options = new ShownOptions(Duration.ofNanos(halfLifeNanos));
        options.snapDistance = snapDistance;
        return new ShownStates(StatePublisher.of(layout, window, clock, false).states(), options);
    }

    /** Begins the state of the next tick. */
    StateWriter begin() {
        tick++;
        simulationNanos += GAP;
        writer = publisher.begin(tick, simulationNanos, anchor, simulationNanos + 1);
        return writer;
    }

    /** Begins a state in place of the newest one. */
    StateWriter replace() {
        writer = publisher.replace(anchor, simulationNanos + 2);
        return writer;
    }

    State publish() {
        publisher.publish(simulationNanos + 3);
        return state(0);
    }

    State state(int age) {
        reader.acquire();
        return reader.state(age);
    }
}

package io.github.freestep.benchmarks.jmh;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.TimeAnchor;

/** A publisher of states in which every slot has a body. For one thread. */
public final class Poses {
    /** The time of a tick. */
    public static final long TICK_NANOS = 10_000_000;

    public final StatePublisher publisher;

    private final TimeAnchor anchor = new TimeAnchor();
    private long nanos;

    /** Spawns the bodies. The first state must have their positions. */
    public Poses(StateLayout layout, int window, NanoClock clock) {
        publisher = StatePublisher.of(layout, window, clock, false);
        for (int body = 0; body < layout.capacity(); body++) {
            publisher.bodies().spawn(body);
        }
    }

    /** Begins the state of a tick, at 100 ticks a second. */
    public StateWriter begin(long tick) {
        nanos = tick * TICK_NANOS;
        return publisher.begin(tick, nanos, anchor, nanos);
    }

    /** Publishes it. */
    public void publish() {
        publisher.publish(nanos);
    }
}

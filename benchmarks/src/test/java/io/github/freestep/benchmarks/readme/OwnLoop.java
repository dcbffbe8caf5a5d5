package io.github.freestep.benchmarks.readme;

import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;

/** Publishes states from a loop that has its own thread already, such as that of a game server. */
final class OwnLoop {
    private static final long TICK_NANOS = 50_000_000; // 20 ticks a second

    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(1));
    private final TimeAnchor time = new TimeAnchor();
    private double height = 10;

    OwnLoop() {
        publisher.bodies().spawn(0);
        time.set(System.nanoTime(), 0, 1, 1); // tick 0 is now, and simulation time runs as fast as real time
    }

    void tick(long tick) {
        long began = System.nanoTime();
        height -= 0.1; // your own step
        StateWriter state = publisher.begin(tick, tick * TICK_NANOS, time, began);
        state.position(0, 0, height, 0);
        publisher.publish(System.nanoTime());
    }

    StateBuffer states() { // for samplers, readers and senders
        return publisher.states();
    }
}

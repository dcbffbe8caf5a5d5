package io.github.freestep.net.body;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;

/** Publishes the states of a test, and reads the newest one. */
public class Published {
    public final StateLayout layout;
    public final StatePublisher publisher;
    public final Bodies bodies;
    public final TimeAnchor anchor = new TimeAnchor();
    private final StateReader reader;

    /** Creates a publisher that has bodies in the first {@code count} slots. */
    public Published(StateLayout layout, int count) {
        this.layout = layout;
        publisher = StatePublisher.of(layout);
        bodies = publisher.bodies();
        reader = publisher.states().reader();
        for (int slot = 0; slot < count; slot++) {
            bodies.spawn(slot);
        }
    }

    public StateWriter begin(long tick, long simulationNanos) {
        return publisher.begin(tick, simulationNanos, anchor, 0);
    }

    public State publish() {
        publisher.publish(0);
        return newest();
    }

    public State newest() {
        reader.acquire();
        return reader.state(0);
    }
}

package io.github.freestep.benchmarks.jmh.handoff;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;

/**
 * Freestep's state buffer with poses, as users have it. No thread waits, and no state is copied twice. The cost: with
 * one reader, nine states in memory; and the writer negates quaternions where needed, to keep those of a body in one
 * hemisphere, which no other handoff does.
 */
class FreestepHandoff implements StateHandoff {
    private static final long TICK_NANOS = 10_000_000;

    private final TimeAnchor anchor = new TimeAnchor();
    private final StatePublisher publisher;

    FreestepHandoff(int bodies) {
        this(StateLayout.of(bodies));
    }

    FreestepHandoff(StateLayout layout) {
        publisher = StatePublisher.of(layout);
        for (int body = 0; body < layout.capacity(); body++) {
            publisher.bodies().spawn(body);
        }
    }

    @Override
    public final boolean publish(long tick, float[][] source) {
        long nanos = tick * TICK_NANOS;
        write(publisher.begin(tick, nanos, anchor, nanos), source);
        publisher.publish(nanos);
        return true;
    }

    @Override
    public final Reader join() {
        StateReader subscriber = publisher.states().reader();
        return view -> {
            subscriber.acquire();
            return subscriber.size() == 0 ? 0 : fold(subscriber.state(0), view);
        };
    }

    void write(StateWriter writer, float[][] source) {
        int bodies = source[0].length;
        writer.positions(source[0], source[1], source[2], 0, bodies);
        writer.orientations(source[3], source[4], source[5], source[6], 0, bodies);
    }

    float fold(State newest, View view) {
        float positions = view.fold(view.fold(view.fold(0, newest.x()), newest.y()), newest.z());
        float imaginary = view.fold(view.fold(view.fold(positions, newest.qx()), newest.qy()), newest.qz());
        return view.fold(imaginary, newest.qw());
    }
}

package io.github.freestep.benchmarks.jmh.kernels;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.util.Random;
import org.joml.Quaternionf;
import org.joml.Vector3f;

/** Moving bodies: two adjacent states, and the same bodies as objects. */
final class MovingBodies {
    private static final int SEED = 42;
    private static final float TURN = 0.1f;

    /** The number of different values of t. None is 0 or 1, because interpolation would only copy a state. */
    private static final int FRAMES = 97;

    final StateLayout layout;
    final State older;
    final State newer;
    private final StatePublisher publisher;
    private int frame;

    MovingBodies(int bodies) {
        layout = StateLayout.of(bodies);
        publisher = StatePublisher.of(layout, 2, new VirtualClock(0), false);
        StateReader reader = publisher.states().reader();
        for (int body = 0; body < bodies; body++) {
            publisher.bodies().spawn(body);
        }
        for (int tick = 0; tick < 2; tick++) {
            write(publisher.begin(tick, tick, new TimeAnchor(), 0), bodies, tick);
            publisher.publish(0);
            reader.acquire();
        }
        older = reader.state(1);
        newer = reader.state(0);
    }

    /** Returns a frame that shows the newer state. Benchmarks pack its poses. */
    Frame frame() {
        return FrameSampler.open(publisher.states()).sample();
    }

    double t() {
        frame = frame + 1 == FRAMES ? 0 : frame + 1;
        return (frame + 1.0) / (FRAMES + 1);
    }

    private static void write(StateWriter writer, int bodies, int tick) {
        Random random = new Random(SEED);
        for (int body = 0; body < bodies; body++) {
            writer.position(body, random.nextFloat() + tick, random.nextFloat(), random.nextFloat());
            Quaternionf q = new Quaternionf()
                    .rotateXYZ(random.nextFloat(), random.nextFloat(), random.nextFloat())
                    .rotateY(TURN * tick);
            writer.orientation(body, q.x, q.y, q.z, q.w);
        }
    }

    static Vector3f[] positions(State state) {
        Vector3f[] positions = new Vector3f[state.slots()];
        for (int body = 0; body < positions.length; body++) {
            positions[body] = new Vector3f((float) state.x(body), (float) state.y(body), (float) state.z(body));
        }
        return positions;
    }

    static Quaternionf[] orientations(State state) {
        Quaternionf[] orientations = new Quaternionf[state.slots()];
        for (int body = 0; body < orientations.length; body++) {
            orientations[body] =
                    new Quaternionf(state.qx()[body], state.qy()[body], state.qz()[body], state.qw()[body]);
        }
        return orientations;
    }
}

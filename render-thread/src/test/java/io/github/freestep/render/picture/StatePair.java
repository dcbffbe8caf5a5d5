package io.github.freestep.render.picture;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import java.util.Random;
import org.joml.Quaterniond;

/** Two adjacent states of live bodies, as a reader gets them; each test fills them. */
final class StatePair {
    static final int FIRST_OF_ORIENTATION = 3;
    private static final int POSE = 7;
    private static final int COMPONENTS = 8;

    final StateLayout layout;
    /** By component (x y z qx qy qz qw and the one linear channel), then by slot. */
    final float[][] older;

    final float[][] newer;
    private final StatePublisher publisher;
    private final StateReader reader;
    private long tick;

    StatePair(int bodies) {
        layout = StateLayout.of(bodies).linear("fuel");
        older = new float[COMPONENTS][bodies];
        newer = new float[COMPONENTS][bodies];
        publisher = StatePublisher.of(layout, 2);
        reader = publisher.states().reader();
        for (int body = 0; body < bodies; body++) {
            publisher.bodies().spawn(body);
        }
    }

    int bodies() {
        return layout.capacity();
    }

    void publish() {
        write(older);
        write(newer);
    }

    void teleport(int body) {
        publisher.bodies().teleport(body);
    }

    void write(float[][] values) {
        StateWriter writer = publisher.begin(tick++, 0, new TimeAnchor(), 0);
        writer.positions(values[0], values[1], values[2], 0, bodies());
        writer.orientations(values[3], values[4], values[5], values[6], 0, bodies());
        writer.linear(0, values[POSE], 0, bodies());
        publisher.publish(0);
        reader.acquire();
    }

    State olderState() {
        return reader.state(1);
    }

    State newerState() {
        return reader.state(0);
    }

    /** Sets random positions and channels, and orientations whose difference is between zero and a limit. */
    void randomise(Random random, double mostDegrees) {
        for (int body = 0; body < bodies(); body++) {
            for (int component = 0; component < COMPONENTS; component++) {
                older[component][body] = (float) random.nextGaussian();
                newer[component][body] = (float) random.nextGaussian();
            }
            Quaterniond from = random(random, Math.PI);
            put(older, body, from);
            double most = Math.toRadians(mostDegrees);
            // One body in four is at the limit.
            double angle = (body & 3) == 0 ? most : random.nextDouble() * most;
            put(newer, body, new Quaterniond(from).mul(random(random, angle)));
        }
    }

    void put(float[][] state, int body, Quaterniond q) {
        put(state, body, q.x, q.y, q.z, q.w);
    }

    void put(float[][] state, int body, double x, double y, double z, double w) {
        state[FIRST_OF_ORIENTATION][body] = (float) x;
        state[FIRST_OF_ORIENTATION + 1][body] = (float) y;
        state[FIRST_OF_ORIENTATION + 2][body] = (float) z;
        state[FIRST_OF_ORIENTATION + 3][body] = (float) w;
    }

    /** The arrays of a published state, in which each quaternion is in the hemisphere of the one before. */
    static Quaterniond orientation(State state, int body) {
        return new Quaterniond(state.qx()[body], state.qy()[body], state.qz()[body], state.qw()[body]);
    }

    static Quaterniond orientation(Poses poses, int body) {
        return new Quaterniond(poses.qx[body], poses.qy[body], poses.qz[body], poses.qw[body]);
    }

    static float[][] arrays(State state) {
        return new float[][] {
            state.x(), state.y(), state.z(), state.qx(), state.qy(), state.qz(), state.qw(), state.linear(0)
        };
    }

    static float[][] arrays(Poses poses) {
        return new float[][] {poses.x, poses.y, poses.z, poses.qx, poses.qy, poses.qz, poses.qw, poses.linear[0]};
    }

    /** Returns the Euclidean distance in four dimensions. */
    static double distance(Quaterniond a, Quaterniond b) {
        return Math.sqrt(new Quaterniond(a).add(-b.x, -b.y, -b.z, -b.w).lengthSquared());
    }

    private static Quaterniond random(Random random, double angle) {
        return new Quaterniond()
                .rotationAxis(angle, random.nextGaussian(), random.nextGaussian(), random.nextGaussian() + 1e-9);
    }
}

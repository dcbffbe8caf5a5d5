package io.github.freestep.benchmarks.jmh;

import io.github.freestep.state.StateWriter;
import java.util.Random;
import org.joml.Quaternionf;

/** Bodies that all move to and fro between two poses. */
public final class MovingSlots {
    private static final int SEED = 42;
    private static final float TURN = 0.1f;

    private final float[][] even;
    private final float[][] odd;

    /** Places the bodies. */
    public MovingSlots(int bodies) {
        Random random = new Random(SEED);
        even = new float[7][bodies];
        odd = new float[7][bodies];
        for (int body = 0; body < bodies; body++) {
            place(body, random);
        }
    }

    private void place(int body, Random random) {
        float turn = 1 + random.nextFloat();
        put(even, body, random.nextFloat(), new Quaternionf().rotateXYZ(turn, turn, turn));
        put(odd, body, random.nextFloat(), new Quaternionf().rotateXYZ(turn, turn + TURN, turn));
    }

    private static void put(float[][] poses, int body, float position, Quaternionf q) {
        float[] values = {position, position, position, q.x, q.y, q.z, q.w};
        for (int i = 0; i < values.length; i++) {
            poses[i][body] = values[i];
        }
    }

    /** The number of bodies. */
    public int bodies() {
        return even[0].length;
    }

    /** Writes the poses of a tick. */
    public void write(StateWriter state, long tick) {
        float[][] p = poses(tick);
        state.positions(p[0], p[1], p[2], 0, bodies());
        state.orientations(p[3], p[4], p[5], p[6], 0, bodies());
    }

    /** The poses of all bodies in a tick, as arrays of x, y, z, qx, qy, qz and qw. */
    public float[][] poses(long tick) {
        return (tick & 1) == 0 ? even : odd;
    }
}
